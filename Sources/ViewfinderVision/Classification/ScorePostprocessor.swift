internal import ViewfinderCore
internal import ViewfinderModels

/// From the scores of a model's heads to classifications: calibrate, threshold, rank, name.
struct ScorePostprocessor {
  private let heads: [ScoreHead]
  private let thresholds: [Float]
  private var ranking: ScoreRanking

  init(heads: [ScoreHead], options: ImageClassifier.Options) {
    self.heads = heads
    thresholds = heads.map { options.threshold(declared: $0.scoreThreshold) }
    ranking = ScoreRanking(capacity: options.resultCapacity)
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
    guard scores.count == heads[head].classCount else {
      throw ViewfinderError(
        .unsupportedModel, subject: "output \"\(heads[head].name)\"",
        found: "\(scores.count) scores after the run",
        expected: "\(heads[head].classCount), one for each class",
        remedy: "This model gives scores for each place of an image; use one that classifies whole "
          + "images, or export it with a fixed input size.")
    }
    if let calibration = heads[head].calibration {
      for index in scores.indices {
        scores[index] = calibration.calibrated(scores[index], classIndex: index)
      }
    }
    ranking.consider(scores, head: head, threshold: thresholds[head])
  }

  /// The best classes of all heads.
  var classifications: [Classification] {
    ranking.entries.map { entry in
      Classification(
        index: entry.index, text: heads[entry.head].labels?.text(at: entry.index) ?? "",
        confidence: entry.score, head: entry.head)
    }
  }
}
