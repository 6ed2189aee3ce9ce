public import Foundation
package import Viewfinder

/// What the options of all image labelers have in common.
///
/// Make an `ImageLabelerOptions` or a `CustomImageLabelerOptions`.
open class CommonImageLabelerOptions {
  /// The least confidence of a label.
  ///
  /// `nil` and values outside 0 through 1 mean the labeler's own threshold: 0.5 for the base
  /// model, and for custom models the one in the model's metadata, or 0.
  public var confidenceThreshold: NSNumber?

  /// The greatest number of labels; values below 1 mean the default.
  package var labelLimit = 0

  /// Loads the model and makes a classifier; called at first use.
  package let load: @Sendable (ImageClassifier.Options) throws -> ImageClassifier

  /// The classifier's options as they stand.
  package var classifierOptions: ImageClassifier.Options {
    ImageClassifier.Options(
      maxResults: labelLimit, confidenceThreshold: confidenceThreshold?.floatValue)
  }

  package init(
    load: @escaping @Sendable (ImageClassifier.Options) throws -> ImageClassifier
  ) {
    self.load = load
  }
}
