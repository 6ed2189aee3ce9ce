/// Higher-order tracking accuracy: detection and association in equal parts.
///
/// J. Luiten et al., "HOTA: A Higher Order Metric for Evaluating Multi-Object Tracking" (IJCV
/// 2021). Each figure is the mean over 19 overlap thresholds from 0.05 through 0.95 and lies
/// between 0 and 1.
public struct HOTAScores: Hashable, Sendable {
  /// The overlap thresholds, computed as numpy's `arange` does.
  public static let thresholds: [Double] = (0..<19).map { 0.05 + Double($0) * 0.05 }

  /// The figures at each of ``thresholds``.
  public let points: [Point]

  /// The figures at one overlap threshold.
  public struct Point: Hashable, Sendable {
    /// The overlap from which a pair of boxes counts as a match.
    public let threshold: Double
    /// How many true boxes were found.
    public internal(set) var truePositives = 0
    /// How many true boxes were missed.
    public internal(set) var falseNegatives = 0
    /// How many reported boxes are not there.
    public internal(set) var falsePositives = 0
    /// How well the tracks of matched boxes agree (AssA).
    public internal(set) var associationAccuracy = 0.0
    /// How much of the true tracks the matched reported tracks cover (AssRe).
    public internal(set) var associationRecall = 0.0
    /// How much of the reported tracks the matched true tracks cover (AssPr).
    public internal(set) var associationPrecision = 0.0
    /// The overlap of all matches, summed.
    var overlapSum = 0.0

    init(threshold: Double) {
      self.threshold = threshold
    }

    /// The share of matches among all boxes (DetA).
    public var detectionAccuracy: Double {
      share(truePositives, truePositives + falseNegatives + falsePositives)
    }

    /// The share of true boxes that were found (DetRe).
    public var detectionRecall: Double { share(truePositives, truePositives + falseNegatives) }

    /// The share of reported boxes that are there (DetPr).
    public var detectionPrecision: Double { share(truePositives, truePositives + falsePositives) }

    /// The mean overlap of the matches (LocA); 1 without matches, as in TrackEval.
    public var localizationAccuracy: Double {
      max(1e-10, overlapSum) / max(1e-10, Double(truePositives))
    }

    /// The geometric mean of detection and association accuracy.
    public var hota: Double { (detectionAccuracy * associationAccuracy).squareRoot() }
  }

  init(points: [Point]) {
    self.points = points
  }

  /// The figures of several sequences together, weighted by their matches.
  init(combining all: [HOTAScores]) {
    points = Self.thresholds.indices.map { index in
      var sum = Point(threshold: Self.thresholds[index])
      for point in all.map({ $0.points[index] }) {
        sum.truePositives += point.truePositives
        sum.falseNegatives += point.falseNegatives
        sum.falsePositives += point.falsePositives
        sum.overlapSum += point.overlapSum
        let weight = Double(point.truePositives)
        sum.associationAccuracy += point.associationAccuracy * weight
        sum.associationRecall += point.associationRecall * weight
        sum.associationPrecision += point.associationPrecision * weight
      }
      let weight = Double(max(1, sum.truePositives))
      sum.associationAccuracy /= weight
      sum.associationRecall /= weight
      sum.associationPrecision /= weight
      return sum
    }
  }

  private func mean(_ figure: (Point) -> Double) -> Double {
    points.reduce(0) { $0 + figure($1) } / Double(points.count)
  }

  /// The geometric mean of detection and association accuracy, averaged over thresholds.
  public var hota: Double { mean(\.hota) }
  /// DetA: the share of matches among all boxes.
  public var detectionAccuracy: Double { mean(\.detectionAccuracy) }
  /// DetRe: the share of true boxes that were found.
  public var detectionRecall: Double { mean(\.detectionRecall) }
  /// DetPr: the share of reported boxes that are there.
  public var detectionPrecision: Double { mean(\.detectionPrecision) }
  /// AssA: how well the tracks of matched boxes agree.
  public var associationAccuracy: Double { mean(\.associationAccuracy) }
  /// AssRe: how much of the true tracks the matched reported tracks cover.
  public var associationRecall: Double { mean(\.associationRecall) }
  /// AssPr: how much of the reported tracks the matched true tracks cover.
  public var associationPrecision: Double { mean(\.associationPrecision) }
  /// LocA: the mean overlap of the matches.
  public var localizationAccuracy: Double { mean(\.localizationAccuracy) }
}

/// A share that is 0 when there is nothing to share.
func share(_ part: Int, _ whole: Int) -> Double {
  Double(part) / Double(max(1, whole))
}
