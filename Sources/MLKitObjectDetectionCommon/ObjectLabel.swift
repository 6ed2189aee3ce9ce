package import Viewfinder

/// What an object is.
public final class ObjectLabel: Sendable {
  /// The name to show, or an empty string when the model has no label file.
  public let text: String

  /// The position of the class in the classifier's output.
  public let index: Int

  /// How sure the classifier is, from 0 through 1.
  public let confidence: Float

  package init(_ classification: Classification) {
    text = classification.text
    index = classification.index
    confidence = classification.confidence
  }
}

extension ObjectLabel: CustomStringConvertible {
  /// Text, index and confidence.
  public var description: String { "\(text) (\(index)): \(confidence)" }
}
