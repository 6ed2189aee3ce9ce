public import ViewfinderCore

/// Follows objects from frame to frame by their boxes.
///
/// ```swift
/// var tracker = BoxTracker()
/// for frame in images {
///   for object in try tracker.update(detections(in: frame), at: frame.time ?? .zero) {
///     print(object.id, object.box)
///   }
/// }
/// ```
///
/// Where detections are rarer than frames, ``advance(to:cameraMotion:boxMotions:)`` answers the
/// frames in between, and ``expectDetections()`` with ``absorb(_:measuring:)`` take in detections that
/// arrive late, as if they had come at once.
///
/// Each frame, every track is moved to where it is expected. Confident detections are matched
/// first by overlap, then those left by the overlap of grown boxes, whose growth follows from how
/// far objects usually are from where they are expected. Uncertain detections may only continue
/// tracks they lie well on. Documentation/Tracking.md describes the method, its sources and what
/// each part is worth.
///
/// After a few frames, a tracker allocates nothing unless there are more objects than ever before
/// or the caller keeps an earlier answer.
public struct BoxTracker: Sendable {
  /// The most detections in a frame and the most tracks at a time: 1,000.
  public static let maximumCount = 1000
  /// The largest number that a coordinate or a side may have, up or down: 10⁹ pixels.
  public static let maximumCoordinate = 1e9

  /// How the tracker decides.
  public let options: Options

  /// The objects in the newest frame, in the order of their first sighting.
  public internal(set) var tracks: [TrackedBox] = []

  /// The boxes whose motion to the next frame is worth measuring, in pixels of the newest frame.
  ///
  /// Tracks that were missed in the newest detections are not among them: what moves in their boxes
  /// may be another object.
  public internal(set) var motionRegions: [Box] = []

  /// How far the centre of each of ``motionRegions`` is expected to move to the next frame besides
  /// what the camera moves, in pixels.
  public internal(set) var expectedShifts: [SIMD2<Double>] = []

  /// The seconds for which an object that is no longer seen may come back.
  let memory: Double
  var states: [TrackState] = []
  var scene = SceneMotion()
  var clock = FrameClock()
  var frameCount = 0
  /// Whether the camera's motion was known in every frame since the last detections.
  var knowsCamera = true
  var frameSize: SIMD2<Double>?
  /// The smallest rectangle around all detections: left, top, right, bottom.
  var extent = SIMD4<Double>(.infinity, .infinity, -.infinity, -.infinity)
  var nextID = 0
  var nextSerial = 0

  // Scratch memory, kept from frame to frame.
  var confident: [Candidate] = []
  var uncertain: [Candidate] = []
  var matcher = PairMatcher()
  var neighbors = NeighborIndex()
  /// The detections near a track.
  var nearby: [Int] = []
  var residualsX: [Double] = []
  var residualsY: [Double] = []
  /// The track of each motion region.
  var regionTracks: [Int] = []
  var expectation = Expectation()
  /// Tracks that are measured again when late detections are taken in.
  var strays: [Int] = []
  var strayBoxes: [Box] = []
  var strayShifts: [SIMD2<Double>] = []
  var strayMotions: [BoxMotion] = []

  /// Creates a tracker.
  public init(options: Options = Options()) {
    self.options = options
    memory = options.memory / .seconds(1)
  }

  /// Says how large the frames are; a size other than before starts the tracker over.
  ///
  /// The size is not needed. With it, an object that leaves the frame is given up at once.
  ///
  /// - Precondition: Both sides are positive.
  public mutating func setFrameSize(width: Int, height: Int) {
    precondition(width > 0 && height > 0, "The sides of a frame must be positive")
    let size = SIMD2(Double(width), Double(height))
    if let frameSize, frameSize != size { reset() }
    frameSize = size
  }

  /// Forgets all objects, as for another video; numbers go on where they were.
  public mutating func reset() {
    states.removeAll(keepingCapacity: true)
    tracks.removeAll(keepingCapacity: true)
    motionRegions.removeAll(keepingCapacity: true)
    expectedShifts.removeAll(keepingCapacity: true)
    regionTracks.removeAll(keepingCapacity: true)
    scene = SceneMotion()
    clock = FrameClock()
    frameCount = 0
    knowsCamera = true
    frameSize = nil
    extent = SIMD4(.infinity, .infinity, -.infinity, -.infinity)
    expectation.isActive = false
  }

  /// Takes the detections of the next frame in.
  ///
  /// - Parameters:
  ///   - detections: What a detector found in the frame. Boxes without area are ignored.
  ///   - time: When the frame is shown, from any origin. A time that does not rise counts as no time
  ///     passed.
  ///   - cameraMotion: How the image moved since the frame before; `nil` when it is not known,
  ///     which lets the detections tell. A motion that is not finite or that makes lengths less
  ///     than a fifth or more than five times as large counts as unknown.
  ///   - boxMotions: The measured motion of each of ``motionRegions``, or none.
  /// - Returns: The objects in the frame: ``tracks``.
  /// - Throws: `invalidArgument` naming a detection whose box or confidence is not finite or whose
  ///   sides are negative, `tooLarge` for more than ``maximumCount`` detections; the frame then
  ///   counts as one without detections.
  /// - Complexity: O(*tracks* + *detections* + *pairs* that touch), and the cube of the number of
  ///   objects that are too close together to be told apart by that.
  @discardableResult
  public mutating func update(
    _ detections: [BoxDetection], at time: Duration, cameraMotion: CameraMotion? = nil,
    boxMotions: [BoxMotion] = []
  ) throws(ViewfinderError) -> [TrackedBox] {
    expectation.isActive = false
    move(to: time / .seconds(1), cameraMotion: cameraMotion, boxMotions: boxMotions)
    do {
      try take(detections)
    } catch {
      publish()
      throw error
    }
    associate()
    publish()
    return tracks
  }

  /// Answers a frame without detections.
  ///
  /// - Parameters:
  ///   - time: As of ``update(_:at:cameraMotion:boxMotions:)``.
  ///   - cameraMotion: How the image moved since the frame before, if known.
  ///   - boxMotions: The measured motion of each of ``motionRegions``, or none. Those with fewer
  ///     than 3 points are not relied on; the velocity stands in for them.
  /// - Returns: The objects in the frame: ``tracks``.
  /// - Precondition: There are as many motions as ``motionRegions`` or none.
  /// - Complexity: O(*tracks*²).
  @discardableResult
  public mutating func advance(
    to time: Duration, cameraMotion: CameraMotion? = nil, boxMotions: [BoxMotion] = []
  ) -> [TrackedBox] {
    let seconds = time / .seconds(1)
    if expectation.isActive {
      expectation.log(
        time: seconds, cameraMotion: cameraMotion, motions: boxMotions, tracks: regionTracks,
        states: states)
    }
    move(to: seconds, cameraMotion: cameraMotion, boxMotions: boxMotions)
    publish()
    return tracks
  }
}
