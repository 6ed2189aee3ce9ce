package import Viewfinder

/// One thing that a classifier sees in an object.
public final class ObjectLabel: Sendable {
  /// The name to show, or an empty string when the model has no label file.
  public let text: String

  /// How sure the classifier is, usually from 0 through 1.
  public let confidence: Float

  /// The position of the class in the model's output.
  public let index: Int

  package init(_ classification: Classification) {
    text = classification.text
    confidence = classification.confidence
    index = classification.index
  }
}

extension ObjectLabel: Hashable {
  /// Whether text, confidence and index agree.
  public static func == (left: ObjectLabel, right: ObjectLabel) -> Bool {
    left.index == right.index && left.confidence == right.confidence && left.text == right.text
  }

  /// Feeds text, confidence and index.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(index)
    hasher.combine(confidence)
    hasher.combine(text)
  }
}

extension ObjectLabel: CustomStringConvertible {
  /// Text, index and confidence.
  public var description: String { "\(text) (\(index)): \(confidence)" }
}
