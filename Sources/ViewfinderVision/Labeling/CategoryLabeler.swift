public import ViewfinderCore
internal import ViewfinderInference
public import ViewfinderModels
public import ViewfinderPixels

/// Says whether an image, or a region of it, shows a fashion good, a home good, food, a place or a
/// plant.
///
/// A labeler may be used from many threads at once, as a ``Labeler`` may.
public final class CategoryLabeler: RegionLabeler {
  /// How a ``CategoryLabeler`` selects its labels and uses the machine.
  public struct Options: Hashable, Sendable {
    /// The least confidence of a category, from 0 through 1; `nil` for the model's own.
    ///
    /// "None" must be beaten in any case.
    public var confidenceThreshold: Float?

    /// Threads of one inference, 1 or more.
    public var threads: Int

    /// Regions that may be labeled at the same time, 1 or more; `nil` means one for each core.
    public var workers: Int?

    /// Which categories count, by name or raw value; `nil` means all.
    public var classes: ClassFilter?

    /// Creates options.
    ///
    /// - Precondition: The numbers are in the ranges of their properties.
    public init(
      confidenceThreshold: Float? = nil, threads: Int = 1, workers: Int? = nil,
      classes: ClassFilter? = nil
    ) {
      self.confidenceThreshold = confidenceThreshold
      self.threads = threads
      self.workers = workers
      self.classes = classes
      check()
    }

    func check() {
      OptionChecks.check(
        maxResults: 1, confidenceThreshold: confidenceThreshold, threads: threads,
        workers: workers, maxWaiting: nil)
    }
  }

  /// The labeler, the categories and their threshold.
  public let model: CategoryModel

  /// The options the labeler was made with.
  public let options: Options

  private let workers: ResourcePool<CategoryWorker>

  /// Creates a labeler.
  ///
  /// - Parameters:
  ///   - model: A model; `.bundled()` for the one that comes with the package.
  ///   - options: How categories are selected.
  public init(model: CategoryModel, options: Options = Options()) {
    options.check()
    self.model = model
    self.options = options
    counted = options.classes?.numbers(Self.names, count: Self.names.count) ?? ([], [])
    workers = ResourcePool(capacity: options.workers ?? InferenceOptions.maximumThreads) {
      () throws(ViewfinderError) in
      try CategoryWorker(model: model, threads: options.threads)
    }
  }

  private static let names = LabelList(CoarseCategory.allCases.map(\.name), source: "categories")

  /// What the options' classes name, and what they cannot.
  private let counted: (numbers: Set<Int>, unknown: [String])

  /// Compiles the models ahead of the first call, which is faster then.
  ///
  /// - Throws: `ViewfinderError` when LiteRT is missing or refuses a model.
  public func prepare() throws(ViewfinderError) {
    if let name = counted.unknown.first {
      throw ClassFilter.unknown(name, [Self.names], model: "categories")
    }
    try workers.withResource { (_) throws(ViewfinderError) in }
  }

  /// The category of an image, or of a region of it: one label, or none.
  ///
  /// Its index is the raw value of its `CoarseCategory`, its text the name. Parameters and errors
  /// are those of ``RegionLabeler/label(_:in:)``.
  public func label(
    _ image: InputImage, in region: Box? = nil
  ) throws(ViewfinderError) -> [DetectedLabel] {
    let probabilities = try workers.withResource { (worker) throws(ViewfinderError) in
      try worker.probabilities(of: image, in: region)
    }
    return decide(probabilities)
  }

  /// The best category when it is sure enough and surer than "none".
  func decide(_ probabilities: [Float]) -> [DetectedLabel] {
    let best = CoarseCategory.allCases.max {
      probabilities[$0.rawValue] < probabilities[$1.rawValue]
    }
    guard let best,
      probabilities[best.rawValue] >= options.confidenceThreshold ?? model.threshold,
      probabilities[best.rawValue] >= probabilities[CategoryModel.noneIndex],
      options.classes?.keeps(best.rawValue, counted.numbers) ?? true
    else { return [] }
    return [
      DetectedLabel(
        index: best.rawValue, text: best.name, confidence: probabilities[best.rawValue])
    ]
  }
}
