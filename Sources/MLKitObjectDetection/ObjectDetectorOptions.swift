public import MLKitObjectDetectionCommon
internal import Viewfinder

/// Options of a detector with the bundled models: objects and five coarse categories.
public final class ObjectDetectorOptions: CommonObjectDetectorOptions {
  /// Creates options: stream mode, one object, no classification.
  public init() {
    super.init { options in try .coarseCategories(options: options) }
  }
}
