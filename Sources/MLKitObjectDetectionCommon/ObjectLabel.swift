public import Foundation
package import Viewfinder

/// One thing that a classifier sees in an object.
#if canImport(ObjectiveC)
  @objc(MLKObjectLabel)
#endif
public final class ObjectLabel: NSObject, Sendable {
  /// The name to show, or an empty string when the model has no label file.
  public let text: String

  /// How sure the classifier is, usually from 0 through 1.
  public let confidence: Float

  /// The position of the class in the model's output.
  public let index: Int

  package init(_ classification: DetectedLabel) {
    text = classification.text
    confidence = classification.confidence
    index = classification.index
  }

  /// Whether text, confidence and index agree.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? ObjectLabel else { return false }
    return index == other.index && confidence == other.confidence && text == other.text
  }

  /// A number that agrees for equal labels.
  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(index)
    hasher.combine(confidence)
    hasher.combine(text)
    return hasher.finalize()
  }

  /// Text, index and confidence.
  public override var description: String { "\(text) (\(index)): \(confidence)" }
}
