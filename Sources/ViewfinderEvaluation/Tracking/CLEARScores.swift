internal import ViewfinderCore

/// The CLEAR figures: counts of what went wrong frame by frame, at an overlap of 0.5.
///
/// K. Bernardin and R. Stiefelhagen, "Evaluating Multiple Object Tracking Performance: The CLEAR
/// MOT Metrics" (EURASIP Journal on Image and Video Processing 2008), in TrackEval's reading.
public struct CLEARScores: Hashable, Sendable {
  /// How many true boxes were found.
  public private(set) var truePositives = 0
  /// How many true boxes were missed (FN).
  public private(set) var falseNegatives = 0
  /// How many reported boxes are not there (FP).
  public private(set) var falsePositives = 0
  /// How often an object continues under another number (IDSW).
  public private(set) var identitySwitches = 0
  /// How often an object that was being tracked is lost and found again (Frag).
  public private(set) var fragmentations = 0
  /// How many objects are tracked for more than 80 % of their boxes (MT).
  public private(set) var mostlyTracked = 0
  /// How many objects are tracked for 20 to 80 % of their boxes (PT).
  public private(set) var partlyTracked = 0
  /// How many objects are tracked for less than 20 % of their boxes (ML).
  public private(set) var mostlyLost = 0
  /// The overlap of all matches, summed.
  private var overlapSum = 0.0

  private static let threshold = 0.5

  /// MOTA: 1 less the share of misses, inventions and switches; below 0 for bad trackers.
  ///
  /// 0 when there is no true box.
  public var mota: Double {
    truePositives + falseNegatives == 0
      ? 0
      : share(
        truePositives - falsePositives - identitySwitches, truePositives + falseNegatives)
  }

  /// MOTP: the mean overlap of the matches.
  public var motp: Double { overlapSum / Double(max(1, truePositives)) }

  /// The share of true boxes that were found.
  public var recall: Double { share(truePositives, truePositives + falseNegatives) }

  /// The share of reported boxes that are there.
  public var precision: Double { share(truePositives, truePositives + falsePositives) }

  /// The figures of several sequences together.
  init(combining all: [CLEARScores]) {
    for scores in all {
      truePositives += scores.truePositives
      falseNegatives += scores.falseNegatives
      falsePositives += scores.falsePositives
      identitySwitches += scores.identitySwitches
      fragmentations += scores.fragmentations
      mostlyTracked += scores.mostlyTracked
      partlyTracked += scores.partlyTracked
      mostlyLost += scores.mostlyLost
      overlapSum += scores.overlapSum
    }
  }

  /// Scores one sequence.
  ///
  /// - Complexity: For each frame O(*k*² × *m*) with *k* the smaller and *m* the larger number of
  ///   boxes.
  init(_ sequence: PreparedSequence) {
    let objectCount = sequence.truthLengths.count
    var matchCounts = Array(repeating: 0, count: objectCount)
    var beginnings = Array(repeating: 0, count: objectCount)
    // The last track of each object, however long ago, and that of the last frame in which there
    // were both objects and tracks.
    var lastTracks = [Int?](repeating: nil, count: objectCount)
    var recentTracks: [Int: Int] = [:]
    for frame in sequence.frames {
      guard !frame.truthIDs.isEmpty, !frame.trackIDs.isEmpty else {
        falseNegatives += frame.truthIDs.count
        falsePositives += frame.trackIDs.count
        continue
      }
      let overlaps = frame.overlaps()
      var currentTracks: [Int: Int] = [:]
      for (row, column) in Self.matches(frame, overlaps, recentTracks) {
        let object = frame.truthIDs[row]
        let track = frame.trackIDs[column]
        if let last = lastTracks[object], last != track { identitySwitches += 1 }
        if recentTracks[object] == nil { beginnings[object] += 1 }
        lastTracks[object] = track
        currentTracks[object] = track
        matchCounts[object] += 1
        overlapSum += overlaps[row, column]
      }
      recentTracks = currentTracks
      truePositives += currentTracks.count
      falseNegatives += frame.truthIDs.count - currentTracks.count
      falsePositives += frame.trackIDs.count - currentTracks.count
    }
    fragmentations = beginnings.reduce(0) { $0 + max(0, $1 - 1) }
    guard !sequence.trackLengths.isEmpty else {
      mostlyLost = objectCount
      return
    }
    for (count, length) in zip(matchCounts, sequence.truthLengths) {
      let ratio = Double(count) / Double(length)
      if ratio > 0.8 {
        mostlyTracked += 1
      } else if ratio >= 0.2 {
        partlyTracked += 1
      } else {
        mostlyLost += 1
      }
    }
  }

  /// Pairs that continue those of the frame before come first, then those that overlap most.
  private static func matches(
    _ frame: PreparedSequence.Frame, _ overlaps: Matrix, _ recentTracks: [Int: Int]
  ) -> [(row: Int, column: Int)] {
    var scores = overlaps
    for (row, object) in frame.truthIDs.enumerated() {
      let recent = recentTracks[object]
      for (column, track) in frame.trackIDs.enumerated() {
        if overlaps[row, column] < threshold - .ulpOfOne {
          scores[row, column] = 0
        } else if track == recent {
          scores[row, column] += 1000
        }
      }
    }
    return Assignment.maximizing(scores).enumerated().compactMap { row, column in
      guard let column, scores[row, column] > .ulpOfOne else { return nil }
      return (row, column)
    }
  }
}
