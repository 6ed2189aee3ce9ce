public import ViewfinderCore
public import ViewfinderPixels
internal import ViewfinderSystem

/// Follows objects through the frames of a video or camera.
///
/// ```swift
/// let tracker = Tracker(detector: try Detector(options: .init(maxObjects: 10)))
/// let tracked = try tracker.track(frame)
/// for object in tracked.objects { print(object.id, object.box) }
/// ```
///
/// Each object keeps its ``TrackedObject/id`` while it is followed. IDs begin at 0, rise by one and are
/// never given twice; an object that was gone and comes back has a new one. For videos in files see
/// ``VideoReader/tracked(by:options:)``.
///
/// The detector runs on a thread of its own and is not asked about every frame. Between its detections,
/// boxes are carried on by the motion of the image inside them, which takes about a millisecond.
/// The first frame waits for the detector, so that its objects are reported too. A frame of another
/// size or orientation starts over.
///
/// With a detector of one object, the most prominent one is followed until another is clearly more
/// prominent.
///
/// Labels are averaged over the life of a track. An object is labeled when it is new, has grown,
/// or its label is in doubt, not in every frame.
///
/// A tracker may be used from any thread, one frame at a time: calls have their turn in the order in
/// which they are made, the `async` ones included.
public final class Tracker: Sendable {
  /// Finds the objects, and says what they are.
  public let detector: Detector

  /// The options the tracker was made with.
  public let options: Options

  private let follower: SerialValue<ObjectFollower>

  /// Creates a tracker.
  ///
  /// - Parameters:
  ///   - detector: Finds and labels objects; its `maxObjects` and thresholds hold for the tracker.
  ///   - options: When the detector is asked, and what is reported.
  public init(detector: Detector, options: Options = .live) {
    options.check()
    self.detector = detector
    self.options = options
    follower = SerialValue(ObjectFollower(detector: detector, options: options))
  }

  /// Follows the objects into the next frame, on the calling thread.
  ///
  /// - Parameter image: The frame. Its ``InputImage/time`` counts, from any origin, and rises from frame
  ///   to frame; an image without one is taken to be shown now.
  /// - Returns: At most `maxObjects` of the detector, the most prominent first, and the tracks that have
  ///   ended.
  /// - Throws: `ViewfinderError` when a model cannot run; the tracks go on with the next frame.
  /// - Complexity: O(pixels) for the first frame and those that wait for the detector; for others
  ///   the time of measuring motion on a small gray image.
  public func track(_ image: InputImage) throws(ViewfinderError) -> TrackedFrame {
    try follower.use { follower throws(ViewfinderError) in try follower.follow(image) }
  }

  /// Follows the objects into the next frame, on a thread of the tracker's own.
  ///
  /// - Parameter image: As ``track(_:)``.
  /// - Returns: As ``track(_:)``.
  /// - Throws: `ViewfinderError` as ``track(_:)``; `CancellationError` when the task is cancelled, whose
  ///   frame is left out if its turn has not come.
  public func tracked(_ image: InputImage) async throws -> TrackedFrame {
    try await follower.use(cancellation: CancellationError() as any Error) { follower in
      try follower.follow(image)
    }
  }

  /// Forgets all objects, as for another video; IDs go on where they were.
  ///
  /// - Returns: The tracks that this ends.
  @discardableResult
  public func reset() -> [EndedTrack] {
    follower.use { $0.end() }
  }

  /// How often the detector has looked at a frame.
  public var detectionCount: Int {
    follower.use { $0.detectionCount }
  }
}
