import Testing
import ViewfinderCore
import ViewfinderEvaluation

@Suite("Precision against recall")
struct PrecisionRecallTests {
  private static func box(_ x: Double) -> Box { Box(x: x, y: 0, width: 10, height: 10) }

  /// Objects at 0, 100 and 200 of one category, and one of another.
  private static let objects =
    [0, 100, 200].map { GroundTruthObject(imageID: 1, categoryID: 1, box: box($0)) }
    + [GroundTruthObject(imageID: 1, categoryID: 2, box: box(300))]

  private static func result(_ x: Double, _ score: Double, category: Int = 1) -> DetectionResult {
    DetectionResult(imageID: 1, categoryID: category, box: box(x), score: score)
  }

  @Test("has a point for each result, and the area that COCO takes")
  func points() throws {
    let truth = try DetectionGroundTruth(objects: Self.objects)
    let results = [
      Self.result(0, 0.9), Self.result(50, 0.8), Self.result(100, 0.7),
      Self.result(300, 0.95, category: 2),
    ]
    let curve = try PrecisionRecallCurve(groundTruth: truth, results: results, categoryID: 1)
    #expect(curve.objectCount == 3)
    #expect(curve.points.map(\.score) == [0.9, 0.8, 0.7])
    let expected: [(precision: Double, recall: Double)] = [
      (1, 1 / 3), (0.5, 1 / 3), (2 / 3, 2 / 3),
    ]
    for (point, expected) in zip(curve.points, expected) {
      #expect(agree(point.precision, expected.precision) && agree(point.recall, expected.recall))
    }
    #expect(curve.precision(atRecall: 0.2) == 1 && curve.precision(atRecall: 0.9) == 0)
    #expect(abs(curve.precision(atRecall: 0.5) - 2 / 3) < 1e-12)
    let evaluation = try DetectionEvaluation(
      groundTruth: truth, results: results, options: .init(overlapThresholds: [0.5]))
    #expect(curve.averagePrecision == evaluation.categories.first?.summary.averagePrecision)
  }

  @Test("disregards categories when none is named, and has no area where nothing is to be found")
  func categories() throws {
    let truth = try DetectionGroundTruth(objects: Self.objects)
    let results = Self.objects.map { Self.result($0.box.x, 1 - $0.box.x / 1000) }
    let any = try PrecisionRecallCurve(groundTruth: truth, results: results)
    #expect(any.objectCount == 4 && any.points.last?.recall == 1)
    #expect(abs(try #require(any.averagePrecision) - 1) < 1e-12)
    let other = try PrecisionRecallCurve(groundTruth: truth, results: results, categoryID: 2)
    #expect(other.objectCount == 1 && other.points.isEmpty && other.averagePrecision == 0)
    let crowd = try DetectionGroundTruth(objects: [
      GroundTruthObject(imageID: 1, categoryID: 1, box: Self.box(0), isCrowd: true)
    ])
    let none = try PrecisionRecallCurve(groundTruth: crowd, results: [Self.result(0, 1)])
    #expect(none.objectCount == 0 && none.points.isEmpty && none.averagePrecision == nil)
    let error = #expect(throws: ViewfinderError.self) {
      try PrecisionRecallCurve(groundTruth: truth, results: results, categoryID: 7)
    }
    #expect(error?.code == .invalidArgument)
  }

  @Test(
    "agrees with the evaluation on every category of the golden sets",
    arguments: ["plain", "crowds", "ties"])
  func golden(name: String) throws {
    let truth = try DetectionGroundTruth(
      contentsOf: try Fixture.path("Detection/\(name).truth.json"))
    let results = try DetectionResultFile(
      contentsOf: try Fixture.path("Detection/\(name).results.json")
    ).results
    let evaluation = try DetectionEvaluation(groundTruth: truth, results: results)
    #expect(!evaluation.categories.isEmpty)
    for entry in evaluation.categories {
      for (overlap, expected) in [
        (0.5, entry.summary.averagePrecision50), (0.75, entry.summary.averagePrecision75),
      ] {
        let threshold = try #require(
          DetectionEvaluation.Options.cocoOverlapThresholds.min {
            abs($0 - overlap) < abs($1 - overlap)
          })
        let curve = try PrecisionRecallCurve(
          groundTruth: truth, results: results, categoryID: entry.category.id,
          overlapThreshold: threshold)
        #expect(agree(curve.averagePrecision, expected))
      }
    }
  }
}
