// swift-format-ignore-file
// The Swift of the guide "Label images with an AutoML-trained model", with the umbrella module.
import Foundation
import MLKit

final class AutoMLGuide: @unchecked Sendable {
  var downloads: [String] = []

  /// The guide's path of a bundled manifest; it returns `true` where there is none.
  static func bundledManifest() -> LocalModel? {
    guard let manifestPath = Bundle.main.path(
        forResource: "manifest",
        ofType: "json",
        inDirectory: "your_model_directory"
    ) else { return nil }
    let localModel = LocalModel(manifestPath: manifestPath)
    return localModel
  }

  static func remoteModel(_ name: String) -> CustomRemoteModel {
    // Initialize the model source with the name you assigned in
    // the Firebase console.
    let remoteModelSource = FirebaseModelSource(name: name)
    let remoteModel = CustomRemoteModel(remoteModelSource: remoteModelSource)
    return remoteModel
  }

  static func download(_ remoteModel: CustomRemoteModel) -> Progress {
    let downloadConditions = ModelDownloadConditions(
      allowsCellularAccess: true,
      allowsBackgroundDownloading: true
    )

    let downloadProgress = ModelManager.modelManager().download(
      remoteModel,
      conditions: downloadConditions
    )
    return downloadProgress
  }

  static func labeler(_ localModel: LocalModel) -> ImageLabeler {
    let options = CustomImageLabelerOptions(localModel: localModel)
    options.confidenceThreshold = NSNumber(value: 0.0)  // Evaluate your model in the Cloud console
                                                        // to determine an appropriate value.
    let imageLabeler = ImageLabeler.imageLabeler(options)
    return imageLabeler
  }

  static func labeler(_ remoteModel: CustomRemoteModel, or localModel: LocalModel) -> ImageLabeler {
    var options: CustomImageLabelerOptions
    if (ModelManager.modelManager().isModelDownloaded(remoteModel)) {
      options = CustomImageLabelerOptions(remoteModel: remoteModel)
    } else {
      options = CustomImageLabelerOptions(localModel: localModel)
    }
    options.confidenceThreshold = NSNumber(value: 0.0)  // Evaluate your model in the Firebase console
                                                        // to determine an appropriate value.
    let imageLabeler = ImageLabeler.imageLabeler(options: options)
    return imageLabeler
  }

  func observe(_ name: String) {
    NotificationCenter.default.addObserver(
        forName: .mlkitMLModelDownloadDidSucceed,
        object: nil,
        queue: nil
    ) { [weak self] notification in
        guard let strongSelf = self,
            let userInfo = notification.userInfo,
            let model = userInfo[ModelDownloadUserInfoKey.remoteModel.rawValue]
                as? RemoteModel,
            model.name == name
            else { return }
        // The model was downloaded and is available on the device
        strongSelf.downloads.append(model.name)
    }

    NotificationCenter.default.addObserver(
        forName: .mlkitMLModelDownloadDidFail,
        object: nil,
        queue: nil
    ) { [weak self] notification in
        guard let strongSelf = self,
            let userInfo = notification.userInfo,
            let model = userInfo[ModelDownloadUserInfoKey.remoteModel.rawValue]
                as? RemoteModel,
            model.name == name
            else { return }
        let error = userInfo[ModelDownloadUserInfoKey.error.rawValue]
        // ...
        strongSelf.downloads.append("failed: \(String(describing: error))")
    }
  }
}
