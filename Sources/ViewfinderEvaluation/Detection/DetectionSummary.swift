/// The figures of a detection evaluation, each from 0 through 1.
///
/// A figure is `nil` when there is nothing to measure it on, where pycocotools gives −1: no object
/// of that size, or a threshold that was not asked for.
public struct DetectionSummary: Hashable, Sendable, Codable {
  /// The average precision over all overlap thresholds (AP), COCO's chief figure.
  public let averagePrecision: Double?
  /// The average precision at an overlap of 0.5 (AP50).
  public let averagePrecision50: Double?
  /// The average precision at an overlap of 0.75 (AP75).
  public let averagePrecision75: Double?
  /// The average precision for objects of at most 32² square pixels.
  public let averagePrecisionSmall: Double?
  /// The average precision for objects from 32² through 96² square pixels.
  public let averagePrecisionMedium: Double?
  /// The average precision for objects of at least 96² square pixels.
  public let averagePrecisionLarge: Double?
  /// The average recall (AR) for each limit on the number of detections, rising.
  public let averageRecall: [LimitedRecall]
  /// The average recall for small objects, at the last limit.
  public let averageRecallSmall: Double?
  /// The average recall for medium objects, at the last limit.
  public let averageRecallMedium: Double?
  /// The average recall for large objects, at the last limit.
  public let averageRecallLarge: Double?

  /// The share of objects found with a limited number of detections.
  public struct LimitedRecall: Hashable, Sendable, Codable {
    /// The most detections of an image and category that count.
    public let maximumDetections: Int
    /// The recall averaged over overlap thresholds and categories.
    public let value: Double?
  }

  /// The average recall at one of the limits that were asked for, such as 5 for AR@5.
  ///
  /// - Complexity: O(*m*) in the number of limits.
  public func averageRecall(at maximumDetections: Int) -> Double? {
    averageRecall.first { $0.maximumDetections == maximumDetections }?.value
  }
}

extension DetectionSummary {
  /// Averages tables of categories; those without objects of a size have no part in its figure.
  init(_ tables: [DetectionTable], options: DetectionEvaluation.Options) {
    func precision(_ area: DetectionArea = .all, at threshold: Double? = nil) -> Double? {
      let indices = options.overlapThresholds.indices.filter {
        guard let threshold else { return true }
        return abs(options.overlapThresholds[$0] - threshold) < 1e-9
      }
      return mean(
        tables.compactMap { $0[area] }.flatMap { row in indices.map { row.precision[$0] } })
    }
    func recall(_ area: DetectionArea = .all, limit: Int) -> Double? {
      mean(tables.compactMap { $0[area] }.flatMap { $0.recall[limit] })
    }
    let last = options.maximumDetections.count - 1
    averagePrecision = precision()
    averagePrecision50 = precision(at: 0.5)
    averagePrecision75 = precision(at: 0.75)
    averagePrecisionSmall = precision(.small)
    averagePrecisionMedium = precision(.medium)
    averagePrecisionLarge = precision(.large)
    averageRecall = options.maximumDetections.enumerated().map {
      LimitedRecall(maximumDetections: $1, value: recall(limit: $0))
    }
    averageRecallSmall = recall(.small, limit: last)
    averageRecallMedium = recall(.medium, limit: last)
    averageRecallLarge = recall(.large, limit: last)
  }
}

private func mean(_ values: [Double]) -> Double? {
  values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
}
