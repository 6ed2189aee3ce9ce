// Shapes of clients that import single pods, and choose by what can be imported.
import Foundation

#if canImport(MLKitObjectDetection)
  import MLKitObjectDetection
#endif
#if !targetEnvironment(simulator)
  import MLImage
  import MLKitImageLabeling
  import MLKitVision
#endif

/// Shape 13: `ObjectDetector`, `Object` and `ObjectLabel` with two imports, and no others.
struct TwoImports {
  private let objectDetector: ObjectDetector

  init() {
    let options = ObjectDetectorOptions()
    options.detectorMode = ObjectDetectorMode(rawValue: 0)
    options.shouldEnableClassification = true
    objectDetector = ObjectDetector.objectDetector(options: options)
  }

  func categories(_ image: VisionImage) throws -> [String] {
    let objects: [Object] = try objectDetector.results(in: image)
    let labels: [ObjectLabel] = objects.flatMap(\.labels)
    return labels.filter { $0.text == DetectedObjectLabel.food.rawValue }.map(\.text)
  }
}

/// Shape 14: the base labeler's answer sorted again, and looked up by its index.
struct PhotoLabels {
  static func detect(
    _ image: UIImage, threshold: Float, completion: @escaping (ImageLabel?) -> Void
  ) {
    let option = ImageLabelerOptions()
    option.confidenceThreshold = NSNumber(value: threshold)
    let labeler = ImageLabeler.imageLabeler(options: option)
    let visionImage = VisionImage(image: image)
    visionImage.orientation = image.imageOrientation
    let callback: ImageLabelingCallback = { labels, error in
      guard error == nil, let labels = labels, !labels.isEmpty,
        let label = labels.sorted(by: { $0.confidence > $1.confidence }).first
      else { return completion(nil) }
      completion(label)
    }
    labeler.process(visionImage, completion: callback)
  }
}
