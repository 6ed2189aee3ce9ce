/// An object in an image.
public struct DetectedObject: Hashable, Sendable {
  /// Where the object is, in pixels of the upright image at its full size; inside the image.
  public var box: Box

  /// How sure the detector is that there is an object, from 0 through 1.
  public var confidence: Float

  /// What the object is, by falling confidence; empty when nothing is sure enough or labeling is
  /// off.
  public var labels: [DetectedLabel]

  /// Creates an object.
  public init(box: Box, confidence: Float, labels: [DetectedLabel] = []) {
    self.box = box
    self.confidence = confidence
    self.labels = labels
  }
}
