// swift-format-ignore-file
// The Swift of the guide "Detect, track and classify objects with a custom classification model",
// with the single pods' modules.
import FirebaseStorage
import Foundation
import MLKitObjectDetectionCustom
import MLKitVision

final class CustomObjectDetectionGuide {
  var objectDetector: ObjectDetector?
  var steps: [String] = []

  static func model(_ localModelFilePath: String) -> LocalModel {
    let localModel = LocalModel(path: localModelFilePath)
    return localModel
  }

  static func options(_ localModel: LocalModel) -> CustomObjectDetectorOptions {
    let options = CustomObjectDetectorOptions(localModel: localModel)
    options.detectorMode = .singleImage
    options.shouldEnableClassification = true
    options.shouldEnableMultipleObjects = true
    options.classificationConfidenceThreshold = NSNumber(value: 0.5)
    options.maxPerObjectLabelCount = 3
    return options
  }

  /// The guide's choice between a downloaded and a bundled model; it returns where there is neither.
  static func choose() -> ObjectDetector? {
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

    let options = CustomObjectDetectorOptions(localModel: model)
    options.detectorMode = .singleImage
    options.shouldEnableClassification = true
    options.shouldEnableMultipleObjects = true
    options.classificationConfidenceThreshold = NSNumber(value: 0.5)
    options.maxPerObjectLabelCount = 3
    let objectDetector = ObjectDetector.objectDetector(options: options)
    return objectDetector
  }

  func fetch(into localModelURL: URL, from address: String) {
    if FileManager.default.fileExists(atPath: localModelURL.path) {
      // Model is already cached, initialize immediately
      self.initializeDetector(with: localModelURL)
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
          // Download success, initialize detector
          self.initializeDetector(with: modelURL)
        }
      }
    }
  }

  func initializeDetector(with modelURL: URL) {
    let localModel = LocalModel(path: modelURL.path)
    let options = CustomObjectDetectorOptions(localModel: localModel)
    options.detectorMode = .singleImage
    options.shouldEnableClassification = true
    options.shouldEnableMultipleObjects = true
    self.objectDetector = ObjectDetector.objectDetector(options: options)
    // Enable ML features in UI
    self.enableMLFeatures()
  }

  private func showLoadingUI() { steps.append("loading") }
  private func hideLoadingUI() { steps.append("loaded") }
  private func showErrorUI(_ error: any Error) { steps.append("failed: \(error)") }
  private func enableMLFeatures() { steps.append("enabled") }

  static func liveOptions(_ localModel: LocalModel) -> CustomObjectDetectorOptions {
    // Live detection and tracking
    let options = CustomObjectDetectorOptions(localModel: localModel)
    options.shouldEnableClassification = true
    options.maxPerObjectLabelCount = 3
    return options
  }

  static func stillOptions(_ localModel: LocalModel) -> CustomObjectDetectorOptions {
    // Multiple object detection in static images
    let options = CustomObjectDetectorOptions(localModel: localModel)
    options.detectorMode = .singleImage
    options.shouldEnableMultipleObjects = true
    options.shouldEnableClassification = true
    options.maxPerObjectLabelCount = 3
    return options
  }

  static func describe(_ objects: [Object]) -> [String] {
    var descriptions: [String] = []
    // objects contains one item if multiple object detection wasn't enabled.
    for object in objects {
      let frame = object.frame
      let trackingID = object.trackingID
      let description = object.labels.enumerated().map { (index, label) in
        "Label \(index): \(label.text), \(label.confidence), \(label.index)"
      }.joined(separator: "\n")
      descriptions.append("\(frame) \(trackingID?.intValue ?? -1) \(description)")
    }
    return descriptions
  }
}
