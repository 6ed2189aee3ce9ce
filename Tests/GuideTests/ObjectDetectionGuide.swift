// swift-format-ignore-file
// The Swift of the guides "Detect and track objects" (both editions), with the umbrella module.
import AVFoundation
import MLKit
import UIKit

final class ObjectDetectionGuide {
  var objects: [Object] = []
  var descriptions: [String] = []

  // 1. Configure the object detector

  static func liveOptions() -> ObjectDetectorOptions {
    // Live detection and tracking
    let options = ObjectDetectorOptions()
    options.shouldEnableClassification = true
    return options
  }

  static func stillOptions() -> ObjectDetectorOptions {
    // Multiple object detection in static images
    let options = ObjectDetectorOptions()
    options.detectorMode = .singleImage
    options.shouldEnableMultipleObjects = true
    options.shouldEnableClassification = true
    return options
  }

  static func detectors(_ options: ObjectDetectorOptions) -> [ObjectDetector] {
    let plain = ObjectDetector.objectDetector()
    // Or, to change the default settings:
    let objectDetector = ObjectDetector.objectDetector(options: options)
    return [plain, objectDetector]
  }

  // 2. Prepare the input image

  static func prepare(_ image: UIImage) -> VisionImage {
    // The guide names this constant `image` and then writes `visionImage`, and passes the type.
    let visionImage = VisionImage(image: image)
    visionImage.orientation = image.imageOrientation
    return visionImage
  }

  static func imageOrientation(
    deviceOrientation: UIDeviceOrientation,
    cameraPosition: AVCaptureDevice.Position
  ) -> UIImage.Orientation {
    switch deviceOrientation {
    case .portrait:
      return cameraPosition == .front ? .leftMirrored : .right
    case .landscapeLeft:
      return cameraPosition == .front ? .downMirrored : .up
    case .portraitUpsideDown:
      return cameraPosition == .front ? .rightMirrored : .left
    case .landscapeRight:
      return cameraPosition == .front ? .upMirrored : .down
    case .faceDown, .faceUp, .unknown:
      return .up
    }
  }

  static func prepare(
    _ sampleBuffer: CMSampleBuffer, _ cameraPosition: AVCaptureDevice.Position
  ) -> VisionImage {
    let image = VisionImage(buffer: sampleBuffer)
    image.orientation = imageOrientation(
      deviceOrientation: UIDevice.current.orientation,
      cameraPosition: cameraPosition)
    return image
  }

  // 3. Process the image

  func processAsynchronously(
    _ image: VisionImage, with objectDetector: ObjectDetector, done: @escaping () -> Void
  ) {
    objectDetector.process(image) { objects, error in
      defer { done() }
      guard error == nil else {
        // Error.
        return
      }
      // The guide does not unwrap the optional.
      guard let objects, !objects.isEmpty else {
        // No objects detected.
        return
      }

      // Success. Get object info here.
      self.objects = objects
    }
  }

  func processSynchronously(_ image: VisionImage, with objectDetector: ObjectDetector) {
    var objects: [Object]
    do {
      objects = try objectDetector.results(in: image)
    } catch let error {
      print("Failed to detect object with error: \(error.localizedDescription).")
      return
    }
    guard !objects.isEmpty else {
      print("Object detector returned no results.")
      return
    }

    // Success. Get object info here.
    self.objects = objects
  }

  // 4. Get information about detected objects

  func describe() {
    // objects contains one item if multiple object detection wasn't enabled.
    for object in objects {
      let frame = object.frame
      let trackingID = object.trackingID

      // If classification was enabled:
      let description = object.labels.enumerated().map { (index, label) in
        "Label \(index): \(label.text), \(label.confidence)"
        }.joined(separator:"\n")
      descriptions.append("\(frame) \(trackingID?.intValue ?? -1) \(description)")
    }
  }
}
