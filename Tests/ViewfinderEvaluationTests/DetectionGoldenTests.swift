import Testing
import ViewfinderCore
import ViewfinderEvaluation

private struct Golden: Decodable {
  struct Figures: Decodable {
    let overall: DetectionSummary
    let categories: [String: DetectionSummary]
    let classAgnostic: DetectionSummary
  }

  let sets: [String: Figures]
}

@Suite("Detection figures equal pycocotools")
struct DetectionGoldenTests {
  private static let names = ["plain", "ties", "crowds", "crammed"]

  private static func load(
    _ name: String
  ) throws -> (DetectionGroundTruth, [DetectionResult], Golden.Figures) {
    let truth = try DetectionGroundTruth(
      contentsOf: try Fixture.path("Detection/\(name).truth.json"))
    let file = try DetectionResultFile(
      contentsOf: try Fixture.path("Detection/\(name).results.json"))
    let golden = try Fixture.decode(Golden.self, "Detection/golden.json")
    return (truth, file.results, try #require(golden.sets[name]))
  }

  private static func expect(_ found: DetectionSummary, _ expected: DetectionSummary) {
    let fields: [(String, KeyPath<DetectionSummary, Double?>)] = [
      ("AP", \.averagePrecision), ("AP50", \.averagePrecision50), ("AP75", \.averagePrecision75),
      ("AP small", \.averagePrecisionSmall), ("AP medium", \.averagePrecisionMedium),
      ("AP large", \.averagePrecisionLarge), ("AR small", \.averageRecallSmall),
      ("AR medium", \.averageRecallMedium), ("AR large", \.averageRecallLarge),
    ]
    for (name, field) in fields {
      #expect(agree(found[keyPath: field], expected[keyPath: field]), "\(name)")
    }
    #expect(found.averageRecall.map(\.maximumDetections) == [1, 5, 10, 100])
    for limited in expected.averageRecall {
      #expect(
        agree(found.averageRecall(at: limited.maximumDetections), limited.value),
        "AR@\(limited.maximumDetections)")
    }
  }

  @Test("over all categories", arguments: names)
  func overall(name: String) throws {
    let (truth, results, golden) = try Self.load(name)
    Self.expect(
      try DetectionEvaluation(groundTruth: truth, results: results).overall, golden.overall)
  }

  @Test("category by category", arguments: names)
  func categories(name: String) throws {
    let (truth, results, golden) = try Self.load(name)
    let evaluation = try DetectionEvaluation(groundTruth: truth, results: results)
    #expect(evaluation.categories.map(\.category.id) == [0, 3, 7])
    for category in evaluation.categories {
      Self.expect(
        category.summary, try #require(golden.categories["\(category.category.id)"]))
    }
  }

  @Test("when categories are not told apart", arguments: names)
  func classAgnostic(name: String) throws {
    let (truth, results, golden) = try Self.load(name)
    let evaluation = try DetectionEvaluation(
      groundTruth: truth, results: results, options: .init(isClassAgnostic: true))
    Self.expect(evaluation.overall, golden.classAgnostic)
    #expect(evaluation.categories.isEmpty)
  }
}
