// swift-format-ignore-file
// How public apps and plugins use these APIs, each in our own words: what is kept is the shape, that is
// the imports, the order of the calls, and how types are spelled.
import AVFoundation
import MLKit
import UIKit

/// Shape 1: a camera plugin with static options and a static detector, called for each frame.
final class FramePlugin: NSObject {
  static var detectorOptions: CommonObjectDetectorOptions = {
    let option = ObjectDetectorOptions()
    option.detectorMode = .stream
    option.shouldEnableMultipleObjects = true
    option.shouldEnableClassification = true
    return option
  }()

  static var objectDetector = ObjectDetector.objectDetector(options: detectorOptions)

  static func callback(_ frame: CMSampleBuffer!, withArgs arguments: [Any]!) -> Any! {
    guard CMSampleBufferGetImageBuffer(frame) != nil else { return nil }
    let image = VisionImage(buffer: frame)
    image.orientation = .up
    var found: [Any] = []
    do {
      let objects: [Object] = try objectDetector.results(in: image)
      if !objects.isEmpty {
        for object in objects {
          found.append([
            "trackingID": object.trackingID as Any, "x": object.frame.origin.x,
            "labels": object.labels.map { ["text": $0.text, "index": $0.index] },
          ])
        }
      }
    } catch let error {
      print("Failed: \(error.localizedDescription).")
      return nil
    }
    return found
  }
}

/// Shape 2: a camera plugin that makes a detector for each frame.
final class PerFramePlugin: NSObject {
  static func callback(_ buffer: CMSampleBuffer) -> [[String: Any]]? {
    let visionImage = VisionImage(buffer: buffer)
    visionImage.orientation = .up
    var objects: [Object]
    do {
      let options = ObjectDetectorOptions()
      options.detectorMode = .singleImage
      options.shouldEnableMultipleObjects = true
      options.shouldEnableClassification = true
      objects = try ObjectDetector.objectDetector(options: options).results(in: visionImage)
    } catch let error {
      print("Failed: \(error.localizedDescription).")
      return nil
    }
    var elements: [[String: Any]] = []
    for object in objects {
      let frame = object.frame
      elements.append([
        "description": object.labels.enumerated().map { (index, label) in
          "Label \(index): \(label.text), \(label.confidence)"
        }.joined(separator: "\n"),
        "trackingID": object.trackingID as Any,
        "frame": ["x": frame.midX + (frame.minX - frame.midX), "width": frame.width],
      ])
    }
    return elements
  }
}

/// Shape 3: a view controller that gets frames as a capture delegate and draws on the main queue.
final class CameraController: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
  private lazy var captureSession = AVCaptureSession()
  private lazy var sessionQueue = DispatchQueue(label: "camera.session")
  private var lastFrame: CMSampleBuffer?
  private let options: CommonObjectDetectorOptions
  private lazy var detector = ObjectDetector.objectDetector(options: options)
  var rectangles: [(id: Int?, rect: CGRect)] = []
  var frameCount = 0

  init(options: CommonObjectDetectorOptions) {
    self.options = options
  }

  func start(_ device: AVCaptureDevice) {
    sessionQueue.async { [self] in
      captureSession.beginConfiguration()
      captureSession.sessionPreset = AVCaptureSession.Preset.medium
      let output = AVCaptureVideoDataOutput()
      output.videoSettings = [
        (kCVPixelBufferPixelFormatTypeKey as String): kCVPixelFormatType_32BGRA
      ]
      output.alwaysDiscardsLateVideoFrames = true
      let outputQueue = DispatchQueue(label: "camera.output")
      output.setSampleBufferDelegate(self, queue: outputQueue)
      do {
        let input = try AVCaptureDeviceInput(device: device)
        guard captureSession.canAddInput(input), captureSession.canAddOutput(output) else {
          print("Failed to add the camera.")
          return
        }
        captureSession.addInput(input)
        captureSession.addOutput(output)
      } catch {
        print("Failed to open the camera: \(error.localizedDescription)")
      }
      captureSession.commitConfiguration()
      captureSession.startRunning()
    }
  }

  var session: AVCaptureSession { captureSession }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
    from connection: AVCaptureConnection
  ) {
    guard let imageBuffer = CMSampleBufferGetImageBuffer(sampleBuffer) else {
      print("Failed to get image buffer from sample buffer.")
      return
    }
    lastFrame = sampleBuffer
    let visionImage = VisionImage(buffer: sampleBuffer)
    visionImage.orientation = .up
    let imageWidth = CGFloat(CVPixelBufferGetWidth(imageBuffer))
    let imageHeight = CGFloat(CVPixelBufferGetHeight(imageBuffer))
    frameCount += 1
    var objects: [Object]
    do {
      objects = try detector.results(in: visionImage)
    } catch let error {
      print("Failed to detect objects with error: \(error.localizedDescription).")
      return
    }
    for object in objects {
      let normalizedRect = CGRect(
        x: object.frame.origin.x / imageWidth, y: object.frame.origin.y / imageHeight,
        width: object.frame.size.width / imageWidth,
        height: object.frame.size.height / imageHeight
      ).standardized
      rectangles.append((object.trackingID?.intValue, normalizedRect))
    }
  }
}

