internal import ViewfinderCore

/// The boxes of a sequence that count, with tracks numbered from 0 without gaps.
struct PreparedSequence {
  /// The boxes of one frame.
  struct Frame {
    var truthIDs: [Int] = []
    var truthBoxes: [Box] = []
    var trackIDs: [Int] = []
    var trackBoxes: [Box] = []

    /// The overlap (IoU) of each true box, in rows, with each reported one, in columns.
    func overlaps() -> Matrix { trackOverlaps(truthBoxes, trackBoxes) }
  }

  private(set) var frames: [Frame] = []
  /// How many boxes each true track has.
  private(set) var truthLengths: [Int] = []
  /// How many boxes each reported track has.
  private(set) var trackLengths: [Int] = []

  init(_ sequence: TrackingSequence, rules: TrackingRules) {
    var truthNumbers: [Int: Int] = [:]
    var trackNumbers: [Int: Int] = [:]
    var truth = sequence.truth[...]
    var tracks = sequence.tracks[...]
    while let number = [truth.first, tracks.first].compactMap({ $0?.frameNumber }).min() {
      let frameTruth = truth.prefix { $0.frameNumber == number }
      var frameTracks = Array(tracks.prefix { $0.frameNumber == number })
      truth = truth[frameTruth.endIndex...]
      tracks = tracks.dropFirst(frameTracks.count)
      frameTracks.removeAll { !rules.isReported($0) }
      Self.leaveOutDistracted(&frameTracks, truth: Array(frameTruth), rules: rules)
      var frame = Frame()
      for row in frameTruth where rules.isSought(row) {
        frame.truthIDs.append(Self.number(row.trackID, &truthNumbers, &truthLengths))
        frame.truthBoxes.append(row.box)
      }
      for row in frameTracks {
        frame.trackIDs.append(Self.number(row.trackID, &trackNumbers, &trackLengths))
        frame.trackBoxes.append(row.box)
      }
      frames.append(frame)
    }
  }

  private static func number(
    _ id: Int, _ numbers: inout [Int: Int], _ lengths: inout [Int]
  ) -> Int {
    let number = numbers[id] ?? lengths.count
    if number == lengths.count {
      numbers[id] = number
      lengths.append(0)
    }
    lengths[number] += 1
    return number
  }

  private static func leaveOutDistracted(
    _ tracks: inout [TrackRow], truth: [TrackRow], rules: TrackingRules
  ) {
    guard rules.needsMatching, !truth.isEmpty, !tracks.isEmpty else { return }
    var overlaps = trackOverlaps(truth.map(\.box), tracks.map(\.box))
    for index in overlaps.values.indices where overlaps.values[index] < 0.5 - .ulpOfOne {
      overlaps.values[index] = 0
    }
    var isDistracted = Array(repeating: false, count: tracks.count)
    for (row, column) in Assignment.maximizing(overlaps).enumerated() {
      guard let column, overlaps[row, column] > 0, rules.isDistractor(truth[row]) else { continue }
      isDistracted[column] = true
    }
    tracks = zip(tracks, isDistracted).filter { !$1 }.map(\.0)
  }
}

/// Overlaps as TrackEval computes them: by the corners, not the sides, to the last bit.
private func trackOverlaps(_ truth: [Box], _ tracks: [Box]) -> Matrix {
  var result = Matrix(rowCount: truth.count, columnCount: tracks.count)
  for (row, a) in truth.enumerated() {
    let areaA = (a.maxX - a.x) * (a.maxY - a.y)
    guard areaA > .ulpOfOne else { continue }
    for (column, b) in tracks.enumerated() {
      let width = max(min(a.maxX, b.maxX) - max(a.x, b.x), 0)
      let height = max(min(a.maxY, b.maxY) - max(a.y, b.y), 0)
      let overlap = width * height
      let areaB = (b.maxX - b.x) * (b.maxY - b.y)
      let union = areaA + areaB - overlap
      guard areaB > .ulpOfOne, union > .ulpOfOne else { continue }
      result[row, column] = overlap / union
    }
  }
  return result
}

/// A true and a reported track.
struct TrackPair: Hashable, Comparable {
  var truth: Int
  var track: Int

  static func < (a: TrackPair, b: TrackPair) -> Bool {
    a.truth != b.truth ? a.truth < b.truth : a.track < b.track
  }

  /// The most pairs of tracks that meet somewhere in a sequence: 10 million.
  static let maximumCount = 10_000_000

  static func check(_ count: Int, name: String) throws(ViewfinderError) {
    guard count <= maximumCount else {
      throw ViewfinderError(
        .tooLarge, subject: name, found: "more than \(maximumCount) pairs of overlapping tracks")
    }
  }
}
