import Foundation
import Testing
import Viewfinder
import ViewfinderTestSupport

@testable import ViewfinderVision

@Suite("Coarse categories")
struct CategoryLabelerTests {
  @Test(
    "the best category wins when it reaches the threshold and beats none",
    arguments: [
      ([0.1, 0.2, 0.6, 0.0, 0.0, 0.1], 2),
      ([0.0, 0.0, 0.45, 0.0, 0.0, 0.55], nil),
      ([0.2, 0.2, 0.2, 0.2, 0.1, 0.1], nil),
      ([0.0, 0.0, 0.0, 0.0, 0.5, 0.5], 4),
    ] as [([Float], Int?)])
  func decision(probabilities: [Float], index: Int?) throws {
    let classifier = CategoryLabeler(
      model: try .bundled(), options: .init(confidenceThreshold: 0.45))
    let answer = classifier.decide(probabilities)
    #expect(answer.first?.index == index)
    #expect(answer.first?.confidence == index.map { probabilities[$0] })
    #expect(answer.first?.text == index.flatMap(CoarseCategory.init)?.name)
  }

  @Test(
    "a labeler with other classes is refused, with both shapes named",
    .enabled(if: Shared.isPresent))
  func foreignLabeler() throws {
    let labeler = try ClassifierModel(path: Shared.path("cases/models/mlkit/bird.tflite"))
    let path = try BundledModel.path(of: BundledModel.categoriesFileName)
    #expect {
      _ = try CategoryModel(path: path, labeler: labeler)
    } throws: { error in
      let error = error as? ViewfinderError
      return error?.code == .unsupportedModel && error?.found.contains("[1, 1000]") == true
        && error?.expected.contains("[1, \(labeler.heads[0].classCount)]") == true
    }
  }

  /// The photos are not trained on; Documentation/Models.md has the confusion matrix.
  @Test(
    "photos of the five kinds are told apart", .enabled(if: Shared.isPresent),
    .timeLimit(.minutes(15)))
  func confusion() throws {
    let classifier = CategoryLabeler(model: try .bundled())
    let decoder = PhotoDecoder()
    let folders = ["fashion_good", "home_good", "food", "place", "plant"]
    let recallFloors = [0.9, 0.8, 0.9, 0.9, 0.9]
    let kinds = [".jpg", ".jpeg", ".png", ".bmp"]
    var right = 0
    var total = 0
    for (index, folder) in folders.enumerated() {
      let root = try Shared.path("cases/classification/\(folder)")
      let photos = try FileManager.default.subpathsOfDirectory(atPath: root)
        .filter { name in kinds.contains { name.lowercased().hasSuffix($0) } }
      try #require(!photos.isEmpty)
      var hits = 0
      for name in photos.sorted() {
        let photo = try decoder.decode(path: "\(root)/\(name)")
        let labels = try classifier.label(photo)
        if labels.first?.index == index { hits += 1 }
      }
      right += hits
      total += photos.count
      #expect(
        Double(hits) >= recallFloors[index] * Double(photos.count),
        "\(folder): \(hits) of \(photos.count)")
    }
    #expect(Double(right) >= 0.9 * Double(total), "\(right) of \(total)")
  }
}
