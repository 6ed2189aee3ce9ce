public import ViewfinderCore

/// Precision against recall as ever less sure results are taken, at one overlap threshold.
///
/// Results are matched with objects by the rules of COCO, as ``DetectionEvaluation`` does it. Where the
/// curve bends is a threshold for the score; its area is the average precision.
public struct PrecisionRecallCurve: Hashable, Sendable {
  /// What taking all results down to a score gives.
  public struct Point: Hashable, Sendable {
    /// The least score that is taken.
    public let score: Double
    /// The share of the results taken that are right, 0 through 1.
    public let precision: Double
    /// The share of the objects that are found, 0 through 1.
    public let recall: Double
  }

  /// A point for each result that counts, by falling score; recall never falls along them.
  public let points: [Point]
  /// How many objects are to be found.
  public let objectCount: Int
  /// The mean precision at recall 0, 0.01, … 1, where the precision at a recall is the best at that
  /// recall or beyond; `nil` without objects.
  public let averagePrecision: Double?

  /// Judges results.
  ///
  /// - Parameters:
  ///   - groundTruth: The images, categories and objects.
  ///   - results: What the detector reported, in any order.
  ///   - categoryID: The category to look at; `nil` disregards categories.
  ///   - overlapThreshold: The overlap (IoU) from which a result counts as right.
  ///   - maximumDetections: The most results of an image that count.
  /// - Throws: `invalidArgument` for a category that the data set lacks; `invalidAnnotations` naming
  ///   the first result with an unknown image or a bad box or score; `tooLarge` past
  ///   ``DetectionEvaluation/maximumPairCount``.
  /// - Precondition: The threshold is above 0 and at most 1; the limit is positive.
  /// - Complexity: As of ``DetectionEvaluation/init(groundTruth:results:options:)``.
  public init(
    groundTruth: DetectionGroundTruth, results: [DetectionResult], categoryID: Int? = nil,
    overlapThreshold: Double = 0.5, maximumDetections: Int = 100
  ) throws(ViewfinderError) {
    let options = DetectionEvaluation.Options(
      isClassAgnostic: categoryID == nil, maximumDetections: [maximumDetections],
      overlapThresholds: [overlapThreshold])
    var group = 0
    if let categoryID {
      guard let place = groundTruth.categories.firstIndex(where: { $0.id == categoryID }) else {
        throw ViewfinderError(
          .invalidArgument, subject: "categoryID", found: "\(categoryID)",
          expected: "the number of a category of the ground truth")
      }
      group = place
    }
    var cells = DetectionCells(groundTruth: groundTruth, options: options)
    try cells.add(results, groundTruth: groundTruth, options: options)
    let matches = try cells.matches(group: group, options: options)
    let sized = matches.map { $0.sized[DetectionArea.all.rawValue] }
    objectCount = sized.reduce(0) { $0 + $1.objectCount }
    guard objectCount > 0 else {
      (points, averagePrecision) = ([], nil)
      return
    }
    let counted = RankedResult.all(of: matches).filter {
      sized[$0.match].ignored[$0.rank] & 1 == 0
    }
    var curve = PrecisionCurve(objectCount: objectCount, resultCount: counted.count)
    var points: [Point] = []
    var rightCount = 0
    for result in counted {
      let isRight = sized[result.match].matched[result.rank] & 1 != 0
      if isRight { rightCount += 1 }
      curve.add(isRight: isRight, isWrong: !isRight)
      points.append(
        Point(
          score: result.score, precision: Double(rightCount) / Double(points.count + 1),
          recall: Double(rightCount) / Double(objectCount)))
    }
    self.points = points
    averagePrecision = curve.averagePrecision()
  }

  /// The best precision at a recall or beyond; 0 where that recall is never reached.
  ///
  /// - Complexity: O(*n*) in the number of points.
  public func precision(atRecall recall: Double) -> Double {
    points.reduce(0) { $1.recall >= recall ? max($0, $1.precision) : $0 }
  }
}
