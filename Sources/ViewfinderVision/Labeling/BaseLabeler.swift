public import ViewfinderCore
internal import ViewfinderInference
public import ViewfinderModels
public import ViewfinderPixels

/// Names what an image, or a region of it, shows with plain labels such as "Dog" or "Building".
///
/// Each label adds up what the bundled labeler says about its classes, and gives way to a finer one
/// that is sure: where "Dog" is, "Mammal" and "Animal" are left out. A label is sure when its
/// confidence reaches the threshold and one half.
///
/// A classifier may be used from many threads at once, as an ``Labeler`` may.
public final class BaseLabeler: RegionLabeler {
  /// The models and the table of labels.
  public let model: BaseLabelModel

  /// The least confidence of a label.
  public let confidenceThreshold: Float

  /// The greatest number of labels.
  public let maxResults: Int

  private let workers: ResourcePool<CategoryWorker>

  /// Creates a classifier.
  ///
  /// - Parameters:
  ///   - model: A model; `.bundled()` for the one that comes with the package.
  ///   - confidenceThreshold: The least confidence of a label; `nil`, NaN and values outside 0
  ///     through 1 mean 0.5.
  ///   - maxResults: The greatest number of labels; values below 1 mean 10.
  ///   - threads: Threads of one inference; clamped to the machine's cores.
  ///   - workers: Regions that may be classified at the same time; `nil` for one for each core.
  public init(
    model: BaseLabelModel, confidenceThreshold: Float? = nil,
    maxResults: Int = Labeler.Options.defaultMaxResults, threads: Int = 1,
    workers: Int? = nil
  ) {
    self.model = model
    self.confidenceThreshold =
      confidenceThreshold.flatMap { (0...1).contains($0) ? $0 : nil }
      ?? BaseLabelModel.defaultThreshold
    self.maxResults = maxResults > 0 ? maxResults : Labeler.Options.defaultMaxResults
    self.workers = ResourcePool(capacity: workers ?? InferenceOptions.maximumThreads) {
      () throws(ViewfinderError) in
      try CategoryWorker(model: model.categories, threads: threads)
    }
  }

  /// Compiles the models ahead of the first call, which is faster then.
  ///
  /// - Throws: `ViewfinderError` when LiteRT is missing or refuses a model.
  public func prepare() throws(ViewfinderError) {
    try workers.withResource { (_) throws(ViewfinderError) in }
  }

  /// The labels of an image or a region of it.
  ///
  /// Their index is that in the model's table. Parameters and errors are those of
  /// ``RegionLabeler/classify(_:orientation:region:)``.
  ///
  /// - Returns: At most ``maxResults`` labels by falling confidence, then index.
  public func classify(
    _ image: PixelBuffer, orientation: ImageOrientation = .up, region: Box? = nil
  ) throws(ViewfinderError) -> [DetectedLabel] {
    try measure(image, orientation: orientation, region: region).classifications
  }

  /// Labels an image and says how long each stage took.
  ///
  /// Parameters and errors are those of `classify(_:orientation:region:)`.
  public func measure(
    _ image: PixelBuffer, orientation: ImageOrientation = .up, region: Box? = nil
  ) throws(ViewfinderError) -> (classifications: [DetectedLabel], timings: StageTimings) {
    try workers.withResource { (worker) throws(ViewfinderError) in
      let categories = try worker.probabilities(
        of: image, orientation: orientation, region: region)
      let clock = ContinuousClock()
      let start = clock.now
      let labels = choose(
        model.table.scores(probabilities: worker.scores, categories: categories))
      var timings = worker.timings
      timings.postprocess = clock.now - start
      return (labels, timings)
    }
  }

  /// The best labels, without those above a sure one.
  func choose(_ scores: [Float]) -> [DetectedLabel] {
    let sure = max(confidenceThreshold, 0.5)
    var scores = scores
    // Parents stand before their kinds, and are at least as sure.
    for index in scores.indices.reversed() where scores[index] >= sure {
      var above = model.table.labels[index].parent
      while let parent = above {
        scores[parent] = .nan
        above = model.table.labels[parent].parent
      }
    }
    var ranking = ScoreRanking(capacity: maxResults)
    ranking.consider(scores, head: 0, threshold: confidenceThreshold)
    return ranking.entries.map { entry in
      DetectedLabel(
        index: entry.index, text: model.table.labels[entry.index].text, confidence: entry.score)
    }
  }
}
