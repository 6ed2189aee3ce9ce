import Testing
import ViewfinderCore
import ViewfinderEvaluation

private func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Box {
  Box(x: x, y: y, width: width, height: height)
}

private func truth(
  _ objects: [GroundTruthObject], images: Int = 2, width: Double? = 100, height: Double? = 100
) throws -> DetectionGroundTruth {
  try DetectionGroundTruth(
    images: (1...images).map { GroundTruthImage(id: $0, width: width, height: height) },
    categories: [GroundTruthCategory(id: 1, name: "cat"), GroundTruthCategory(id: 2, name: "dog")],
    objects: objects)
}

private func object(
  _ image: Int, _ box: Box, category: Int = 1, isCrowd: Bool = false
) -> GroundTruthObject {
  GroundTruthObject(imageID: image, categoryID: category, box: box, isCrowd: isCrowd)
}

private func result(
  _ image: Int, _ box: Box, _ score: Double, category: Int = 1
) -> DetectionResult {
  DetectionResult(imageID: image, categoryID: category, box: box, score: score)
}

@Suite("Detection evaluation")
struct DetectionEvaluationTests {
  @Test("perfect results have every figure 1, and none where there is nothing to find")
  func perfect() throws {
    let objects = [object(1, box(0, 0, 10, 10)), object(2, box(5, 5, 40, 40), category: 2)]
    let evaluation = try DetectionEvaluation(
      groundTruth: try truth(objects),
      results: objects.map { result($0.imageID, $0.box, 1, category: $0.categoryID) })
    #expect(agree(evaluation.overall.averagePrecision, 1))
    #expect(agree(evaluation.overall.averagePrecisionSmall, 1))
    #expect(agree(evaluation.overall.averagePrecisionMedium, 1))
    #expect(evaluation.overall.averagePrecisionLarge == nil)
    #expect(evaluation.overall.averageRecall(at: 5) == 1)
    #expect(evaluation.overall.averageRecall(at: 6) == nil)
  }

  @Test("an empty data set has no figures")
  func empty() throws {
    let nothing = try DetectionGroundTruth(images: [], categories: [], objects: [])
    let evaluation = try DetectionEvaluation(groundTruth: nothing, results: [])
    #expect(evaluation.overall.averagePrecision == nil)
    #expect(evaluation.categories.isEmpty)
    let prominence = try ProminenceEvaluation(groundTruth: nothing, results: [])
    #expect(prominence.singleObjectAccuracy == nil)
    #expect(prominence.prominentRecall(at: 5) == nil)
    #expect(prominence.objectRecall(at: 5) == nil)
  }

  @Test("no results at all means 0, not nothing")
  func noResults() throws {
    let evaluation = try DetectionEvaluation(
      groundTruth: try truth([object(1, box(0, 0, 10, 10))]), results: [])
    #expect(evaluation.overall.averagePrecision == 0)
    #expect(evaluation.overall.averageRecall(at: 100) == 0)
  }

  @Test("results in a crowd are neither right nor wrong")
  func crowd() throws {
    let objects = [
      object(1, box(0, 0, 50, 50), isCrowd: true), object(1, box(60, 60, 20, 20)),
    ]
    let results = [
      result(1, box(1, 1, 5, 5), 0.9), result(1, box(20, 20, 8, 8), 0.8),
      result(1, box(60, 60, 20, 20), 0.1),
    ]
    let evaluation = try DetectionEvaluation(groundTruth: try truth(objects), results: results)
    #expect(agree(evaluation.overall.averagePrecision, 1))
  }

  @Test("results of unknown categories are counted, and count when categories do not matter")
  func unknownCategories() throws {
    let truth = try truth([object(1, box(0, 0, 10, 10))])
    let results = [result(1, box(0, 0, 10, 10), 1, category: 77)]
    let each = try DetectionEvaluation(groundTruth: truth, results: results)
    #expect(each.unknownCategoryResultCount == 1)
    #expect(each.overall.averagePrecision == 0)
    let agnostic = try DetectionEvaluation(
      groundTruth: truth, results: results, options: .init(isClassAgnostic: true))
    #expect(agnostic.unknownCategoryResultCount == 0)
    #expect(agree(agnostic.overall.averagePrecision, 1))
  }

