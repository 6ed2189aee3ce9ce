public import MLKitCommon
public import MLKitImageLabelingCommon
internal import Viewfinder

/// Options of a labeler with a `.tflite` model of your own.
#if canImport(ObjectiveC)
  @objc(MLKCustomImageLabelerOptions)
#endif
public final class CustomImageLabelerOptions: CommonImageLabelerOptions {
  /// The greatest number of labels; values below 1 mean 10.
  public var maxResultCount: Int {
    get { labelLimit }
    set { labelLimit = newValue }
  }

  /// Creates options for a model that is stored on this machine.
  public init(localModel: LocalModel) {
    super.init(locate: { localModel.place }, load: Self.load)
  }

  /// Creates options for a hosted model, which must have been downloaded by the labeler's first use.
  public init(remoteModel: CustomRemoteModel) {
    super.init(
      locate: { .model(path: try remoteModel.downloadedPath()) }, load: Self.load)
  }

  /// Custom models see images as in ML Kit: stretched, and interpolated between pixels.
  @Sendable private static func load(
    _ place: ModelPlace, _ options: Labeler.Options
  ) throws -> any RegionLabeler {
    var options = options
    options.filter = .bilinear
    let model =
      switch place {
      case .bundled: try ClassifierModel.bundled()
      case .model(let path): try ClassifierModel(path: path)
      case .manifest(let path): try ClassifierModel(manifestPath: path)
      }
    return Labeler(model: model, options: options)
  }
}
