/// An object that a tracker follows, as it is in one frame.
public struct TrackedObject: Hashable, Sendable {
  /// The number of the object's track: 0 for the first of a tracker, and never given twice.
  public var id: Int

  /// Where the object is, in pixels of the upright frame; inside the frame.
  public var box: Box

  /// How sure the detector was when it last saw the object, from 0 through 1.
  public var confidence: Float

  /// What the object is, by falling confidence, averaged over the life of the track.
  public var labels: [DetectedLabel]

  /// Creates an object.
  public init(id: Int, box: Box, confidence: Float, labels: [DetectedLabel] = []) {
    self.id = id
    self.box = box
    self.confidence = confidence
    self.labels = labels
  }
}
