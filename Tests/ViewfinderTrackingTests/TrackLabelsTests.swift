import Testing
import ViewfinderCore
import ViewfinderTracking

@Suite("Track labels")
struct TrackLabelsTests {
  private static let frame = Rect(x: 0, y: 0, width: 10, height: 10)

  private static func labels(
    _ classifications: [[TrackLabels.Score]], frame: Rect = frame
  ) -> TrackLabels {
    var labels = TrackLabels()
    for (index, scores) in classifications.enumerated() {
      labels.add(scores, frame: frame, at: Double(index))
    }
    return labels
  }

  private static func score(_ classIndex: Int, _ confidence: Double) -> TrackLabels.Score {
    .init(classIndex: classIndex, confidence: confidence)
  }

  @Test("one classification is taken as it is, by falling confidence")
  func one() {
    let labels = Self.labels([[Self.score(7, 0.2), Self.score(3, 0.7), Self.score(1, 0.2)]])
    #expect(labels.scores.map(\.classIndex) == [3, 1, 7])
    #expect(labels.scores.map(\.confidence) == [0.7, 0.2, 0.2])
    #expect(labels.count == 1)
  }

  @Test("a bad crop does not turn a label over, a lasting change does")
  func smoothing() {
    let (cat, dog) = ([Self.score(0, 0.8)], [Self.score(1, 0.9)])
    let settled = Array(repeating: cat, count: 10)
    #expect(Self.labels(settled + [dog]).scores.first?.classIndex == 0)
    #expect(Self.labels(settled + [[]]).scores.first?.classIndex == 0)
    #expect(
      Self.labels(settled + Array(repeating: dog, count: 12)).scores.first?.classIndex == 1)
  }

  @Test("the same scores again stay the same, and a mean is a mean")
  func mean() throws {
    let same = Self.labels(Array(repeating: [Self.score(0, 0.6), Self.score(1, 0.3)], count: 50))
    #expect(abs(same.scores[0].confidence - 0.6) < 1e-12)
    #expect(abs(same.scores[1].confidence - 0.3) < 1e-12)
    // The newer of two counts as 1, the older as 2^(-1/8).
    let two = Self.labels([[Self.score(0, 1)], []])
    #expect(abs(try #require(two.scores.first).confidence - 0.4784) < 1e-4)
  }

  @Test("a small crop counts less than a large one")
  func area() {
    var labels = TrackLabels()
    labels.add([Self.score(0, 1)], frame: Self.frame, at: 0)
    labels.add([Self.score(1, 1)], frame: Rect(x: 0, y: 0, width: 5, height: 5), at: 1)
    #expect(labels.scores.map(\.classIndex) == [0, 1])
    #expect(labels.scores[0].confidence > 1.5 * labels.scores[1].confidence)
  }

  @Test("scores of any kind leave shares from 0 through 1")
  func hostile() {
    let odd = [
      Self.score(0, .nan), Self.score(1, .infinity), Self.score(2, -3), Self.score(3, 0.5),
      Self.score(3, 0.5), Self.score(3, 0.4),
    ]
    let labels = Self.labels([odd])
    #expect(labels.scores.map(\.classIndex) == [1, 3, 2])
    #expect(labels.scores.map(\.confidence) == [1, 0.5, 0])
    let many = Self.labels([(0..<200).map { Self.score($0, Double($0) / 200) }])
    #expect(many.scores.count == TrackLabels.maximumClassCount)
    #expect(many.scores.first?.classIndex == 199)
  }

  @Test("classifying is due while new, when grown, when unclear ever more rarely, and at times")
  func due() {
    var labels = TrackLabels()
    for index in 0..<3 {
      #expect(labels.isDue(frame: Self.frame, at: Double(index) / 30))
      labels.add([Self.score(0, 0.9)], frame: Self.frame, at: Double(index) / 30)
    }
    #expect(labels.isClear)
    #expect(!labels.isDue(frame: Self.frame, at: 1))
    #expect(labels.isDue(frame: Rect(x: 0, y: 0, width: 15, height: 10), at: 1))
    #expect(labels.isDue(frame: Self.frame, at: 9))

    let unclear = [Self.score(0, 0.5), Self.score(1, 0.45)]
    labels = Self.labels([unclear, unclear, unclear])
    #expect(!labels.isClear)
    #expect(!labels.isDue(frame: Self.frame, at: 2.4))
    #expect(labels.isDue(frame: Self.frame, at: 2.5))
    labels.add(unclear, frame: Self.frame, at: 2.5)
    #expect(!labels.isDue(frame: Self.frame, at: 3.4))
    #expect(labels.isDue(frame: Self.frame, at: 3.5))
  }
}
