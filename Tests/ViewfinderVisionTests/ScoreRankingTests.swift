import Testing

@testable import ViewfinderVision

@Suite("Ranking of scores")
struct ScoreRankingTests {
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let scores: [Float]
    let threshold: Float
    let capacity: Int
    let indices: [Int]
  }

  @Test(
    "keeps the best scores in a stable order",
    arguments: [
      Row(
        testDescription: "falling confidence", scores: [0.1, 0.9, 0.5], threshold: 0, capacity: 10,
        indices: [1, 2, 0]),
      Row(
        testDescription: "ties by index", scores: [0.5, 0.5, 0.7, 0.5], threshold: 0, capacity: 10,
        indices: [2, 0, 1, 3]),
      Row(
        testDescription: "ties at the cut keep the lowest index", scores: [0.5, 0.5, 0.5],
        threshold: 0, capacity: 2, indices: [0, 1]),
      Row(
        testDescription: "NaN is never kept", scores: [.nan, 0.2, .nan, 0.1], threshold: 0,
        capacity: 10, indices: [1, 3]),
      Row(
        testDescription: "infinity is first", scores: [0.2, .infinity, -.infinity], threshold: 0,
        capacity: 10, indices: [1, 0]),
      Row(
        testDescription: "the threshold itself is kept", scores: [0.25, 0.5, 0.49],
        threshold: 0.5, capacity: 10, indices: [1]),
      Row(
        testDescription: "scores above one stay", scores: [3, 17, -4], threshold: 0, capacity: 10,
        indices: [1, 0]),
      Row(
        testDescription: "one result", scores: [0.1, 0.2, 0.3, 0.25], threshold: 0, capacity: 1,
        indices: [2]),
      Row(testDescription: "no scores", scores: [], threshold: 0, capacity: 3, indices: []),
    ])
  func order(row: Row) {
    var ranking = ScoreRanking(capacity: row.capacity)
    ranking.consider(row.scores, head: 0, threshold: row.threshold)
    #expect(ranking.entries.map(\.index) == row.indices)
  }

  @Test("ranks several heads together and keeps the earlier head on ties")
  func heads() {
    var ranking = ScoreRanking(capacity: 3)
    ranking.consider([0.5, 0.9], head: 0, threshold: 0)
    ranking.consider([0.9, 0.6], head: 1, threshold: 0.55)
    #expect(ranking.entries.map(\.head) == [0, 1, 1])
    #expect(ranking.entries.map(\.index) == [1, 0, 1])
    ranking.removeAll()
    #expect(ranking.entries.isEmpty)
  }

  @Test("agrees with sorting all scores", arguments: 0..<20)
  func sorting(seed: UInt64) {
    var state = seed &+ 1
    let scores = (0..<500).map { _ -> Float in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Float(state >> 56) / 256
    }
    var ranking = ScoreRanking(capacity: 37)
    ranking.consider(scores, head: 0, threshold: 0.3)
    let expected = scores.indices.filter { scores[$0] >= 0.3 }
      .sorted { scores[$0] > scores[$1] || (scores[$0] == scores[$1] && $0 < $1) }.prefix(37)
    #expect(ranking.entries.map(\.index) == Array(expected))
  }
}

@Suite("Options of the classifier")
struct ClassifierOptionsTests {
  @Test(
    "an invalid threshold counts as unset",
    arguments: [
      (nil, nil, 0), (nil, 0.35, 0.35), (0.5, 0.35, 0.5), (0, 0.35, 0), (1, nil, 1),
    ] as [(Float?, Float?, Float)])
  func threshold(option: Float?, metadata: Float?, expected: Float) {
    let options = Labeler.Options(confidenceThreshold: option)
    #expect(options.threshold(declared: metadata) == expected)
  }

  @Test("options out of range are mistakes of the caller")
  func ranges() async {
    await #expect(processExitsWith: .failure) { _ = Labeler.Options(maxResults: 0) }
    await #expect(processExitsWith: .failure) { _ = Labeler.Options(confidenceThreshold: 1.1) }
    await #expect(processExitsWith: .failure) { _ = Labeler.Options(confidenceThreshold: .nan) }
    await #expect(processExitsWith: .failure) { _ = Labeler.Options(threads: 0) }
    await #expect(processExitsWith: .failure) { _ = Detector.Options(workers: 0) }
    await #expect(processExitsWith: .failure) {
      var options = Labeler.Options()
      options.maxResults = -1
      _ = try Labeler(options: options)
    }
  }
}