/// Shape 4: a library that loads a picture by its URL and keeps one detector.
final class PhotoModule: NSObject {
  let photoObjectDetector: ObjectDetector

  init(modelPath: String) {
    let localModel = LocalModel(path: modelPath)
    let options = CustomObjectDetectorOptions(localModel: localModel)
    options.detectorMode = .singleImage
    options.shouldEnableClassification = true
    options.shouldEnableMultipleObjects = true
    options.classificationConfidenceThreshold = NSNumber(value: 0.05)
    options.maxPerObjectLabelCount = 3
    photoObjectDetector = ObjectDetector.objectDetector(options: options)
  }

  func start(_ image: String, resolver: @escaping (String?) -> Void, rejecter: @escaping (NSError) -> Void) {
    guard let imageUrl = URL(string: image), let imageData = try? Data(contentsOf: imageUrl),
      let picture = UIImage(data: imageData)
    else { return rejecter(NSError(domain: "domain", code: 404, userInfo: nil)) }
    let visionImage = VisionImage(image: picture)
    visionImage.orientation = picture.imageOrientation
    photoObjectDetector.process(visionImage) { objects, error in
      guard error == nil, let objects = objects, !objects.isEmpty else {
        return rejecter(NSError(domain: "domain", code: 400, userInfo: nil))
      }
      var highestLabel: String?
      var highest: Float = 0
      for object in objects {
        for label in object.labels where label.confidence > highest {
          highest = label.confidence
          highestLabel = label.text
        }
      }
      resolver(highestLabel)
    }
  }
}

/// Shape 5: a labeler whose threshold is a literal, and which answers a bridge with dictionaries.
final class BytesLabeler {
  func label(bytes: Data, result: @escaping (Any?) -> Void) {
    guard let uiImage = UIImage(data: bytes) else { return result("INVALID_IMAGE") }
    let visionImage = VisionImage(image: uiImage)
    visionImage.orientation = uiImage.imageOrientation
    let options = ImageLabelerOptions()
    options.confidenceThreshold = 0.1
    let labeler = ImageLabeler.imageLabeler(options: options)
    labeler.process(visionImage) { labels, error in
      if let error {
        return result(error.localizedDescription)
      }
      guard let labels else { return result([]) }
      result(
        labels.map { label in
          ["text": label.text, "confidence": label.confidence, "index": label.index]
            as [String: Any]
        })
    }
  }
}

/// Shape 6: implicitly unwrapped options of the common class, and a threshold by `floatLiteral`.
final class QuickLabeler: NSObject {
  private enum Constants {
    static let labelConfidenceThreshold = 0.1
    static let detectionNoResultsMessage = "No results returned."
  }
  var resultsText = ""

