internal import ViewfinderCore

extension HOTAScores {
  /// Scores one sequence.
  ///
  /// - Complexity: For each frame O(*k*² × *m*) with *k* the smaller and *m* the larger number of
  ///   boxes; memory grows with the pairs of tracks that ever overlap, not with all pairs.
  init(_ sequence: PreparedSequence, name: String) throws(ViewfinderError) {
    let alignment = try Self.alignment(sequence, name: name)
    var points = Self.thresholds.map(Point.init)
    var matchCounts: [TrackPair: [Int32]] = [:]
    for frame in sequence.frames {
      var matchCount = Array(repeating: 0, count: points.count)
      if !frame.truthIDs.isEmpty && !frame.trackIDs.isEmpty {
        let overlaps = frame.overlaps()
        var scores = overlaps
        for (row, truth) in frame.truthIDs.enumerated() {
          for (column, track) in frame.trackIDs.enumerated() where scores[row, column] > 0 {
            scores[row, column] *= alignment[TrackPair(truth: truth, track: track)] ?? 0
          }
        }
        for (row, column) in Assignment.maximizing(scores).enumerated() {
          guard let column, overlaps[row, column] >= Self.thresholds[0] - .ulpOfOne else {
            continue
          }
          let overlap = overlaps[row, column]
          let pair = TrackPair(truth: frame.truthIDs[row], track: frame.trackIDs[column])
          for index in points.indices where overlap >= points[index].threshold - .ulpOfOne {
            matchCount[index] += 1
            points[index].overlapSum += overlap
            matchCounts[pair, default: Array(repeating: 0, count: points.count)][index] += 1
          }
        }
      }
      for index in points.indices {
        points[index].truePositives += matchCount[index]
        points[index].falseNegatives += frame.truthIDs.count - matchCount[index]
        points[index].falsePositives += frame.trackIDs.count - matchCount[index]
      }
    }
    // In a fixed order, so that every run rounds the sums alike.
    for (pair, counts) in matchCounts.sorted(by: { $0.key < $1.key }) {
      let truthLength = sequence.truthLengths[pair.truth]
      let trackLength = sequence.trackLengths[pair.track]
      for index in points.indices where counts[index] > 0 {
        let count = Int(counts[index])
        points[index].associationAccuracy +=
          Double(count) * share(count, truthLength + trackLength - count)
        points[index].associationRecall += Double(count) * share(count, truthLength)
        points[index].associationPrecision += Double(count) * share(count, trackLength)
      }
    }
    for index in points.indices {
      let weight = Double(max(1, points[index].truePositives))
      points[index].associationAccuracy /= weight
      points[index].associationRecall /= weight
      points[index].associationPrecision /= weight
    }
    self.init(points: points)
  }

  /// How well each pair of tracks that overlaps agrees over the whole sequence, before matching.
  private static func alignment(
    _ sequence: PreparedSequence, name: String
  ) throws(ViewfinderError) -> [TrackPair: Double] {
    var sums: [TrackPair: Double] = [:]
    for frame in sequence.frames where !frame.truthIDs.isEmpty && !frame.trackIDs.isEmpty {
      let overlaps = frame.overlaps()
      var rowSums = Array(repeating: 0.0, count: overlaps.rowCount)
      var columnSums = Array(repeating: 0.0, count: overlaps.columnCount)
      for row in 0..<overlaps.rowCount {
        for column in 0..<overlaps.columnCount {
          rowSums[row] += overlaps[row, column]
          columnSums[column] += overlaps[row, column]
        }
      }
      for (row, truth) in frame.truthIDs.enumerated() {
        for (column, track) in frame.trackIDs.enumerated() {
          let overlap = overlaps[row, column]
          let sum = columnSums[column] + rowSums[row] - overlap
          guard overlap > 0, sum > .ulpOfOne else { continue }
          sums[TrackPair(truth: truth, track: track), default: 0] += overlap / sum
        }
      }
      try TrackPair.check(sums.count, name: name)
    }
    for (pair, sum) in sums {
      let boxes = sequence.truthLengths[pair.truth] + sequence.trackLengths[pair.track]
      sums[pair] = sum / (Double(boxes) - sum)
    }
    return sums
  }
}
