/// What the tracker knows of one object.
struct TrackState: Sendable {
  enum Phase: Sendable {
    /// Seen once and not yet reported.
    case tentative
    /// In the newest detections.
    case active
    /// Missed in them.
    case lost
  }

  /// The order of first sighting among all tracks, confirmed or not.
  let serial: Int
  /// The public number; given when the track is first reported.
  var id: Int?
  var phase: Phase
  var filter: BoxFilter
  /// Where the filter expects the object in the frame of the detections at hand.
  var expected: BoxVector
  var confidence: Double
  /// −1 for none.
  var classIndex: Int
  let birthTime: Double
  var lastSeenTime: Double
  var detectionCount = 1
  /// In how many frames with detections it was missed since it was last seen.
  var missCount = 0
  /// How far its detections lie from where it expects them, in sides of the box: a running mean.
  var surprise: Double
  /// The detection that it was given; −1 for none.
  var detectionIndex: Int
  /// Whether its newest detection lay so far from where it was expected that its box cannot have
  /// shown much of it.
  var isMisplaced = false
  /// Whether another track hides it.
  var isCovered = false
  /// Whether it was moved since its newest detection.
  var hasMoved = false
  /// Whether it was moved to the newest frame by a measured motion.
  var isFollowed = false

  var isMatched: Bool { detectionIndex >= 0 }
}

/// A detection at hand, checked.
struct Candidate: Sendable {
  var box: BoxVector
  var confidence: Double
  /// −1 for none.
  var classIndex: Int
  /// Its place in the caller's array.
  var index: Int
  var isTaken = false
}
