import Foundation
import MLKit
import MLKitCommon
import Testing
import Viewfinder
import ViewfinderSystem
import ViewfinderTestSupport

@Suite("Models that detectors and labelers share", .timeLimit(.minutes(15)))
struct SharingTests {
  @Test("a value is made once while its key is used, and again after it has been dropped")
  func recent() throws {
    struct Failure: Error {}
    let made = Monitor([String]())
    let recent = RecentResources<String, Int>(capacity: 2)
    func value(_ key: String) throws -> Int {
      try recent.value(for: key) {
        made.change { $0.append(key) }
        if key == "broken" { throw Failure() }
        return key.count
      }
    }
    #expect(try value("a") == 1)
    #expect(try value("bb") == 2)
    #expect(try value("a") == 1)
    #expect(made.withLock { $0 } == ["a", "bb"])
    // "bb" was used least lately.
    #expect(try value("ccc") == 3)
    #expect(try value("a") == 1)
    #expect(try value("bb") == 2)
    #expect(made.withLock { $0 } == ["a", "bb", "ccc", "bb"])
    for _ in 0..<2 {
      #expect(throws: Failure.self) { try value("broken") }
    }
    #expect(made.withLock { $0.count { $0 == "broken" } } == 2)
  }

  @Test(
    "a new labeler for every image compiles nothing and takes no memory",
    .disabled(if: isAddressSanitized, "the address sanitizer keeps freed memory"))
  func perImage() async {
    await #expect(processExitsWith: .success) {
      let image = Unchecked(VisionImage(image: try LabelingTests.plainImage()))
      func label(_ count: Int) async throws {
        for _ in 0..<count {
          let options = ImageLabelerOptions()
          options.confidenceThreshold = 0
          let labeler = ImageLabeler.imageLabeler(options: options)
          let labels = try await labeler.process(image.value)
          precondition(labels.count == 10)
        }
      }
      try await label(20)
      let before = residentBytes()
      try await label(200)
      exit(residentBytes() - before < 10_000_000 ? 0 : 1)
    }
  }

  @Test(
    "a model that is replaced is noticed by the next labeler", .enabled(if: Shared.isPresent))
  func replaced() async throws {
    let path = NSTemporaryDirectory() + "viewfinder-\(UUID().uuidString).tflite"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let image = VisionImage(image: try LabelingTests.plainImage())
    func texts() async throws -> [String] {
      let options = CustomImageLabelerOptions(localModel: LocalModel(path: path))
      return try await ImageLabeler.imageLabeler(options: options).process(image).map(\.text)
    }
    for name in ["mlkit/bird", "tflite_support/mobilenet_v1_0.25_224_quant"] {
      try? FileManager.default.removeItem(atPath: path)
      let source = try Shared.path("cases/models/\(name).tflite")
      try FileManager.default.copyItem(atPath: source, toPath: path)
      let options = CustomImageLabelerOptions(localModel: LocalModel(path: source))
      let expected = try await ImageLabeler.imageLabeler(options: options).process(image)
      #expect(try await texts() == expected.map(\.text), "\(name)")
    }
  }

  @Test(
    "custom models see images stretched and interpolated, as in ML Kit",
    .enabled(if: Shared.isPresent))
  func bilinear() async throws {
    let path = try Shared.path("cases/models/tflite_support/mobilenet_v1_0.25_224_quant.tflite")
    let photo = try PhotoDecoder().decode(path: Shared.path("cases/photos/burger.jpg"))
    let options = CustomImageLabelerOptions(localModel: LocalModel(path: path))
    let labels = try await ImageLabeler.imageLabeler(options: options).process(
      VisionImage(image: UIImage(photo)))
    for filter in [SamplingFilter.bilinear, .area] {
      let expected = try Labeler(
        model: ClassifierModel(path: path), options: .init(filter: filter)
      ).label(photo)
      let isSame = labels.map(\.confidence) == expected.map(\.confidence)
      #expect(isSame == (filter == .bilinear))
    }
  }
}