  @Test("only the chosen images count")
  func imageSubset() throws {
    let truth = try truth([object(1, box(0, 0, 10, 10)), object(2, box(0, 0, 10, 10))])
    let evaluation = try DetectionEvaluation(
      groundTruth: truth,
      results: [result(1, box(0, 0, 10, 10), 0.5), result(2, box(50, 50, 10, 10), 0.9)],
      options: .init(imageIDs: [1]))
    #expect(agree(evaluation.overall.averagePrecision, 1))
  }

  @Test(
    "results that cannot be judged are refused by name",
    arguments: [
      (result(9, box(0, 0, 1, 1), 1), "image_id 9"),
      (result(1, box(0, 0, 1, 1), .nan), "the score nan"),
      (result(1, box(.nan, 0, 1, 1), 1), "the box x nan"),
      (result(1, box(0, 0, -1, 1), 1), "width -1.0"),
      (result(1, box(0, 0, 1e300, 1e300), 1), "width 1e+300"),
      (result(1, box(.infinity, 0, 1, 1), 1), "the box x inf"),
    ])
  func badResults(bad: DetectionResult, words: String) throws {
    let truth = try truth([object(1, box(0, 0, 10, 10))])
    let results = [result(1, box(0, 0, 1, 1), 1), bad]
    let error = #expect(throws: ViewfinderError.self) {
      try DetectionEvaluation(groundTruth: truth, results: results)
    }
    #expect(error?.code == .invalidAnnotations)
    #expect(error?.subject == "results: [1]")
    #expect(error?.found.contains(words) == true)
    #expect(throws: ViewfinderError.self) {
      try ProminenceEvaluation(groundTruth: truth, results: results)
    }
  }

  @Test("more pairs than the limit are refused before they are compared")
  func tooManyPairs() throws {
    let frame = box(0, 0, 10, 10)
    let truth = try truth(Array(repeating: object(1, frame), count: 10_000))
    let error = #expect(throws: ViewfinderError.self) {
      try DetectionEvaluation(
        groundTruth: truth, results: Array(repeating: result(1, frame, 1), count: 10_000),
        options: .init(maximumDetections: [.max]))
    }
    #expect(error?.code == .tooLarge)
  }
}

@Suite("Prominence evaluation")
struct ProminenceEvaluationTests {
  /// A large object in a corner, a smaller one in the centre: 2,500 × e^(−0.25) against 2,025.
  private let objects = [
    object(1, box(0, 0, 50, 50)), object(1, box(28, 28, 45, 45)),
    object(2, box(0, 0, 100, 100), isCrowd: true),
  ]

  @Test("the best detection may find any object; the prominent one is large and central")
  func singleObject() throws {
    let evaluation = try ProminenceEvaluation(
      groundTruth: try truth(objects),
      results: [result(1, box(0, 0, 50, 50), 0.9), result(1, box(28, 28, 45, 45), 0.8)])
    #expect(evaluation.imageCount == 1)
    #expect(evaluation.objectCount == 2)
    #expect(evaluation.sizedImageCount == 1)
    #expect(evaluation.singleObjectAccuracy == 1)
    #expect(evaluation.prominentRecall(at: 1) == 0)
    #expect(evaluation.prominentRecall(at: 2) == 1)
    #expect(evaluation.objectRecall(at: 1) == 0.5)
    #expect(evaluation.objectRecall(at: 2) == 1)
  }

  @Test("images of unknown size have no prominent object")
  func unknownSize() throws {
    let evaluation = try ProminenceEvaluation(
      groundTruth: try truth(objects, width: nil), results: [result(1, box(0, 0, 50, 50), 1)])
    #expect(evaluation.singleObjectAccuracy == 1)
    #expect(evaluation.prominentRecall(at: 5) == nil)
  }

  @Test("objects below the least share of the image do not count")
  func smallObjects() throws {
    let evaluation = try ProminenceEvaluation(
      groundTruth: try truth(objects), results: [], minimumAreaShare: 0.22)
    #expect(evaluation.objectCount == 1)
    #expect(evaluation.singleObjectAccuracy == 0)
  }
}
