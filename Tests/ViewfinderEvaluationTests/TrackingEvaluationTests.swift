import Testing
import ViewfinderCore
import ViewfinderEvaluation

private func row(
  _ frame: Int, _ track: Int, x: Double = 0, y: Double = 0, width: Double = 10,
  height: Double = 10, score: Double = 1, category: Int = -1
) -> TrackRow {
  TrackRow(
    frameNumber: frame, trackID: track, box: Box(x: x, y: y, width: width, height: height),
    score: score, categoryID: category)
}

private func scores(
  truth: [TrackRow], tracks: [TrackRow], rules: TrackingRules = .mot15
) throws -> TrackingScores {
  try TrackingEvaluation.scores(
    of: try TrackingSequence(name: "made", truth: truth, tracks: tracks), rules: rules)
}

@Suite("Tracking evaluation")
struct TrackingEvaluationTests {
  /// Two objects side by side for ten frames.
  private let truth = (1...10).flatMap { [row($0, 1), row($0, 2, x: 100)] }

  @Test("the truth itself has every figure 1")
  func perfect() throws {
    let scores = try scores(truth: truth, tracks: truth)
    #expect(agree(scores.hota.hota, 1))
    #expect(agree(scores.hota.localizationAccuracy, 1))
    #expect(scores.clear.mota == 1)
    #expect(scores.clear.motp == 1)
    #expect(scores.identity.idf1 == 1)
    #expect(scores.clear.mostlyTracked == 2)
  }

  @Test("numbers exchanged half-way cost identity and association, not detection")
  func exchange() throws {
    let tracks = truth.map { row in
      var row = row
      if row.frameNumber > 5 { row.trackID = 3 - row.trackID }
      return row
    }
    let scores = try scores(truth: truth, tracks: tracks)
    #expect(scores.clear.identitySwitches == 2)
    #expect(scores.identity.idf1 == 0.5)
    #expect(agree(scores.hota.detectionAccuracy, 1))
    // Each pair agrees in 5 boxes of 15.
    #expect(agree(scores.hota.associationAccuracy, 1 / 3))
  }

  @Test("frame numbers, their order and gaps do not matter to shares")
  func farFrames() throws {
    let far = truth.map { row in
      var row = row
      row.frameNumber = row.frameNumber * 100_000_000 + 1_000_000_000
      return row
    }
    let scores = try scores(truth: far.shuffled(), tracks: far.reversed())
    #expect(agree(scores.hota.hota, 1))
    #expect(scores.identity.truePositives == 20)
  }

  @Test("huge and negative track numbers are only names")
  func strangeNumbers() throws {
    let strange = truth.map { row in
      var row = row
      row.trackID = row.trackID == 1 ? .max : .min
      return row
    }
    #expect(try scores(truth: truth, tracks: strange).clear.mota == 1)
  }

  @Test("boxes without an area or with negative sides overlap nothing")
  func noArea() throws {
    let tracks = [
      row(1, 1, width: 0), row(1, 2, width: -10, height: -10), row(1, 3, x: 10, width: -10),
    ]
    let scores = try scores(truth: [row(1, 1)], tracks: tracks)
    #expect(scores.clear.truePositives == 0)
    #expect(scores.clear.falsePositives == 3)
    #expect(scores.hota.hota == 0)
  }

  @Test("without truth or tracks all shares are 0")
  func empty() throws {
    let nothing = try scores(truth: [], tracks: [])
    #expect(nothing.hota.hota == 0)
    #expect(nothing.clear.mota == 0)
    #expect(nothing.identity.idf1 == 0)
    let silent = try scores(truth: truth, tracks: [])
    #expect(silent.clear.mostlyLost == 2)
    #expect(silent.identity.falseNegatives == 20)
    let inventive = try scores(truth: [], tracks: truth)
    #expect(inventive.clear.mota == 0)
    #expect(inventive.clear.falsePositives == 20)
    #expect(try TrackingEvaluation([], rules: .mot17).combined.hota.hota == 0)
  }

  @Test("matches of distractors and of other categories are left out by the rules")
  func distractors() throws {
    let truth = [row(1, 1, category: 1), row(1, 2, x: 100, category: 8)]
    let tracks = [row(1, 1), row(1, 2, x: 100), row(1, 3, x: 200, category: 3)]
    let plain = try scores(truth: truth, tracks: tracks)
    #expect(plain.clear.truePositives == 2)
    #expect(plain.clear.falsePositives == 1)
    let pedestrians = try scores(truth: truth, tracks: tracks, rules: .mot17)
    #expect(pedestrians.clear.truePositives == 1)
    #expect(pedestrians.clear.falsePositives == 0)
    #expect(pedestrians.clear.falseNegatives == 0)
  }

  @Test("matches of boxes that do not count are left out when asked for")
  func uncounted() throws {
    let truth = [row(1, 1), row(1, 2, x: 100, score: 0)]
    let tracks = [row(1, 1), row(1, 2, x: 100)]
    #expect(try scores(truth: truth, tracks: tracks).clear.falsePositives == 1)
    let counted = try scores(truth: truth, tracks: tracks, rules: .countedOnly)
    #expect(counted.clear.falsePositives == 0)
    #expect(counted.clear.truePositives == 1)
  }

  @Test("many short tracks need no matrix of all pairs")
  func manyTracks() throws {
    // 20,000 × 20,000 pairs of tracks would take 3 GB.
    let truth = (0..<20_000).map { row($0 / 10 + 1, $0, x: Double($0 % 10) * 20) }
    let scores = try scores(truth: truth, tracks: truth)
    #expect(scores.identity.truePositives == 20_000)
    #expect(agree(scores.hota.hota, 1))
  }

  @Test(
    "rows that cannot be judged are refused with their frame",
    arguments: [
      ([row(0, 1)], ", frame 0", ViewfinderError.Code.invalidAnnotations),
      ([row(-5, 1)], ", frame -5", .invalidAnnotations),
      ([row(11, 1)], ", frame 11", .invalidAnnotations),
      ([row(2, 7), row(1, 7), row(2, 7, x: 50)], ", frame 2", .invalidAnnotations),
      ([row(3, 1, x: .nan)], ", frame 3", .invalidAnnotations),
      ([row(3, 1, width: .infinity)], ", frame 3", .invalidAnnotations),
      ([row(3, 1, y: -1e300)], ", frame 3", .invalidAnnotations),
      ([row(3, 1, score: .nan)], ", frame 3", .invalidAnnotations),
      ((0...1000).map { row(4, $0) }, ", frame 4", .tooLarge),
    ])
  func refused(rows: [TrackRow], place: String, code: ViewfinderError.Code) {
    for isTruth in [true, false] {
      let error = #expect(throws: ViewfinderError.self) {
        try TrackingSequence(
          name: "made", frameCount: 10, truth: isTruth ? rows : [], tracks: isTruth ? [] : rows)
      }
      #expect(error?.code == code)
      #expect(error?.subject == "made: \(isTruth ? "truth" : "tracks")" + place)
    }
  }
}
