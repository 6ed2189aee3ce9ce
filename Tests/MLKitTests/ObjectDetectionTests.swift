import Foundation
import MLKit
import Testing
import Viewfinder
import ViewfinderTestSupport

private typealias Detector = MLKitObjectDetectionCommon.ObjectDetector

/// The façade as ML Kit code uses it; `Viewfinder` only makes the pictures.
@Suite("Object detection through the ML Kit façade")
struct ObjectDetectionTests {
  /// A gray picture with a bright disc, which the localizer takes for an object.
  static func disc(centerX: Double = 160, centerY: Double = 120) throws -> UIImage {
    var bytes: [UInt8] = []
    for y in 0..<240 {
      for x in 0..<320 {
        let (dx, dy) = (Double(x) - centerX, Double(y) - centerY)
        let inside = dx * dx + dy * dy < 70 * 70
        bytes += inside ? [230, 60, 30] : [90, 110, 90]
      }
    }
    return UIImage(
      cgImage: CGImage(try PixelBuffer(width: 320, height: 240, format: .rgb, bytes: bytes)))
  }

  static func photo(_ name: String) throws -> VisionImage {
    let image = try #require(UIImage(contentsOfFile: Shared.path("cases/photos/\(name)")))
    let vision = VisionImage(image: image)
    vision.orientation = image.imageOrientation
    return vision
  }

  private static func detector(
    _ options: CommonObjectDetectorOptions = ObjectDetectorOptions(), classifies: Bool = false,
    multiple: Bool = false
  ) -> Detector {
    options.detectorMode = .singleImage
    options.shouldEnableClassification = classifies
    options.shouldEnableMultipleObjects = multiple
    return Detector.objectDetector(options: options)
  }

  @Test("options start as ML Kit's do")
  func defaults() {
    let options = ObjectDetectorOptions()
    #expect(options.detectorMode == .stream)
    #expect(!options.shouldEnableClassification)
    #expect(!options.shouldEnableMultipleObjects)
    let custom = CustomObjectDetectorOptions(localModel: LocalModel(path: "/nowhere"))
    #expect(custom.classificationConfidenceThreshold == nil)
    #expect(custom.maxPerObjectLabelCount == 0)
    custom.classificationConfidenceThreshold = 0.25
    #expect(custom.classificationConfidenceThreshold == 0.25)
  }

