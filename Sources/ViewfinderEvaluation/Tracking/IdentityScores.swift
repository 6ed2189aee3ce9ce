internal import ViewfinderCore

/// The identity figures: how long objects are under the one number that fits them best.
///
/// E. Ristani et al., "Performance Measures and a Data Set for Multi-Target, Multi-Camera
/// Tracking" (ECCV Workshops 2016). True and reported tracks are paired one to one over the whole
/// video so that the most boxes overlap by at least 0.5.
public struct IdentityScores: Hashable, Sendable {
  /// How many true boxes are found by the track paired with their object (IDTP).
  public private(set) var truePositives = 0
  /// How many true boxes are not (IDFN).
  public private(set) var falseNegatives = 0
  /// How many boxes of reported tracks are not on the object paired with them (IDFP).
  public private(set) var falsePositives = 0

  private static let threshold = 0.5

  /// IDF1: the harmonic mean of ``idr`` and ``idp``.
  public var idf1: Double {
    Double(truePositives)
      / max(1, Double(truePositives) + 0.5 * Double(falsePositives) + 0.5 * Double(falseNegatives))
  }

  /// IDR: the share of true boxes under the right number.
  public var idr: Double { share(truePositives, truePositives + falseNegatives) }

  /// IDP: the share of reported boxes under the right number.
  public var idp: Double { share(truePositives, truePositives + falsePositives) }

  /// The figures of several sequences together.
  init(combining all: [IdentityScores]) {
    for scores in all {
      truePositives += scores.truePositives
      falseNegatives += scores.falseNegatives
      falsePositives += scores.falsePositives
    }
  }

  /// Scores one sequence.
  ///
  /// - Complexity: O(*k*² × *m*) for each group of tracks that are linked by overlaps, with *k* the
  ///   smaller and *m* the larger of its numbers of true and reported tracks.
  init(_ sequence: PreparedSequence, name: String) throws(ViewfinderError) {
    var counts: [TrackPair: Int] = [:]
    for frame in sequence.frames where !frame.truthIDs.isEmpty && !frame.trackIDs.isEmpty {
      let overlaps = frame.overlaps()
      for (row, truth) in frame.truthIDs.enumerated() {
        for (column, track) in frame.trackIDs.enumerated()
        where overlaps[row, column] >= Self.threshold {
          counts[TrackPair(truth: truth, track: track), default: 0] += 1
        }
      }
      try TrackPair.check(counts.count, name: name)
    }
    for group in Self.groups(of: counts, truthCount: sequence.truthLengths.count) {
      truePositives += try Self.greatestSum(of: group, name: name)
    }
    falseNegatives = sequence.truthLengths.reduce(0, +) - truePositives
    falsePositives = sequence.trackLengths.reduce(0, +) - truePositives
  }

  /// Splits the pairs into groups that share no track, which can be paired one by one.
  private static func groups(
    of counts: [TrackPair: Int], truthCount: Int
  ) -> [[TrackPair: Int]] {
    var parents: [Int: Int] = [:]
    func root(_ node: Int) -> Int {
      var node = node
      while let parent = parents[node] {
        if let grandparent = parents[parent] { parents[node] = grandparent }
        node = parent
      }
      return node
    }
    for pair in counts.keys {
      let (a, b) = (root(pair.truth), root(truthCount + pair.track))
      if a != b { parents[a] = b }
    }
    var groups: [Int: [TrackPair: Int]] = [:]
    for (pair, count) in counts { groups[root(pair.truth), default: [:]][pair] = count }
    return Array(groups.values)
  }

  private static func greatestSum(
    of group: [TrackPair: Int], name: String
  ) throws(ViewfinderError) -> Int {
    guard group.count > 1 else { return group.values.first ?? 0 }
    var rows: [Int: Int] = [:]
    var columns: [Int: Int] = [:]
    for pair in group.keys {
      if rows[pair.truth] == nil { rows[pair.truth] = rows.count }
      if columns[pair.track] == nil { columns[pair.track] = columns.count }
    }
    guard rows.count * columns.count <= 3 * TrackPair.maximumCount else {
      throw ViewfinderError(
        .tooLarge, subject: name,
        found: "\(rows.count) objects and \(columns.count) tracks linked by overlaps",
        expected: "at most \(3 * TrackPair.maximumCount) pairs of them")
    }
    var scores = Matrix(rowCount: rows.count, columnCount: columns.count)
    for (pair, count) in group {
      if let row = rows[pair.truth], let column = columns[pair.track] {
        scores[row, column] = Double(count)
      }
    }
    return Assignment.maximizing(scores).enumerated().reduce(0) { sum, match in
      sum + (match.element.map { Int(scores[match.offset, $0]) } ?? 0)
    }
  }
}
