internal import Viewfinder
internal import ViewfinderEvaluation

/// The figures of a detector on a data set.
struct DetectionFigures {
  /// What was measured.
  let name: String
  let pictureCount: Int
  /// How many pictures could not be looked at and were left out.
  let leftOutCount: Int
  let objectCount: Int
  let resultCount: Int
  /// Whether only the place of objects counts.
  let anyKind: DetectionSummary
  /// The mean over the categories; `nil` when the results name none.
  let byKind: DetectionSummary?
  let kinds: [Kind]
  let ranked: ProminenceEvaluation
  /// What users see who do not change the threshold; `nil` for results from a file.
  let shown: Shown?

  /// The figures of one category.
  struct Kind {
    let category: GroundTruthCategory
    let objectCount: Int
    let summary: DetectionSummary
  }

  /// The figures of what reaches the detector's own threshold.
  struct Shown {
    let threshold: Float
    let ranked: ProminenceEvaluation
    /// How many pictures have no such object.
    let emptyCount: Int
    /// How many such objects there are with at most one, or five, for each picture.
    let singleCount: Int
    let multipleCount: Int
  }

  /// How many objects ML Kit reports at most.
  private static let multiple = 5

  /// Judges results that are already there.
  init(
    name: String, truth: DetectionGroundTruth, results: [DetectionResult]
  ) throws(ViewfinderError) {
    try self.init(
      name: name, truth: truth, results: results, ranked: results, imageIDs: nil, shown: nil)
  }

  /// Judges the answers of a detector whose own threshold is `threshold`; `category` gives the
  /// number of a label's category.
  init(
    name: String, truth: DetectionGroundTruth, answers: [DetectAnswer], threshold: Float,
    category: (PhotoLabel?) -> Int
  ) throws(ViewfinderError) {
    var results: [DetectionResult] = []
    var ranked: [DetectionResult] = []
    var visible: [DetectionResult] = []
    var (emptyCount, singleCount, multipleCount) = (0, 0, 0)
    var imageIDs: Set<Int> = []
    for answer in answers {
      guard let imageID = answer.imageID else { continue }
      imageIDs.insert(imageID)
      var visibleCount = 0
      for (rank, object) in answer.objects.enumerated() {
        var result = DetectionResult(
          imageID: imageID, categoryID: category(object.labels.first), box: object.box,
          score: Double(object.confidence))
        results.append(result)
        // The order in which the detector reports, the most prominent first.
        result.score = -Double(rank)
        ranked.append(result)
        if object.confidence >= threshold {
          visible.append(result)
          visibleCount += 1
        }
      }
      if visibleCount == 0 { emptyCount += 1 }
      singleCount += min(visibleCount, 1)
      multipleCount += min(visibleCount, Self.multiple)
    }
    let part = try truth.limited(to: imageIDs)
    let shown = Shown(
      threshold: threshold,
      ranked: try ProminenceEvaluation(groundTruth: part, results: visible),
      emptyCount: emptyCount, singleCount: singleCount, multipleCount: multipleCount)
    try self.init(
      name: name, truth: part, results: results, ranked: ranked,
      imageIDs: imageIDs, shown: shown, leftOutCount: truth.images.count - imageIDs.count)
  }

  private init(
    name: String, truth: DetectionGroundTruth, results: [DetectionResult],
    ranked: [DetectionResult], imageIDs: Set<Int>?, shown: Shown?, leftOutCount: Int = 0
  ) throws(ViewfinderError) {
    self.name = name
    self.shown = shown
    self.leftOutCount = leftOutCount
    pictureCount = truth.images.count
    objectCount = truth.objects.count { !$0.isCrowd }
    resultCount = results.count
    self.ranked = try ProminenceEvaluation(groundTruth: truth, results: ranked)
    anyKind = try DetectionEvaluation(
      groundTruth: truth, results: results,
      options: DetectionEvaluation.Options(isClassAgnostic: true)
    ).overall
    let known = Set(truth.categories.map(\.id))
    guard results.contains(where: { known.contains($0.categoryID) }) else {
      byKind = nil
      kinds = []
      return
    }
    let evaluation = try DetectionEvaluation(groundTruth: truth, results: results)
    byKind = evaluation.overall
    var counts: [Int: Int] = [:]
    for object in truth.objects where !object.isCrowd {
      counts[object.categoryID, default: 0] += 1
    }
    kinds = evaluation.categories.map { entry in
      Kind(
        category: entry.category, objectCount: counts[entry.category.id] ?? 0,
        summary: entry.summary)
    }
  }
}

extension DetectionGroundTruth {
  /// The part of the data set with some of its images.
  fileprivate func limited(to imageIDs: Set<Int>) throws(ViewfinderError) -> DetectionGroundTruth {
    if imageIDs.count == images.count { return self }
    return try DetectionGroundTruth(
      images: images.filter { imageIDs.contains($0.id) }, categories: categories,
      objects: objects.filter { imageIDs.contains($0.imageID) })
  }
}
