import Foundation
import Testing
import Viewfinder
import ViewfinderTestSupport

@testable import ViewfinderVision

@Suite("Known answers of detectors", .enabled(if: Shared.isPresent))
struct DetectorAnswersTests {
  static let ssd =
    "cases/models/tflite_support/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite"

  static func detector(_ path: String, _ options: Detector.Options) throws -> Detector {
    Detector(
      model: try DetectorModel(path: Shared.path(path)), options: options)
  }

  static func photo(_ name: String) throws -> InputImage {
    try InputImage(contentsOf: Shared.path("cases/photos/\(name)"))
  }

  /// What Google's Task Library publishes for this model and photo, to 3 pixels and 0.05; the width of
  /// the second cat is 7 pixels less here, as it is for LiteRT fed by Pillow.
  @Test(
    "SSD finds the four animals of cats_and_dogs.jpg where they were published",
    arguments: [
      ("cat", 0.64, Box(x: 54, y: 396, width: 393, height: 196)),
      ("cat", 0.61, Box(x: 602, y: 157, width: 394, height: 447)),
      ("cat", 0.56, Box(x: 260, y: 394, width: 180, height: 209)),
      ("dog", 0.5, Box(x: 389, y: 197, width: 278, height: 409)),
    ])
  func animals(label: String, confidence: Float, frame: Box) throws {
    let photo = try Self.photo("cats_and_dogs.jpg")
    let detector = try Self.detector(Self.ssd, .init(maxObjects: 8))
    let objects = try detector.detect(in: photo)
    let object = try #require(
      objects.max {
        $0.box.intersectionOverUnion(frame) < $1.box.intersectionOverUnion(frame)
      })
    #expect(object.labels.first?.text == label)
    #expect(abs(object.confidence - confidence) <= 0.05, "\(object.confidence)")
    // The published boxes reach beyond the photo, where the model puts them.
    let expected = frame.intersection(photo.bounds)
    let difference = max(
      abs(object.box.x - expected.x), abs(object.box.y - expected.y),
      abs(object.box.maxX - expected.maxX), abs(object.box.maxY - expected.maxY))
    #expect(difference <= 7, "\(object.box) differs by \(difference)")
  }

  @Test(
    "the best box of a photo carries the published class",
    arguments: [
      ("pets.jpg", "dog", Box(x: 118, y: 48, width: 131, height: 246)),
      ("cat.bmp", "cat", Box(x: 43, y: 44, width: 315, height: 288)),
      ("coffee.jpg", "cup", Box(x: 340, y: 468, width: 367, height: 319)),
    ])
  func best(name: String, label: String, frame: Box) throws {
    let detector = try Self.detector(Self.ssd, .init(maxObjects: 10))
    let objects = try detector.detect(in: Self.photo(name))
    let best = try #require(objects.max { $0.confidence < $1.confidence })
    #expect(best.labels.first?.text == label)
    #expect(best.box.intersectionOverUnion(frame) > 0.85, "\(best.box)")
  }

  @Test("YOLO's single uint8 tensor is decoded", .timeLimit(.minutes(15)))
  func yolo() throws {
    let detector = try Self.detector("cases/models/yolo/yolov5n-int8.tflite", .init(maxObjects: 5))
    let objects = try detector.detect(in: Self.photo("pets.jpg"))
    let dogs = [
      Box(x: 118, y: 48, width: 131, height: 246), Box(x: 346, y: 162, width: 147, height: 207),
    ]
    for dog in dogs {
      // Class 16 of COCO's 80 is the dog; the file has no labels.
      #expect(
        objects.contains {
          $0.box.intersectionOverUnion(dog) > 0.6 && $0.labels.first?.index == 16
        }, "\(objects)")
    }
  }

  @Test("YOLO's labels are as many as its classes", arguments: [2, 81])
  func yoloLabels(count: Int) throws {
    let labels = LabelList((0..<count).map(String.init), source: "names.txt")
    let error = #expect(throws: ViewfinderError.self) {
      try DetectorModel(
        path: Shared.path("cases/models/yolo/yolov5n-int8.tflite"), options: .init(labels: labels))
    }
    #expect(error?.code == .invalidMetadata)
    #expect(error?.subject?.hasSuffix("names.txt") == true)
    #expect(error?.message.contains("\(count) labels; expected 80") == true)
  }

  @Test("all eight orientations find the same objects", arguments: ImageOrientation.allCases)
  func orientations(orientation: ImageOrientation) throws {
    let upright = try Self.photo("pets.jpg")
    let stored = InputImage(
      try KnownAnswersTests.upright(upright.pixels, orientation.inverse), orientation: orientation)
    let detector = try Self.detector(Self.ssd, .init(maxObjects: 2, confidenceThreshold: 0.6))
    let expected = try detector.detect(in: upright)
    let found = try detector.detect(in: stored)
    #expect(expected.count == 2)
    #expect(found.count == 2)
    for (left, right) in zip(expected, found) {
      #expect(left.box.intersectionOverUnion(right.box) > 0.95)
      #expect(left.labels.map(\.index) == right.labels.map(\.index))
      #expect(right.box.intersection(stored.bounds) == right.box)
    }
  }

  @Test("one object without more asked, and it is the most prominent")
  func single() throws {
    let detector = try Self.detector(Self.ssd, .init())
    #expect(try detector.detect(in: Self.photo("pets.jpg")).count == 1)
  }

  @Test(
    "a model that is no detector is refused with what was found",
    arguments: [
      ("mlkit/bird.tflite", "classifier"), ("tflite_support/deeplabv3.tflite", "segmentation"),
    ])
  func refused(name: String, words: String) {
    let error = #expect(throws: ViewfinderError.self) {
      try DetectorModel(path: Shared.path("cases/models/\(name)"))
    }
    #expect(error?.code == .unsupportedModel)
    #expect(error?.message.contains(words) == true)
  }

  @Test("a classifier labels the region of each object")
  func classifier() throws {
    let classifier = Labeler(
      model: try ClassifierModel(
        path: Shared.path("cases/models/tflite_support/mobilenet_v1_0.25_224_quant.tflite")),
      options: .init(maxResults: 2))
    let detector = Detector(
      model: try DetectorModel(path: Shared.path(Self.ssd)), labeling: .labeler(classifier),
      options: .init(maxObjects: 5))
    let photo = try Self.photo("pets.jpg")
    let objects = try detector.detect(in: photo)
    #expect(objects.count >= 2)
    for object in objects {
      let region = detector.cropRegion(around: object.box, in: photo)
      #expect(object.labels == (try classifier.label(photo, in: region)))
    }
  }
}

@Suite("The bundled localizer")
struct LocalizerTests {
  @Test("finds a plain disc on a plain ground, whole")
  func disc() throws {
    let side = 160
    var bytes: [UInt8] = []
    for y in 0..<side {
      for x in 0..<side {
        let (dx, dy) = (x - 80, y - 80)
        bytes += dx * dx + dy * dy < 45 * 45 ? [220, 60, 40] : [235, 235, 235]
      }
    }
    let image = try PixelBuffer(width: side, height: side, format: .rgb, bytes: bytes)
    let objects = try Detector().detect(in: InputImage(image))
    let object = try #require(objects.first)
    let disc = Box(x: 35, y: 35, width: 90, height: 90)
    #expect(object.box.intersectionOverUnion(disc) > 0.6, "\(object.box)")
    #expect(object.labels.isEmpty)
  }
}
