public import Foundation
public import MLKitCommon
public import MLKitObjectDetectionCommon
internal import Viewfinder

/// Options of a detector with a `.tflite` model of your own.
///
/// The model is a classifier for the objects that the bundled localizer finds, as in ML Kit; or, as
/// an extension, an object detection model that finds and names them itself.
#if canImport(ObjectiveC)
  @objc(MLKCustomObjectDetectorOptions)
#endif
public final class CustomObjectDetectorOptions: CommonObjectDetectorOptions {
  /// The least confidence of a label.
  ///
  /// `nil` and values outside 0 through 1 mean the threshold in the model's metadata, or 0.
  public var classificationConfidenceThreshold: NSNumber? {
    get { labelThreshold }
    set { labelThreshold = newValue }
  }

  /// The greatest number of labels of an object; values below 1 mean 10.
  public var maxPerObjectLabelCount: Int {
    get { labelLimit }
    set { labelLimit = newValue }
  }

  /// Creates options for a model that is stored on this machine.
  public init(localModel: LocalModel) {
    super.init(locate: { _ in localModel.place }, load: Self.load)
  }

  /// Creates options for a hosted model, which must have been downloaded by the detector's first
  /// use.
  public init(remoteModel: CustomRemoteModel) {
    super.init(
      locate: { classifies in
        // As for local models: without labels one that is missing does no harm.
        if !classifies, !ModelManager.modelManager().isModelDownloaded(remoteModel) {
          return .bundled
        }
        return .model(path: try remoteModel.downloadedPath())
      }, load: Self.load)
  }

  /// Custom models see images as in ML Kit: stretched, and interpolated between pixels.
  @Sendable private static func load(
    _ place: ModelPlace, _ labelOptions: Labeler.Options?,
    _ options: Detector.Options
  ) throws -> Detector {
    var labelOptions = labelOptions
    labelOptions?.filter = .bilinear
    switch place {
    case .bundled: return try Detector(options: options)
    case .model(let path):
      return try Detector(
        customModel: path, labelOptions: labelOptions, customFilter: .bilinear,
        options: options)
    case .manifest(let path):
      guard let labelOptions else {
        return try Detector(options: options)
      }
      return try Detector(
        labelingWith: ClassifierModel(manifestPath: path), labelOptions: labelOptions,
        options: options)
    }
  }
}
