public import ViewfinderCore

/// A box that a detector found in one frame, as a tracker takes it.
public struct BoxDetection: Hashable, Sendable {
  /// Where the object is, in pixels of the frame.
  public var box: Box
  /// How sure the detector is, from 0 through 1.
  public var confidence: Float
  /// The kind of object; `nil` when the detector does not tell kinds apart.
  public var classIndex: Int?

  /// Creates a detection.
  public init(box: Box, confidence: Float, classIndex: Int? = nil) {
    self.box = box
    self.confidence = confidence
    self.classIndex = classIndex
  }
}
