internal import Foundation
public import MLKitImageLabelingCommon
internal import Viewfinder

/// Options of a labeler with the bundled general-purpose model.
///
/// Its labels are plain names of everyday things, coarser where a finer one is not sure;
/// Documentation/BaseLabels.md lists them with their indices.
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
        try BaseLabeler(
          model: .bundled(),
          options: BaseLabeler.Options(
            maxResults: options.maxResults,
            confidenceThreshold: options.confidenceThreshold ?? Self.defaultConfidenceThreshold))
      })
  }
}
