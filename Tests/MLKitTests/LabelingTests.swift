import Dispatch
import Foundation
import MLKit
import Testing
import Viewfinder
import ViewfinderTestSupport

/// The façade as ML Kit code uses it; `Viewfinder` only makes the pictures.
@Suite("Labeling through the ML Kit façade")
struct LabelingTests {
  /// A picture of one colour.
  static func plainImage(width: Int = 32, height: Int = 24) throws -> UIImage {
    let bytes = (0..<width * height).flatMap { _ in [200, 120, 40] as [UInt8] }
    return UIImage(
      cgImage: CGImage(try PixelBuffer(width: width, height: height, format: .rgb, bytes: bytes)))
  }

  static func labeler(threshold: NSNumber? = 0) -> ImageLabeler {
    let options = ImageLabelerOptions()
    options.confidenceThreshold = threshold
    return ImageLabeler.imageLabeler(options: options)
  }

  @Test("process completes on the main queue with sorted labels")
  func process() async throws {
    let image = VisionImage(image: try Self.plainImage())
    let labels: [ImageLabel] = try await withCheckedThrowingContinuation { continuation in
      Self.labeler().process(image) { labels, error in
        dispatchPrecondition(condition: .onQueue(.main))
        continuation.resume(
          with: Result {
            if let error { throw error }
            return labels ?? []
          })
      }
    }
    #expect(labels.count == 10)
    #expect(labels.map(\.confidence) == labels.map(\.confidence).sorted(by: >))
    #expect(labels.allSatisfy { !$0.text.isEmpty && (0..<243).contains($0.index) })
  }

  @Test("results(in:) on the main thread throws a typed error")
  func mainThread() async throws {
    let image = VisionImage(image: try Self.plainImage())
    let error = await MainActor.run { [image = Unchecked(image)] in
      Result { try Self.labeler().results(in: image.value) }
    }
    #expect {
      _ = try error.get()
    } throws: { ($0 as? MLKitError)?.code == .failedPrecondition }
  }

  @Test("async, synchronous and completion variants agree")
  func variants() async throws {
    let labeler = Self.labeler()
    let awaited = try await labeler.process(VisionImage(image: try Self.plainImage()))
    let blocking = try await Task.detached {
      try labeler.results(in: VisionImage(image: try Self.plainImage()))
    }.value
    #expect(awaited == blocking)
  }

  @Test("a labeler made from a bad model says why at its first use")
  func badModel() async throws {
    let options = CustomImageLabelerOptions(localModel: LocalModel(path: "/nowhere/model.tflite"))
    let labeler = ImageLabeler.imageLabeler(options: options)
    await #expect {
      _ = try await labeler.process(VisionImage(image: try Self.plainImage()))
    } throws: { error in
      let error = error as NSError
      return error.domain == MLKitErrorDomain && error.code == MLKitError.Code.notFound.rawValue
        && error.localizedDescription.contains("/nowhere/model.tflite")
    }
  }

  @Test(
    "a limit below one means ten, and a threshold out of range the model's",
    arguments: [
      (-1, nil, 10, nil), (0, -0.1, 10, nil), (1, 1.1, 1, nil), (1006, 0.25, 1006, 0.25),
      (3, Double.nan, 3, nil), (3, 0, 3, 0), (3, 1, 3, 1),
    ] as [(Int, Double?, Int, Float?)])
  func rules(limit: Int, threshold: Double?, count: Int, least: Float?) {
    let options = Labeler.Options(
      limit: limit, threshold: threshold.map { NSNumber(value: $0) })
    #expect(options.maxResults == count && options.confidenceThreshold == least)
  }

  @Test("the base model's threshold is 0.5 unless a valid one is set", arguments: [nil, -1, 2.0])
  func baseThreshold(threshold: Double?) async throws {
    let labeler = Self.labeler(threshold: threshold.map { NSNumber(value: $0) })
    let labels = try await labeler.process(VisionImage(image: try Self.plainImage()))
    #expect(labels.allSatisfy { $0.confidence >= 0.5 })
  }

  @Test("the base model names photos in plain words", .enabled(if: Shared.isPresent))
  func baseLabels() async throws {
    let labels = try BaseLabelModel.bundled().table.labels
    for (name, text) in [("burger", "Hamburger"), ("pets", "Dog"), ("parrot", "Parrot")] {
      let photo = try PhotoDecoder().decode(path: try Shared.path("cases/photos/\(name).jpg"))
      let found = try await Self.labeler(threshold: nil)
        .process(VisionImage(image: UIImage(cgImage: CGImage(photo.pixels))))
      let first = try #require(found.first)
      #expect(first.text == text && labels[first.index].text == text)
      let tool = try BaseLabeler(model: .bundled()).label(photo)
      #expect(found.map(\.text) == tool.map(\.text))
      #expect(found.map(\.confidence) == tool.map(\.confidence))
    }
  }

  @Test("a manifest that is missing makes no local model")
  func manifest() {
    #expect(LocalModel(manifestPath: "/nowhere/manifest.json") == nil)
  }

  @Test("paths may be given as file URLs")
  func fileURL() {
    #expect(LocalModel(path: "file:///a%20b/m.tflite").path == "/a b/m.tflite")
    #expect(LocalModel(path: "/a b/m.tflite").path == "/a b/m.tflite")
  }

  @Test("one labeler serves many threads with the same answers")
  func manyThreads() async throws {
    let labeler = Self.labeler()
    let expected = try await labeler.process(VisionImage(image: try Self.plainImage()))
    try await withThrowingTaskGroup(of: [ImageLabel].self) { group in
      for _ in 0..<16 {
        group.addTask {
          try await labeler.process(VisionImage(image: try Self.plainImage()))
        }
      }
      for try await labels in group { #expect(labels == expected) }
    }
  }
}
