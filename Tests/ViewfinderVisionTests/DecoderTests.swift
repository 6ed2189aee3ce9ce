import Testing
import ViewfinderCore

@testable import ViewfinderVision

@Suite("Non-maximum suppression")
struct NonMaximumSuppressionTests {
  static func candidate(_ x: Double, _ score: Float, class index: Int = 0) -> Candidate {
    Candidate(
      box: Box(x: x, y: 0, width: 10, height: 10), score: score, classIndex: index)
  }

  static func kept(
    _ suppression: NonMaximumSuppression, _ candidates: [Candidate]
  ) -> [Candidate] {
    var suppression = suppression
    suppression.apply(to: candidates)
    return suppression.kept
  }

  @Test("of overlapping boxes the best stays")
  func best() {
    let suppression = NonMaximumSuppression(overlapThreshold: 0.5, perClass: false, limit: 10)
    let kept = Self.kept(
      suppression,
      [
        Self.candidate(0, 0.5), Self.candidate(1, 0.9), Self.candidate(20, 0.4),
      ])
    #expect(kept.map(\.score) == [0.9, 0.4])
  }

  @Test("an overlap of exactly the threshold is allowed")
  func exact() {
    // Shifted by 5 of 10: the overlap is 50, the union 150.
    let suppression = NonMaximumSuppression(overlapThreshold: 1.0 / 3, perClass: false, limit: 9)
    #expect(
      Self.kept(suppression, [Self.candidate(0, 0.5), Self.candidate(5, 0.4)]).count == 2)
  }

  @Test("classes are kept apart when asked", arguments: [(true, 2), (false, 1)])
  func classes(perClass: Bool, count: Int) {
    let suppression = NonMaximumSuppression(
      overlapThreshold: 0.5, perClass: perClass, limit: 10)
    let kept = Self.kept(
      suppression,
      [
        Self.candidate(0, 0.5, class: 1), Self.candidate(0, 0.6, class: 2),
      ])
    #expect(kept.count == count)
  }

  @Test("the limit cuts the weakest, equal scores keep their order")
  func limit() {
    let suppression = NonMaximumSuppression(overlapThreshold: 0.5, perClass: false, limit: 2)
    let kept = Self.kept(
      suppression,
      [
        Self.candidate(0, 0.5), Self.candidate(20, 0.5), Self.candidate(40, 0.5),
      ])
    #expect(kept.map(\.box.x) == [0, 20])
  }
}

@Suite("Ranks")
struct RankTests {
  @Test("are those of a stable sort", arguments: [0, 1, 2, 3, 10, 300])
  func stable(count: Int) {
    var generator = SystemRandomNumberGenerator()
    // Many are equal.
    let values = (0..<count).map { _ in Int.random(in: 0..<max(1, count / 3), using: &generator) }
    var ranks = [7]
    ranks.fillWithRanks(of: count) { values[$0] > values[$1] }
    let sorted = values.enumerated().sorted { ($1.element, $0.offset) < ($0.element, $1.offset) }
    #expect(ranks == sorted.map(\.offset))
  }
}

@Suite("Decoding of detector outputs")
struct DecoderTests {
  @Test("a point grid gives boxes around cell centres")
  func pointGrid() {
    let decoder = PointGridDecoder(inputSize: 64, strides: [32, 64])
    #expect(decoder.cellCount == 5)
    var scores = [Float](repeating: 0.1, count: 5)
    scores[1] = 0.8
    scores[4] = 0.6
    var distances = [Float](repeating: 0.5, count: 20)
    distances.replaceSubrange(4..<8, with: [0.25, 0.5, 1.5, -0.125])
    var candidates: [Candidate] = []
    decoder.decode(scores: scores, distances: distances, threshold: 0.5, into: &candidates)
    #expect(candidates.map(\.score) == [0.8, 0.6])
    #expect(candidates[0].box == Box(x: 48 - 8, y: 16 - 16, width: 56, height: 12))
    #expect(candidates[1].box == Box(x: 0, y: 0, width: 64, height: 64))
  }

  /// Two boxes of two classes in both layouts: centre, size, then scores.
  static let rows: [Float] = [
    0.5, 0.5, 0.2, 0.4, 0.9, 0.1, 0.8,
    0.2, 0.3, 0.1, 0.1, 0.3, 0.9, 0.1,
  ]

  @Test("YOLO rows multiply objectness and class score")
  func rows() {
    let decoder = YOLODecoder(
      layout: .rowsWithObjectness, boxCount: 2, classCount: 2, boxSize: 7, unitWidth: 100,
      unitHeight: 50)
    var candidates: [Candidate] = []
    decoder.decode(Self.rows, threshold: 0.25, into: &candidates)
    #expect(candidates.map(\.classIndex) == [1, 0])
    #expect(abs(candidates[0].score - 0.72) < 1e-6)
    #expect(abs(candidates[0].box.x - 40) < 1e-4)
    #expect(abs(candidates[0].box.y - 15) < 1e-4)
    #expect(abs(candidates[0].box.width - 20) < 1e-4)
    #expect(abs(candidates[0].box.height - 20) < 1e-4)
  }

  @Test("YOLO columns hold class scores only")
  func columns() {
    let decoder = YOLODecoder(
      layout: .columns, boxCount: 2, classCount: 2, boxSize: 6, unitWidth: 1, unitHeight: 1)
    let values: [Float] = [50, 20, 60, 30, 10, 4, 20, 8, 0.1, 0.6, 0.7, 0.2]
    var candidates: [Candidate] = []
    decoder.decode(values, threshold: 0.5, into: &candidates)
    #expect(candidates.map(\.classIndex) == [1, 0])
    #expect(candidates[0].box == Box(x: 45, y: 50, width: 10, height: 20))
  }

  @Test("boxes without area or with NaN are dropped")
  func improper() {
    let decoder = YOLODecoder(
      layout: .columns, boxCount: 2, classCount: 1, boxSize: 5, unitWidth: 1, unitHeight: 1)
    var candidates: [Candidate] = []
    decoder.decode(
      [1, .nan, 1, 1, 0, 1, 1, 1, 0.9, 0.9], threshold: 0.5, into: &candidates)
    #expect(candidates.isEmpty)
  }

  /// The numbers of a published test of the detection post-processing: a frame of 20 × 10.
  @Test("SSD boxes are top, left, bottom, right shares")
  func ssd() {
    let decoder = SSDDecoder(inputWidth: 20, inputHeight: 10)
    var candidates: [Candidate] = []
    decoder.decode(
      boxes: [0.2, 0.2, 0.4, 0.6, 0.4, 0.2, 0.6, 0.6, 0.2, 0.4, 0.4, 0.8],
      classes: [1, 2, 3], scores: [0.8, 0.6, 0.4], count: 3, threshold: 0.5, into: &candidates)
    #expect(candidates.map(\.classIndex) == [1, 2])
    #expect(abs(candidates[0].box.x - 4) < 1e-5 && abs(candidates[0].box.y - 2) < 1e-5)
    #expect(abs(candidates[0].box.width - 8) < 1e-5 && abs(candidates[0].box.height - 2) < 1e-5)
  }

  @Test(
    "a count beyond the outputs is cut", arguments: [Float.infinity, -1, 99, 1e30, -1e30, .nan])
  func count(count: Float) {
    var candidates: [Candidate] = []
    SSDDecoder(inputWidth: 1, inputHeight: 1).decode(
      boxes: [0, 0, 1, 1], classes: [0], scores: [0.9], count: count, threshold: 0,
      into: &candidates)
    #expect(candidates.count == (count > 0 && count.isFinite ? 1 : 0))
  }
}
