public import ViewfinderCore
internal import ViewfinderInference
public import ViewfinderModels
public import ViewfinderPixels

/// Names what an image, or a region of it, shows with plain labels such as "Dog" or "Building".
///
/// Each label adds up what the bundled model says about its classes, and gives way to a finer one
/// that is sure: where "Dog" is, "Mammal" and "Animal" are left out. A label is sure when its
/// confidence reaches the threshold and one half.
///
/// A labeler may be used from many threads at once, as a ``Labeler`` may.
public final class BaseLabeler: RegionLabeler {
  /// How a ``BaseLabeler`` selects its labels and uses the machine.
  public struct Options: Hashable, Sendable {
    /// The greatest number of labels, 1 or more.
    public var maxResults: Int

    /// The least confidence of a label, from 0 through 1.
    public var confidenceThreshold: Float

    /// Threads of one inference, 1 or more.
    public var threads: Int

    /// Regions that may be labeled at the same time, 1 or more; `nil` means one for each core.
    public var workers: Int?

    /// Creates options.
    ///
    /// - Precondition: The numbers are in the ranges of their properties.
    public init(
      maxResults: Int = 10, confidenceThreshold: Float = 0.5, threads: Int = 1,
      workers: Int? = nil
    ) {
      self.maxResults = maxResults
      self.confidenceThreshold = confidenceThreshold
      self.threads = threads
      self.workers = workers
      check()
    }

    func check() {
      OptionChecks.check(
        maxResults: maxResults, confidenceThreshold: confidenceThreshold, threads: threads,
        workers: workers, maxWaiting: nil)
    }
  }

  /// The models and the table of labels.
  public let model: BaseLabelModel

  /// The options the labeler was made with.
  public let options: Options

  private let workers: ResourcePool<CategoryWorker>

  /// Creates a labeler.
  ///
  /// - Parameters:
  ///   - model: A model; `.bundled()` for the one that comes with the package.
  ///   - options: How labels are selected.
  public init(model: BaseLabelModel, options: Options = Options()) {
    options.check()
    self.model = model
    self.options = options
    workers = ResourcePool(capacity: options.workers ?? InferenceOptions.maximumThreads) {
      () throws(ViewfinderError) in
      try CategoryWorker(model: model.categories, threads: options.threads)
    }
  }

  /// Compiles the models ahead of the first call, which is faster then.
  ///
  /// - Throws: `ViewfinderError` when LiteRT is missing or refuses a model.
  public func prepare() throws(ViewfinderError) {
    try workers.withResource { (_) throws(ViewfinderError) in }
  }

  /// Labels an image, or a region of it, on the calling thread.
  ///
  /// Parameters and errors are those of ``RegionLabeler/label(_:in:)``.
  ///
  /// - Returns: At most ``Options/maxResults`` labels by falling confidence, then index.
  public func label(
    _ image: InputImage, in region: Box? = nil
  ) throws(ViewfinderError) -> [DetectedLabel] {
    try measure(image, in: region).labels
  }

  /// Labels an image and says how long each stage took.
  ///
  /// Parameters and errors are those of ``label(_:in:)``.
  public func measure(
    _ image: InputImage, in region: Box? = nil
  ) throws(ViewfinderError) -> (labels: [DetectedLabel], timings: StageTimings) {
    try workers.withResource { (worker) throws(ViewfinderError) in
      let categories = try worker.probabilities(of: image, in: region)
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
    let sure = max(options.confidenceThreshold, 0.5)
    var scores = scores
    // Parents stand before their kinds, and are at least as sure.
    for index in scores.indices.reversed() where scores[index] >= sure {
      var above = model.table.labels[index].parent
      while let parent = above {
        scores[parent] = .nan
        above = model.table.labels[parent].parent
      }
    }
    var ranking = ScoreRanking(capacity: options.maxResults)
    ranking.consider(scores, head: 0, threshold: options.confidenceThreshold)
    return ranking.entries.map { entry in
      DetectedLabel(
        index: entry.index, text: model.table.labels[entry.index].text, confidence: entry.score)
    }
  }
}
