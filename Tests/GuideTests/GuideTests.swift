import Foundation
import MLKit
import Testing
import UIKit
import ViewfinderTestSupport

/// Runs the guides' code on real photos.
@Suite(
  "The guides' Swift", .enabled(if: Shared.isPresent && LiteRT.isPresent), .timeLimit(.minutes(15)))
struct GuideTests {
  private static func photo(_ name: String) throws -> UIImage {
    try #require(UIImage(contentsOfFile: Shared.path("cases/photos/\(name)")))
  }

  @Test("finds the objects of a still image, in both ways alike")
  func objects() async throws {
    let image = ObjectDetectionGuide.prepare(try Self.photo("burger.jpg"))
    let detector = ObjectDetectionGuide.detectors(ObjectDetectionGuide.stillOptions())[1]
    let (asynchronous, synchronous) = (ObjectDetectionGuide(), ObjectDetectionGuide())
    await withCheckedContinuation { continuation in
      asynchronous.processAsynchronously(image, with: detector) { continuation.resume() }
    }
    await Task.detached { synchronous.processSynchronously(image, with: detector) }.value
    #expect(!asynchronous.objects.isEmpty)
    #expect(asynchronous.objects == synchronous.objects)
    asynchronous.describe()
    #expect(asynchronous.descriptions.contains { $0.contains("Label 0: Food") })
  }

  @Test("gives the objects of a stream tracking IDs")
  func stream() async throws {
    UIDevice.current.orientation = .landscapeLeft
    let pixels = try #require(try Self.photo("burger.jpg").cgImage?.pixels)
    let detector = ObjectDetectionGuide.detectors(ObjectDetectionGuide.liveOptions())[1]
    let guide = ObjectDetectionGuide()
    await Task.detached {
      for index in 0..<3 {
        let sample = CMSampleBuffer(pixels, at: .milliseconds(40 * index))
        guide.processSynchronously(
          ObjectDetectionGuide.prepare(sample, .back), with: detector)
        guide.describe()
      }
    }.value
    #expect(guide.objects.first?.trackingID == 0)
    #expect(guide.descriptions.count == 3)
  }

  @Test(
    "turns frames as the device is held",
    arguments: [
      (UIDeviceOrientation.portrait, UIImage.Orientation.right, UIImage.Orientation.leftMirrored),
      (.landscapeLeft, .up, .downMirrored), (.portraitUpsideDown, .left, .rightMirrored),
      (.landscapeRight, .down, .upMirrored), (.faceUp, .up, .up), (.unknown, .up, .up),
    ])
  func orientation(
    device: UIDeviceOrientation, back: UIImage.Orientation, front: UIImage.Orientation
  ) {
    #expect(
      ObjectDetectionGuide.imageOrientation(deviceOrientation: device, cameraPosition: .back)
        == back)
    #expect(
      ObjectDetectionGuide.imageOrientation(deviceOrientation: device, cameraPosition: .front)
        == front)
  }

  @Test("classifies objects with a custom model")
  func customObjects() async throws {
    let model = CustomObjectDetectionGuide.model(try Shared.path("cases/models/mlkit/bird.tflite"))
    let options = CustomObjectDetectionGuide.options(model)
    #expect(options.classificationConfidenceThreshold == 0.5)
    options.classificationConfidenceThreshold = 0.1
    #expect(options.classificationConfidenceThreshold == 0.1)
    let image = ObjectDetectionGuide.prepare(try Self.photo("pets.jpg"))
    let objects = try await ObjectDetector.objectDetector(options: options).process(image)
    let descriptions = CustomObjectDetectionGuide.describe(objects)
    #expect(!descriptions.isEmpty && descriptions.count == objects.count)
    #expect(objects.allSatisfy { $0.labels.count <= 3 })
    #expect(CustomObjectDetectionGuide.liveOptions(model).detectorMode == .stream)
    #expect(CustomObjectDetectionGuide.stillOptions(model).detectorMode == .singleImage)
  }

  @Test("labels with a custom model, in both ways alike")
  func customLabels() async throws {
    let path = try Shared.path(
      "cases/models/tflite_support/mobilenet_v1_0.25_224_quant.tflite")
    let labeler = CustomLabelingGuide.options(path)
    let image = ObjectDetectionGuide.prepare(try Self.photo("burger.jpg"))
    let (asynchronous, synchronous) = (CustomLabelingGuide(), CustomLabelingGuide())
    await withCheckedContinuation { continuation in
      asynchronous.processAsynchronously(image, with: labeler) { continuation.resume() }
    }
    await Task.detached { synchronous.processSynchronously(image, with: labeler) }.value
    #expect(asynchronous.results.count == 10)
    #expect(asynchronous.results == synchronous.results)
    #expect(asynchronous.results.first?.contains("cheeseburger") == true)
  }

  @Test("labels with an AutoML folder, or a remote model that is here")
  func autoML() async throws {
    let model = try #require(
      LocalModel(
        manifestPath: Shared.path(
          "cases/models/automl_ios_quickstart/automl_labeler_manifest.json")))
    let remote = AutoMLGuide.remoteModel("not-downloaded-\(UUID().uuidString)")
    let image = ObjectDetectionGuide.prepare(try Self.photo("burger.jpg"))
    let local = try await AutoMLGuide.labeler(model).process(image)
    #expect(!local.isEmpty)
    #expect(try await AutoMLGuide.labeler(remote, or: model).process(image) == local)
  }

  @Test("does without a model that is not bundled, as the guides' guards do")
  func absent() {
    #expect(CustomObjectDetectionGuide.choose() == nil)
    #expect(CustomLabelingGuide.choose() == nil)
    #expect(AutoMLGuide.bundledManifest() == nil)
  }

  @Test("takes a file that is cached without a download")
  func cached() throws {
    let url = URL(fileURLWithPath: try Shared.path("cases/models/mlkit/bird.tflite"))
    let (objects, labels) = (CustomObjectDetectionGuide(), CustomLabelingGuide())
    objects.fetch(into: url, from: "gs://YOUR_BUCKET/path/to/model.tflite")
    labels.fetch(into: url, from: "gs://YOUR_BUCKET/path/to/model.tflite")
    #expect(objects.steps == ["enabled"] && objects.objectDetector != nil)
    #expect(labels.steps == ["enabled"] && labels.imageLabeler != nil)
  }
}
