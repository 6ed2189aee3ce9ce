public import MLKitCommon
public import MLKitImageLabelingCommon
internal import Viewfinder

/// Options of a labeler with a `.tflite` model of your own.
public final class CustomImageLabelerOptions: CommonImageLabelerOptions {
  /// The greatest number of labels; values below 1 mean 10.
  public var maxResultCount: Int {
    get { labelLimit }
    set { labelLimit = newValue }
  }

  /// Creates options for a model that is stored on this machine.
  public init(localModel: LocalModel) {
    super.init { options in
      let model =
        if let manifestPath = localModel.manifestPath {
          try ClassifierModel(manifestPath: manifestPath)
        } else {
          try ClassifierModel(path: localModel.path)
        }
      return ImageClassifier(model: model, options: options)
    }
  }

  /// Creates options for a hosted model, which must have been downloaded by the labeler's first use.
  public init(remoteModel: CustomRemoteModel) {
    super.init { options in
      ImageClassifier(
        model: try ClassifierModel(path: remoteModel.downloadedPath()), options: options)
    }
  }
}
