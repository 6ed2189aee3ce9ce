extension DetectionEvaluation {
  /// How detections are judged.
  public struct Options: Hashable, Sendable {
    /// Whether categories are disregarded, so that only the place of an object counts.
    public let isClassAgnostic: Bool
    /// How many results an image and category may have for each average recall, rising.
    ///
    /// Average precision takes the last.
    public let maximumDetections: [Int]
    /// The overlaps (IoU) from which a result counts as right, rising.
    public let overlapThresholds: [Double]
    /// The images to judge; `nil` is all of them.
    public let imageIDs: Set<Int>?

    /// COCO's ten thresholds from 0.5 through 0.95.
    ///
    /// Computed as numpy's `linspace` does, since a threshold that is off by one bit changes matches.
    public static var cocoOverlapThresholds: [Double] {
      let step = (0.95 - 0.5) / 9
      return (0..<9).map { Double($0) * step + 0.5 } + [0.95]
    }

    /// Creates options; the defaults are COCO's, with average recall at 5 besides.
    ///
    /// - Precondition: There is at least one limit, all are positive; there are 1 through 64
    ///   thresholds, all above 0 and at most 1.
    public init(
      isClassAgnostic: Bool = false, maximumDetections: [Int] = [1, 5, 10, 100],
      overlapThresholds: [Double] = Options.cocoOverlapThresholds,
      imageIDs: Set<Int>? = nil
    ) {
      precondition(
        !maximumDetections.isEmpty && maximumDetections.allSatisfy { $0 > 0 },
        "Limits on the number of detections must be positive, and there must be one")
      precondition(
        (1...64).contains(overlapThresholds.count),
        "There must be 1 through 64 overlap thresholds")
      precondition(
        overlapThresholds.allSatisfy { $0 > 0 && $0 <= 1 },
        "Overlap thresholds must be above 0 and at most 1")
      self.isClassAgnostic = isClassAgnostic
      self.maximumDetections = Set(maximumDetections).sorted()
      self.overlapThresholds = Set(overlapThresholds).sorted()
      self.imageIDs = imageIDs
    }

    /// The most results of an image and category that count at all.
    var largestMaximum: Int { maximumDetections.last ?? 0 }
  }
}
