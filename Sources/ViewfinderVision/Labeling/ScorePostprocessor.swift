internal import ViewfinderCore
internal import ViewfinderModels

/// From the scores of a model's heads to labels: calibrate, threshold, rank, name.
struct ScorePostprocessor {
  private let heads: [ScoreHead]
  private let thresholds: [Float]
  private var ranking: ScoreRanking
  /// The heads that are looked at.
  private let isUsed: [Bool]
  /// The classes of each head that do not count.
  private let skipped: [[Int]]
  private let needsConfidences: Bool

  init(
    heads: [ScoreHead], of model: String = "model", options: Labeler.Options
  ) throws(ViewfinderError) {
    self.heads = heads
    isUsed = try options.usedHeads(heads, of: model)
    skipped = try options.skippedClasses(heads, isUsed, of: model)
    needsConfidences = options.scores == .confidencesOnly
    thresholds = heads.map { options.threshold(declared: $0.scoreThreshold) }
    ranking = ScoreRanking(capacity: options.maxResults)
  }

  /// Forgets the scores of the image before.
  mutating func reset() {
    ranking.removeAll()
  }

  /// Takes the scores of a head as real numbers; they are calibrated in place.
  ///
  /// - Throws: `unsupportedModel` when there is not one score for each class: the output of a model
  ///   with open sides may grow with its input.
  mutating func consider(_ scores: inout [Float], head: Int) throws(ViewfinderError) {
    guard scores.count == heads[head].valueCount else {
      throw ViewfinderError(
        .unsupportedModel, subject: "output \"\(heads[head].name)\"",
        found: "\(scores.count) scores after the run",
        expected: "\(heads[head].valueCount), one for each class",
        remedy: "This model gives scores for each place of an image; use one that classifies whole "
          + "images, or export it with a fixed input size.")
    }
    guard isUsed[head] else { return }
    if let calibration = heads[head].calibration {
      for index in scores.indices {
        scores[index] = calibration.calibrated(scores[index], classIndex: index)
      }
    }
    if heads[head].isTwoSided { scores.insert(1 - scores[0], at: 0) }
    if needsConfidences { try check(scores, head) }
    // A score that is not a number is never kept.
    for index in skipped[head] { scores[index] = .nan }
    ranking.consider(scores, head: head, threshold: thresholds[head])
  }

  private func check(_ scores: [Float], _ head: Int) throws(ViewfinderError) {
    for score in scores where score < -0.001 || score > 1.001 {
      throw ViewfinderError(
        .unsupportedModel, subject: "output \"\(heads[head].name)\"",
        found: "the score \(score), which is no confidence: \(heads[head].kind.explanation)",
        expected: "scores from 0 through 1",
        remedy: "Take the numbers as they are with '--raw'.")
    }
  }

  /// The best classes of all heads.
  var labels: [DetectedLabel] {
    ranking.entries.map { entry in
      DetectedLabel(
        index: entry.index, text: heads[entry.head].labels?.text(at: entry.index) ?? "",
        confidence: entry.score, head: entry.head)
    }
  }
}
