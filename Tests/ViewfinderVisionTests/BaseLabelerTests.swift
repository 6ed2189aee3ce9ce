import Foundation
import Testing
import Viewfinder
import ViewfinderTestSupport

@testable import ViewfinderVision

@Suite("Plain labels of the base model")
struct BaseLabelerTests {
  /// Scores by text; other labels have 0.
  private func answers(
    _ scores: [String: Float], threshold: Float = 0.5, maxResults: Int = 10
  ) throws -> [String] {
    let classifier = BaseLabeler(
      model: try .bundled(),
      options: .init(maxResults: maxResults, confidenceThreshold: threshold))
    let labels = classifier.model.table.labels
    for text in scores.keys { try #require(labels.contains { $0.text == text }) }
    let found = classifier.choose(labels.map { scores[$0.text] ?? 0 })
    for label in found {
      #expect(labels[label.index].text == label.text && scores[label.text] == label.confidence)
    }
    return found.map(\.text)
  }

  @Test("the finest sure label comes first, and those above it are left out")
  func finest() throws {
    let dog: [String: Float] = ["Animal": 0.98, "Mammal": 0.97, "Dog": 0.875, "Plant": 0.02]
    #expect(try answers(dog) == ["Dog"])
    #expect(try answers(dog, threshold: 0.9) == ["Mammal"])
    #expect(try answers(dog, threshold: 0.975) == ["Animal"])
    #expect(try answers(dog, threshold: 1) == [])
  }

  @Test("a low threshold adds what is less sure, but does not put it first")
  func lowThreshold() throws {
    let fruit: [String: Float] = [
      "Food": 0.95, "Fruit": 0.8, "Apple": 0.4, "Citrus fruit": 0.35, "Plant": 0.04,
    ]
    #expect(try answers(fruit) == ["Fruit"])
    #expect(try answers(fruit, threshold: 0.3) == ["Fruit", "Apple", "Citrus fruit"])
    #expect(
      try answers(fruit, threshold: 0.01) == ["Fruit", "Apple", "Citrus fruit", "Plant"])
    #expect(try answers(fruit, threshold: 0.01, maxResults: 2) == ["Fruit", "Apple"])
  }

  @Test("where nothing is sure, the coarsest comes first")
  func unsure() throws {
    let cat: [String: Float] = ["Animal": 0.45, "Mammal": 0.4, "Cat": 0.3]
    #expect(try answers(cat) == [])
    #expect(try answers(cat, threshold: 0.25) == ["Animal", "Mammal", "Cat"])
  }

  @Test("a score at the threshold counts")
  func boundary() throws {
    let threshold: Float = 0.5
    #expect(try answers(["Animal": threshold]) == ["Animal"])
    #expect(try answers(["Animal": threshold.nextDown]) == [])
    #expect(try answers(["Place": 0.6, "Landscape": threshold]) == ["Landscape"])
    #expect(try answers(["Place": 0.6, "Landscape": threshold.nextDown]) == ["Place"])
  }

  /// The list says by hand what each photo shows; Documentation/BaseLabels.md has the figures.
  @Test(
    "nine of ten photos get a label at 0.5, and nine of ten first labels are right",
    .enabled(if: Shared.isPresent), .timeLimit(.minutes(15)))
  func photos() throws {
    let url = try #require(
      Bundle.module.url(forResource: "base_labels", withExtension: "json", subdirectory: "Fixtures")
    )
    let list = try JSONDecoder().decode([String: [String]].self, from: Data(contentsOf: url))
    let classifier = BaseLabeler(model: try .bundled())
    let texts = Set(classifier.model.table.labels.map(\.text))
    let decoder = PhotoDecoder()
    var tallies: [String: (photos: Int, labelled: Int, right: Int)] = [:]
    for (name, wanted) in list.sorted(by: { $0.key < $1.key }) {
      #expect(texts.isSuperset(of: wanted), "\(name)")
      let photo = try decoder.decode(path: try Shared.path("cases/\(name)"))
      let labels = try classifier.label(photo)
      #expect(labels.map(\.confidence) == labels.map(\.confidence).sorted(by: >))
      var tally = tallies[name.hasPrefix("photos/") ? "photos" : "classification"] ?? (0, 0, 0)
      tally.photos += 1
      if let first = labels.first {
        tally.labelled += 1
        if wanted.contains(first.text) { tally.right += 1 }
      }
      tallies[name.hasPrefix("photos/") ? "photos" : "classification"] = tally
    }
    #expect(tallies.keys.sorted() == ["classification", "photos"])
    for (folder, tally) in tallies {
      let figures = "\(folder): \(tally.labelled) of \(tally.photos), \(tally.right) right"
      #expect(Double(tally.labelled) >= 0.9 * Double(tally.photos), "\(figures)")
      #expect(Double(tally.right) >= 0.9 * Double(tally.labelled), "\(figures)")
    }
  }
}
