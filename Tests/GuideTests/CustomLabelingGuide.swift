// swift-format-ignore-file
// The Swift of the guide "Label images with a custom model", with the single pods' modules.
import FirebaseStorage
import Foundation
import MLKitImageLabelingCustom
import MLKitVision

final class CustomLabelingGuide {
  var imageLabeler: ImageLabeler?
  var results: [String] = []
  var steps: [String] = []

  static func options(_ localModelFilePath: String) -> ImageLabeler {
    let localModel = LocalModel(path: localModelFilePath)
    let options = CustomImageLabelerOptions(localModel: localModel)
    options.confidenceThreshold = NSNumber(value: 0.0)
    let imageLabeler = ImageLabeler.imageLabeler(options: options)
    return imageLabeler
  }

  /// The guide's choice between a downloaded and a bundled model; it returns where there is neither.
  static func choose() -> ImageLabeler? {
    // Path where your download logic saves the model
    let documentDirectory = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask).first!
    let localModelURL = documentDirectory.appendingPathComponent("my_remote_model.tflite")

    let model: LocalModel
    if FileManager.default.fileExists(atPath: localModelURL.path) {
      // Use the downloaded model
      model = LocalModel(path: localModelURL.path)
    } else {
      // Fall back to bundled model
      guard let bundledModelPath = Bundle.main.path(forResource: "model", ofType: "tflite") else { return nil }
      model = LocalModel(path: bundledModelPath)
    }

    let options = CustomImageLabelerOptions(localModel: model)
    let imageLabeler = ImageLabeler.imageLabeler(options: options)
    return imageLabeler
  }

  func fetch(into localModelURL: URL, from address: String) {
    if FileManager.default.fileExists(atPath: localModelURL.path) {
      // Model is already cached, initialize immediately
      self.initializeLabeler(with: localModelURL)
    } else {
      // Model is not yet available, show loading UI and start download
      self.showLoadingUI()
      let storage = Storage.storage()
      let modelRef = storage.reference(forURL: address)
      modelRef.write(toFile: localModelURL) { url, error in
        self.hideLoadingUI()
        if let error = error {
          // Handle download error
          self.showErrorUI(error)
        } else if let modelURL = url {
          // Download success, initialize labeler
          self.initializeLabeler(with: modelURL)
        }
      }
    }
  }

  func initializeLabeler(with modelURL: URL) {
    let localModel = LocalModel(path: modelURL.path)
    let options = CustomImageLabelerOptions(localModel: localModel)
    self.imageLabeler = ImageLabeler.imageLabeler(options: options)
    // Enable ML-related UI features here
    self.enableMLFeatures()
  }

  private func showLoadingUI() { steps.append("loading") }
  private func hideLoadingUI() { steps.append("loaded") }
  private func showErrorUI(_ error: any Error) { steps.append("failed: \(error)") }
  private func enableMLFeatures() { steps.append("enabled") }

  func processAsynchronously(
    _ image: VisionImage, with imageLabeler: ImageLabeler, done: @escaping () -> Void
  ) {
    imageLabeler.process(image) { labels, error in
        defer { done() }
        guard error == nil, let labels = labels, !labels.isEmpty else {
            // Handle the error.
            return
        }
        // Show results.
        self.show(labels)
    }
  }

  func processSynchronously(_ image: VisionImage, with imageLabeler: ImageLabeler) {
    var labels: [ImageLabel]
    do {
        labels = try imageLabeler.results(in: image)
    } catch let error {
        // Handle the error.
        results.append("failed: \(error)")
        return
    }
    // Show results.
    show(labels)
  }

  private func show(_ labels: [ImageLabel]) {
    for label in labels {
      let labelText = label.text
      let confidence = label.confidence
      let index = label.index
      results.append("\(index) \(labelText) \(confidence)")
    }
  }
}
