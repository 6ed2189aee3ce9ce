import Testing
import Viewfinder
import ViewfinderTestSupport

@testable import ViewfinderVision

/// The scores 0, 64, 255, 32, 128 in the output tensor of the AutoML flowers model, as Google's own
/// post-processing test puts them there.
@Suite("Published post-processing answers", .enabled(if: Shared.isPresent))
struct PublishedScoresTests {
  static func classifications(_ options: Labeler.Options) throws -> [DetectedLabel] {
    let model = try ClassifierModel(
      path: Shared.path("cases/models/tflite_support/automl_labeler_model.tflite"))
    var postprocessor = try ScorePostprocessor(heads: model.heads, options: options)
    var scores = [0, 64, 255, 32, 128].map { Float($0) / 256 }
    try postprocessor.consider(&scores, head: 0)
    return postprocessor.labels
  }

  @Test("all five labels in order")
  func all() throws {
    let found = try Self.classifications(.init())
    #expect(found.map(\.text) == ["roses", "tulips", "dandelion", "sunflowers", "daisy"])
    #expect(found.map(\.confidence) == [0.996_093_75, 0.5, 0.25, 0.125, 0])
    #expect(found.map(\.index) == [2, 4, 1, 3, 0])
  }

  @Test("an allow list leaves its classes, a deny list the others, before the number is limited")
  func filters() throws {
    let allowed = try Self.classifications(.init(classes: .only(["dandelion", "daisy"])))
    #expect(allowed.map(\.text) == ["dandelion", "daisy"])
    #expect(allowed.map(\.confidence) == [0.25, 0])
    let denied = try Self.classifications(
      .init(maxResults: 3, classes: .except(["dandelion", "0"])))
    #expect(denied.map(\.text) == ["roses", "tulips", "sunflowers"])
    #expect(denied.map(\.confidence) == [0.996_093_75, 0.5, 0.125])
    let error = #expect(throws: ViewfinderError.self) {
      try Self.classifications(.init(classes: .only(["dandelions"])))
    }
    #expect(error?.remedy.contains("\"dandelion\"") == true)
  }

  @Test("at most three")
  func three() throws {
    #expect(try Self.classifications(.init(maxResults: 3)).map(\.index) == [2, 4, 1])
  }

  @Test("a threshold of 0.4 leaves two")
  func threshold() throws {
    #expect(
      try Self.classifications(.init(confidenceThreshold: 0.4)).map(\.text)
        == ["roses", "tulips"])
  }

  /// Crashed once: the output of this model grows with its input.
  @Test("a model whose output has other sizes after a run is refused with both numbers")
  func growingOutput() throws {
    let path = try Shared.path("cases/models/tflite_support/dilated_conv.tflite")
    let classifier = Labeler(model: try ClassifierModel(path: path))
    let image = try PixelBuffer(
      width: 9, height: 7, format: .gray, bytes: [UInt8](repeating: 80, count: 63))
    let error = #expect(throws: ViewfinderError.self) { try classifier.label(InputImage(image)) }
    #expect(error?.code == .unsupportedModel)
    #expect(error?.subject?.hasPrefix(path) == true)
    #expect(error?.expected.hasPrefix("16") == true)
  }
}