  func detectLabels(image: UIImage?, shouldUseCustomModel: Bool, path: String, done: @escaping () -> Void) {
    guard let image = image else { return }
    var options: CommonImageLabelerOptions!
    if shouldUseCustomModel {
      let localModel = LocalModel(path: path)
      options = CustomImageLabelerOptions(localModel: localModel)
    } else {
      options = ImageLabelerOptions()
    }
    options.confidenceThreshold = NSNumber(floatLiteral: Constants.labelConfidenceThreshold)
    let onDeviceLabeler = ImageLabeler.imageLabeler(options: options)
    let visionImage = VisionImage(image: image)
    visionImage.orientation = image.imageOrientation
    resultsText += "Running \(VisionImage.description())\n"
    process(visionImage, with: onDeviceLabeler, done)
  }

  private func process(_ visionImage: VisionImage, with labeler: ImageLabeler?, _ done: @escaping () -> Void) {
    weak var weakSelf = self
    labeler?.process(visionImage) { labels, error in
      defer { done() }
      guard let strongSelf = weakSelf else {
        print("Self is nil!")
        return
      }
      guard error == nil, let labels = labels, !labels.isEmpty else {
        let errorString = error?.localizedDescription ?? Constants.detectionNoResultsMessage
        strongSelf.resultsText += "Failed with error: \(errorString)"
        return
      }
      strongSelf.resultsText += labels.map { (label: ImageLabel) -> String in
        return "Label: \(label.text), Confidence: \(label.confidence), Index: \(label.index)"
      }.joined(separator: "\n")
    }
  }
}

/// Shape 7: a wrapper around each of the library's types, with `ObjectDetectionCallback`.
final class DetectorBox {
  enum Failure: Error { case invalidMode(String) }

  struct Record {
    var mode: String?
    var threshold: Float?
    var count: Int?
  }

  private var detectorMode: ObjectDetectorMode?
  private var detector: ObjectDetector?

  init(_ record: Record, model: LocalModel) throws {
    switch record.mode {
    case "stream": detectorMode = .stream
    case "singleImage", nil: detectorMode = .singleImage
    case let mode?: throw Failure.invalidMode(mode)
    }
    let options = CustomObjectDetectorOptions(localModel: model)
    if let mode = detectorMode { options.detectorMode = mode }
    if let threshold = record.threshold {
      options.classificationConfidenceThreshold = NSNumber(value: threshold)
    }
    options.maxPerObjectLabelCount = record.count ?? 0
    options.shouldEnableClassification = true
    detector = ObjectDetector.objectDetector(options: options)
  }

  func run(_ image: MLKitCompatibleImage, then callback: @escaping ObjectDetectionCallback) {
    detector?.process(image, completion: callback)
  }
}

/// Shape 8: a remote model with a fallback, its source's type asserted, and notifications as selectors
/// would be: for the model as their object.
final class RemoteLabeler {
  private let modelManager = ModelManager.modelManager()
  private let remoteModel: RemoteModel
  private var token: NSObjectProtocol?
  var isReady = false

  init(name: String) {
    remoteModel = CustomRemoteModel(remoteModelSource: FirebaseModelSource(name: name))
  }

  func options(manifest: String) -> CommonImageLabelerOptions? {
    let isModelDownloaded = modelManager.isModelDownloaded(remoteModel)
    guard let localModel = LocalModel(manifestPath: manifest) else { return nil }
    let options: CommonImageLabelerOptions =
      isModelDownloaded
      ? CustomImageLabelerOptions(remoteModel: remoteModel as! CustomRemoteModel)
      : CustomImageLabelerOptions(localModel: localModel)
    options.confidenceThreshold = NSNumber(value: 0.7)
    return options
  }

  func download() -> Progress {
    token = NotificationCenter.default.addObserver(
      forName: .mlkitModelDownloadDidSucceed, object: remoteModel, queue: nil
    ) { [weak self] _ in self?.isReady = true }
    let conditions = ModelDownloadConditions()
    return modelManager.download(remoteModel, conditions: conditions.copy() as! ModelDownloadConditions)
  }
}