  @Test("categories carry ML Kit's texts and indices")
  func categories() {
    let labels: [DetectedObjectLabel] = [.fashionGood, .homeGood, .food, .place, .plant]
    #expect(
      labels.map(\.rawValue) == ["Fashion good", "Home good", "Food", "Place", "Plant"])
    let indices: [DetectedObjectLabelIndex] = [.fashionGood, .homeGood, .food, .place, .plant]
    #expect(indices.map(\.rawValue) == [0, 1, 2, 3, 4])
  }

  @Test("process completes on the main queue with frames inside the image, and no labels")
  func process() async throws {
    let image = VisionImage(image: try Self.disc())
    let objects: [Object] = try await withCheckedThrowingContinuation { continuation in
      Self.detector().process(image) { objects, error in
        dispatchPrecondition(condition: .onQueue(.main))
        continuation.resume(
          with: Result {
            if let error { throw error }
            return objects ?? []
          })
      }
    }
    let object = try #require(objects.first)
    #expect(objects.count == 1)
    #expect(CGRect(x: 0, y: 0, width: 320, height: 240).contains(object.frame))
    #expect(object.frame.contains(CGPoint(x: 160, y: 120)))
    #expect(object.labels.isEmpty)
    #expect(object.trackingID == nil)
  }

  @Test("a turned image gives frames in its own pixels, and helpers turn and normalise them")
  func frames() async throws {
    let image = VisionImage(image: try Self.disc(centerX: 90, centerY: 120))
    image.orientation = .right
    let object = try #require(try await Self.detector().process(image).first)
    #expect(object.frame.contains(CGPoint(x: 90, y: 120)))
    #expect(object.frame.maxX <= 320 && object.frame.maxY <= 240)
    let upright = try object.uprightFrame(in: image)
    #expect(upright.contains(CGPoint(x: 120, y: 90)))
    #expect(upright.width == object.frame.height && upright.height == object.frame.width)
    let normalized = try object.normalizedFrame(in: image)
    #expect(normalized.minX == object.frame.minX / 320)
    #expect(normalized.height == object.frame.height / 240)
  }

  @Test("results(in:) on the main thread throws a typed error")
  func mainThread() async throws {
    let image = VisionImage(image: try Self.disc())
    let error = await MainActor.run { [image = Unchecked(image)] in
      Result { try Self.detector().results(in: image.value) }
    }
    #expect {
      _ = try error.get()
    } throws: { ($0 as? MLKitError)?.code == .failedPrecondition }
  }

  @Test("async, synchronous and completion variants agree")
  func variants() async throws {
    let detector = Self.detector(multiple: true)
    let awaited = try await detector.process(VisionImage(image: try Self.disc()))
    let blocking = try await Task.detached {
      try detector.results(in: VisionImage(image: try Self.disc()))
    }.value
    #expect(awaited == blocking)
  }

  @Test(
    "a broken or missing model does no harm while classification is off", arguments: [true, false])
  func classificationOff(exists: Bool) async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(
      "viewfinder-\(UUID().uuidString).tflite"
    ).path
    if exists { try Data("no model".utf8).write(to: URL(fileURLWithPath: path)) }
    defer { try? FileManager.default.removeItem(atPath: path) }
    let options = CustomObjectDetectorOptions(localModel: LocalModel(path: path))
    let quiet = try await Self.detector(options).process(VisionImage(image: try Self.disc()))
    #expect(quiet.count == 1)
    await #expect {
      _ = try await Self.detector(options, classifies: true).process(
        VisionImage(image: try Self.disc()))
    } throws: { error in
      let error = error as NSError
      let code = exists ? MLKitError.Code.modelIncompatibleWithTFLite : .notFound
      return error.domain == MLKitErrorDomain && error.code == code.rawValue
        && error.localizedDescription.contains(path)
    }
  }

  @Test("later changes of the options have no effect on a detector")
  func snapshot() async throws {
    let options = ObjectDetectorOptions()
    let detector = Self.detector(options)
    options.shouldEnableClassification = true
    let objects = try await detector.process(VisionImage(image: try Self.disc()))
    #expect(objects.flatMap(\.labels) == [])
  }

  @Test(
    "photos get their coarse category", .enabled(if: Shared.isPresent),
    arguments: [("burger.jpg", "Food"), ("cat.bmp", nil)])
  func coarse(name: String, category: String?) async throws {
    let objects = try await Self.detector(classifies: true).process(Self.photo(name))
    let object = try #require(objects.first)
    #expect(object.labels.first?.text == category)
    #expect(object.labels.count <= 1)
  }

  @Test(
    "a custom classifier labels each object, at most as many as asked",
    .enabled(if: Shared.isPresent))
  func customClassifier() async throws {
    let path = try Shared.path("cases/models/mlkit/bird.tflite")
    let options = CustomObjectDetectorOptions(localModel: LocalModel(path: path))
    options.classificationConfidenceThreshold = 0
    options.maxPerObjectLabelCount = 3
    let objects = try await Self.detector(options, classifies: true).process(Self.photo("pets.jpg"))
    let labels = try #require(objects.first).labels
    #expect(labels.count == 3)
    #expect(labels.map(\.confidence) == labels.map(\.confidence).sorted(by: >))
  }

  @Test(
    "a detection model finds and names objects itself, at most five",
    .enabled(if: Shared.isPresent))
  func customDetector() async throws {
    let path = try Shared.path(
      "cases/models/tflite_support/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite")
    let options = CustomObjectDetectorOptions(localModel: LocalModel(path: path))
    options.classificationConfidenceThreshold = 0.4
    let objects = try await Self.detector(options, classifies: true, multiple: true).process(
      Self.photo("cats_and_dogs.jpg"))
    #expect((2...5).contains(objects.count))
    let texts = Set(objects.compactMap(\.labels.first?.text))
    #expect(!texts.isEmpty && texts.isSubset(of: ["cat", "dog"]), "\(texts)")
  }
}
