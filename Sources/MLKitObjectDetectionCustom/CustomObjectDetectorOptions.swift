public import Foundation
public import MLKitCommon
public import MLKitObjectDetectionCommon
internal import Viewfinder

/// Options of a detector with a `.tflite` model of your own.
///
/// The model is a classifier for the objects that the bundled localizer finds, as in ML Kit; or, as
/// an extension, an object detection model that finds and names them itself.
public final class CustomObjectDetectorOptions: CommonObjectDetectorOptions {
  /// The least confidence of a label.
  ///
  /// `nil` and values outside 0 through 1 mean the threshold in the model's metadata, or 0.
  public var classificationConfidenceThreshold: NSNumber? {
    get { labelThreshold.map { NSNumber(value: $0) } }
    set { labelThreshold = newValue?.floatValue }
  }

  /// The greatest number of labels of an object; values below 1 mean 10.
  public var maxPerObjectLabelCount: Int {
    get { labelLimit }
    set { labelLimit = newValue }
  }

  /// Creates options for a model that is stored on this machine.
  public init(localModel: LocalModel) {
    super.init { classifierOptions, options in
      guard let manifestPath = localModel.manifestPath else {
        return try Viewfinder.ObjectDetector(
          customModel: localModel.path, classifierOptions: classifierOptions, options: options)
      }
      guard let classifierOptions else {
        return Viewfinder.ObjectDetector(model: try .bundled(), options: options)
      }
      return try Viewfinder.ObjectDetector(
        classifying: ClassifierModel(manifestPath: manifestPath),
        classifierOptions: classifierOptions, options: options)
    }
  }

  /// Creates options for a hosted model, which must have been downloaded by the detector's first
  /// use.
  public init(remoteModel: CustomRemoteModel) {
    super.init { classifierOptions, options in
      // As for local models: without labels one that is missing does no harm.
      if classifierOptions == nil, !ModelManager.modelManager().isModelDownloaded(remoteModel) {
        return Viewfinder.ObjectDetector(model: try .bundled(), options: options)
      }
      return try Viewfinder.ObjectDetector(
        customModel: remoteModel.downloadedPath(), classifierOptions: classifierOptions,
        options: options)
    }
  }
}