/// Shape 9: an `MLImage` of a picture or a pixel buffer, where its size decides.
final class SizedDetector {
  func detect(_ image: UIImage) async throws -> [CGRect] {
    guard let mlImage = MLImage(image: image) else { return [] }
    mlImage.orientation = image.imageOrientation
    let options = ObjectDetectorOptions()
    options.detectorMode = .singleImage
    let objects = try await ObjectDetector.objectDetector(options: options).process(mlImage)
    return objects.map { object in
      CGRect(
        x: object.frame.minX / mlImage.width, y: object.frame.minY / mlImage.height,
        width: object.frame.width / mlImage.width, height: object.frame.height / mlImage.height)
    }
  }
}

/// Shape 10: a pixel buffer that is made by hand, locked and filled.
final class BufferMaker {
  func makeBuffer(width: Int, height: Int, gray: UInt8) -> CVPixelBuffer? {
    let attributes =
      [
        kCVPixelBufferCGImageCompatibilityKey: kCFBooleanTrue,
        kCVPixelBufferCGBitmapContextCompatibilityKey: kCFBooleanTrue,
      ] as CFDictionary
    var pixelBuffer: CVPixelBuffer?
    let status = CVPixelBufferCreate(
      kCFAllocatorDefault, width, height, kCVPixelFormatType_32BGRA, attributes, &pixelBuffer)
    guard status == kCVReturnSuccess, let buffer = pixelBuffer else { return nil }
    CVPixelBufferLockBaseAddress(buffer, CVPixelBufferLockFlags(rawValue: 0))
    defer { CVPixelBufferUnlockBaseAddress(buffer, CVPixelBufferLockFlags(rawValue: 0)) }
    guard let base = CVPixelBufferGetBaseAddress(buffer) else { return nil }
    let bytesPerRow = CVPixelBufferGetBytesPerRow(buffer)
    for y in 0..<height {
      let row = base.advanced(by: y * bytesPerRow).assumingMemoryBound(to: UInt8.self)
      for x in 0..<width * 4 { row[x] = gray }
    }
    return buffer
  }

  func makeSample(_ buffer: CVPixelBuffer, at seconds: Double) -> CMSampleBuffer? {
    var description: CMVideoFormatDescription?
    CMVideoFormatDescriptionCreateForImageBuffer(
      allocator: kCFAllocatorDefault, imageBuffer: buffer, formatDescriptionOut: &description)
    guard let description else { return nil }
    var timing = CMSampleTimingInfo(
      duration: .invalid, presentationTimeStamp: CMTimeMakeWithSeconds(seconds, preferredTimescale: 600),
      decodeTimeStamp: .invalid)
    var sample: CMSampleBuffer?
    CMSampleBufferCreateReadyWithImageBuffer(
      allocator: kCFAllocatorDefault, imageBuffer: buffer, formatDescription: description,
      sampleTiming: &timing, sampleBufferOut: &sample)
    return sample
  }
}

/// Shape 11: results kept in Foundation's collections, compared and printed as objects.
final class Gallery: NSObject {
  private let seen = NSMutableSet()

  func isNew(_ object: Object) -> Bool {
    defer { seen.add(object) }
    return !seen.contains(object)
  }

  func text(_ object: Object) -> String {
    object.description + " " + object.labels.map(\.description).joined(separator: ", ")
  }
}

/// Shape 12: a map from a picture's pixels to a view's points by an affine transform.
final class Overlay {
  func transform(image: CGSize, view: CGSize) -> CGAffineTransform {
    let isWide = image.width / image.height > view.width / view.height
    let scale = isWide ? view.width / image.width : view.height / image.height
    let x = (view.width - image.width * scale) / 2
    let y = (view.height - image.height * scale) / 2
    var transform = CGAffineTransform.identity.translatedBy(x: x, y: y)
    transform = transform.scaledBy(x: scale, y: scale)
    return transform
  }

  func rectangles(_ objects: [Object], image: CGSize, view: CGSize) -> [CGRect] {
    let transform = transform(image: image, view: view)
    return objects.map { $0.frame.applying(transform) }
  }
}
