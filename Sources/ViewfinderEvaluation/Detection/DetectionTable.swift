/// Precision and recall of one category, by size.
struct DetectionTable {
  /// The figures of one size class.
  struct Row {
    /// The average precision at each overlap threshold.
    var precision: [Double]
    /// The recall for each limit on the detections, at each overlap threshold.
    var recall: [[Double]]
  }

  /// By the raw value of ``DetectionArea``; `nil` where there is nothing to find.
  private let rows: [Row?]

  subscript(area: DetectionArea) -> Row? { rows[area.rawValue] }

  init(matches: [DetectionMatches], options: DetectionEvaluation.Options) {
    let entries = RankedResult.all(of: matches)
    rows = DetectionArea.allCases.map { area -> Row? in
      let objectCount = matches.reduce(0) { $0 + $1.sized[area.rawValue].objectCount }
      guard objectCount > 0 else { return nil }
      var row = Row(
        precision: [],
        recall: Array(repeating: [], count: options.maximumDetections.count))
      // Flat and in order, since every threshold walks them.
      let sized = matches.map { $0.sized[area.rawValue] }
      let matched = entries.map { sized[$0.match].matched[$0.rank] }
      let ignored = entries.map { sized[$0.match].ignored[$0.rank] }
      for bit in options.overlapThresholds.indices {
        let mask: UInt64 = 1 << UInt64(bit)
        var curve = PrecisionCurve(objectCount: objectCount, resultCount: entries.count)
        var found = Array(repeating: 0, count: options.maximumDetections.count)
        for index in entries.indices {
          let isCounted = ignored[index] & mask == 0
          let isMatched = matched[index] & mask != 0
          curve.add(isRight: isMatched && isCounted, isWrong: !isMatched && isCounted)
          guard isMatched && isCounted else { continue }
          for (limit, maximum) in options.maximumDetections.enumerated()
          where entries[index].rank < maximum {
            found[limit] += 1
          }
        }
        row.precision.append(curve.averagePrecision())
        for limit in found.indices {
          row.recall[limit].append(Double(found[limit]) / Double(objectCount))
        }
      }
      return row
    }
  }
}

/// A result of a category: its score, and where its match is noted.
struct RankedResult {
  let score: Double
  /// The image's place among the matches.
  let match: Int
  /// The place among the image's results.
  let rank: Int

  /// All results of a category by falling score; equal scores keep the order of the images.
  static func all(of matches: [DetectionMatches]) -> [RankedResult] {
    var entries: [RankedResult] = []
    for (index, match) in matches.enumerated() {
      for (rank, score) in match.scores.enumerated() {
        entries.append(RankedResult(score: score, match: index, rank: rank))
      }
    }
    let order = entries.indices.sorted {
      entries[$0].score != entries[$1].score ? entries[$0].score > entries[$1].score : $0 < $1
    }
    return order.map { entries[$0] }
  }
}

/// Precision against recall as the score falls.
struct PrecisionCurve {
  private let objectCount: Int
  private var right = 0
  private var wrong = 0
  private var recalls: [Double] = []
  private var precisions: [Double] = []

  init(objectCount: Int, resultCount: Int) {
    self.objectCount = objectCount
    recalls.reserveCapacity(resultCount)
    precisions.reserveCapacity(resultCount)
  }

  mutating func add(isRight: Bool, isWrong: Bool) {
    if isRight { right += 1 }
    if isWrong { wrong += 1 }
    recalls.append(Double(right) / Double(objectCount))
    precisions.append(Double(right) / (Double(wrong + right) + Double.ulpOfOne))
  }

  /// The mean of the precision at recall 0, 0.01, … 1, where the precision at a recall is the best
  /// at that recall or beyond.
  func averagePrecision() -> Double {
    var best = precisions
    for index in best.indices.dropFirst().reversed() where best[index] > best[index - 1] {
      best[index - 1] = best[index]
    }
    var sum = 0.0
    var place = 0
    for level in 0...100 {
      // Numpy's `linspace`: multiples of 0.01, then exactly 1.
      let recall = level == 100 ? 1 : Double(level) * 0.01
      while place < recalls.count && recalls[place] < recall { place += 1 }
      guard place < best.count else { break }
      sum += best[place]
    }
    return sum / 101
  }
}
