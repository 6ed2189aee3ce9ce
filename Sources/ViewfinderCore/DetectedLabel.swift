/// A class that a model sees in an image.
public struct DetectedLabel: Hashable, Sendable {
  /// The position of the class in the output tensor, from 0.
  public let index: Int

  /// The name to show: the label in the wanted language, or an empty string when the model has no
  /// label file.
  public let text: String

  /// The score, as the model and its calibration say; usually from 0 through 1.
  public let confidence: Float

  /// The output the class belongs to, from 0; models with one output only have head 0.
  public let head: Int

  /// The text, or the number of the class where there is none.
  public var displayText: String { text.isEmpty ? "class \(index)" : text }

  /// Creates a label.
  public init(index: Int, text: String, confidence: Float, head: Int = 0) {
    self.index = index
    self.text = text
    self.confidence = confidence
    self.head = head
  }
}
