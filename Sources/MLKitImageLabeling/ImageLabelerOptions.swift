internal import Foundation
public import MLKitImageLabelingCommon
internal import Viewfinder

/// Options of a labeler with the bundled general-purpose model.
#if canImport(ObjectiveC)
  @objc(MLKImageLabelerOptions)
#endif
public final class ImageLabelerOptions: CommonImageLabelerOptions {
  /// The confidence threshold of the base model, where none is set.
  public static let defaultConfidenceThreshold: Float = 0.5

  /// Creates options with a confidence threshold of 0.5.
  public init() {
    super.init(
      locate: { .bundled },
      load: { _, options in
        var options = options
        if !(options.confidenceThreshold.map { $0 >= 0 && $0 <= 1 } ?? false) {
          options.confidenceThreshold = Self.defaultConfidenceThreshold
        }
        return try ImageClassifier(model: .bundled(), options: options)
      })
  }
}
