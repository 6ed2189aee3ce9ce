public import MLKitObjectDetectionCommon
internal import Viewfinder

/// Options of a detector with the bundled models: objects of any kind, in five coarse categories.
#if canImport(ObjectiveC)
  @objc(MLKObjectDetectorOptions)
#endif
public final class ObjectDetectorOptions: CommonObjectDetectorOptions {
  /// Creates options: one object, no classification, for a stream.
  public init() {
    super.init(
      locate: { _ in .bundled },
      load: { _, labelOptions, options in
        try Detector(
          labeling: labelOptions == nil
            ? .off : .labeler(CategoryLabeler(model: try .bundled())),
          options: options)
      })
  }
}

extension MLKitObjectDetectionCommon.ObjectDetector {
  /// Makes a detector with the options' defaults.
  public static func objectDetector() -> MLKitObjectDetectionCommon.ObjectDetector {
    objectDetector(options: ObjectDetectorOptions())
  }
}
