public import ViewfinderCore

/// Where a tracked object is in the newest frame.
public struct TrackedBox: Hashable, Sendable {
  /// The number of the track: the first of a tracker is 0, and none is given twice.
  public var id: Int
  /// Where the object is, in pixels of the frame; it may reach beyond it.
  public var box: Box
  /// How sure the detector was when it last saw the object, from 0 through 1.
  public var confidence: Float
  /// The kind of object, if the detector tells kinds apart.
  public var classIndex: Int?
  /// How the tracker knows where the object is.
  public var source: Source
  /// Which of the detections of this frame it is; `nil` when it is none of them.
  public var detectionIndex: Int?
  // Seconds, for making a `Duration` of each costs more than all else that a track takes in a frame.
  var ageInSeconds: Double
  var secondsSinceDetection: Double
  /// How many detections the track has.
  public var detectionCount: Int

  /// The time since the track's first detection.
  public var age: Duration { .seconds(ageInSeconds) }
  /// The time since the track's newest detection.
  public var timeSinceDetection: Duration { .seconds(secondsSinceDetection) }

  /// How a tracker knows where an object is.
  public enum Source: String, Hashable, Sendable {
    /// A detection in this frame.
    case detected
    /// The measured motion of the box's content since an earlier frame.
    case followed
    /// The object's velocity alone: it is hidden or was missed.
    case predicted
  }

  /// Creates a box.
  public init(
    id: Int, box: Box, confidence: Float, classIndex: Int? = nil, source: Source = .detected,
    detectionIndex: Int? = nil, age: Duration = .zero, timeSinceDetection: Duration = .zero,
    detectionCount: Int = 1
  ) {
    self.id = id
    self.box = box
    self.confidence = confidence
    self.classIndex = classIndex
    self.source = source
    self.detectionIndex = detectionIndex
    ageInSeconds = age / .seconds(1)
    secondsSinceDetection = timeSinceDetection / .seconds(1)
    self.detectionCount = detectionCount
  }

  /// Creates the box of a state at a time in seconds.
  init(_ state: TrackState, id: Int, at time: Double) {
    self.id = id
    box = state.filter.box.rect
    confidence = Float(state.confidence)
    classIndex = state.classIndex < 0 ? nil : state.classIndex
    source = !state.hasMoved ? .detected : state.isFollowed ? .followed : .predicted
    detectionIndex = state.isMatched ? state.detectionIndex : nil
    ageInSeconds = time - state.birthTime
    secondsSinceDetection = time - state.lastSeenTime
    detectionCount = state.detectionCount
  }
}
