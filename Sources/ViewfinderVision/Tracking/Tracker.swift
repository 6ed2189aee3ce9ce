public import ViewfinderCore
public import ViewfinderPixels
internal import ViewfinderSystem

/// Follows objects through the frames of a video or camera.
///
/// Each object keeps its ``DetectedObject/trackingID`` while it is followed. Numbers begin at 0, rise
/// by one and are never given twice; an object that was gone and comes back has a new one.
///
/// The detector runs on a thread of its own and is not asked about every frame. Between its answers,
/// boxes are carried on by the motion of the picture inside them, which takes about a millisecond.
/// The first frame waits for the detector, so that it is answered too. A frame of another size or
/// orientation starts over.
///
/// With a detector of one object, the most prominent one is followed until another is clearly more
/// prominent.
///
/// Labels are averaged over the life of a track. An object is classified when it is new, has grown,
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
  ///   - detector: Finds and names objects; its `maxObjects` and thresholds hold for the tracker.
  ///   - options: When the detector is asked, and what is answered.
  public init(detector: Detector, options: Options = Options()) {
    self.detector = detector
    self.options = options
    follower = SerialValue(ObjectFollower(detector: detector, options: options))
  }

  /// Follows the objects into the next frame.
  ///
  /// - Parameters:
  ///   - image: The pixels of the frame as stored.
  ///   - orientation: How they must be turned to stand upright.
  ///   - time: When the frame is shown, from any origin; `nil` for now. Times rise from frame to
  ///     frame.
  /// - Returns: At most `maxObjects` of the detector, the most prominent first. Frames are in pixels
  ///   of `image`, not turned, and lie inside it.
  /// - Throws: `ViewfinderError` when a model cannot run; the tracks go on with the next frame.
  /// - Complexity: O(pixels) for the first frame and those that wait for the detector; for others
  ///   the time of measuring motion on a small gray picture.
  public func track(
    _ image: PixelBuffer, orientation: ImageOrientation = .up, at time: Duration? = nil
  ) throws(ViewfinderError) -> [DetectedObject] {
    try follower.use { follower throws(ViewfinderError) in
      try follower.follow(image, orientation: orientation, at: time)
    }
  }

  /// Follows the objects into the next frame without blocking the calling task's thread.
  ///
  /// Parameters, result and errors are those of the synchronous method; `cancelled` when the task is
  /// cancelled, whose frame is left out if its turn has not come.
  public func track(
    _ image: PixelBuffer, orientation: ImageOrientation = .up, at time: Duration? = nil
  ) async throws(ViewfinderError) -> [DetectedObject] {
    try await follower.use(cancellation: .cancelled) { follower throws(ViewfinderError) in
      try follower.follow(image, orientation: orientation, at: time)
    }
  }

  /// Forgets all objects, as for another video; numbers go on where they were.
  public func reset() {
    follower.use { $0.reset() }
  }

  /// How often the detector has looked at a frame.
  public var detectionCount: Int {
    follower.use { $0.detectionCount }
  }
}
