public import ViewfinderCore

/// An object in an image.
public struct DetectedObject: Hashable, Sendable {
  /// Where the object is, in pixels of the image as passed, not turned; inside the image.
  public var frame: Box

  /// How sure the detector is that there is an object, from 0 through 1.
  public var confidence: Float

  /// What the object is, by falling confidence; empty when nothing is sure enough or
  /// classification is off.
  public var labels: [DetectedLabel]

  /// The number of the object's track; only trackers give one.
  public var trackingID: Int?

  /// Creates an object.
  public init(
    frame: Box, confidence: Float, labels: [DetectedLabel] = [], trackingID: Int? = nil
  ) {
    self.frame = frame
    self.confidence = confidence
    self.labels = labels
    self.trackingID = trackingID
  }
}
