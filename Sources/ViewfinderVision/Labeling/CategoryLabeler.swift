public import ViewfinderCore
internal import ViewfinderInference
public import ViewfinderModels
public import ViewfinderPixels

/// Says whether an image, or a region of it, shows a fashion good, a home good, food, a place or a
/// plant.
///
/// A classifier may be used from many threads at once, as an ``Labeler`` may.
public final class CategoryLabeler: RegionLabeler {
  /// The labeler, the categories and their threshold.
  public let model: CategoryModel

  /// The least confidence of a category.
  public let confidenceThreshold: Float

  /// Which categories count, by name or raw value; nothing means all.
  public let classes: ClassFilter?

  private let workers: ResourcePool<CategoryWorker>

  /// Creates a classifier.
  ///
  /// - Parameters:
  ///   - model: A model; `.bundled()` for the one that comes with the package.
  ///   - confidenceThreshold: The least confidence of a category, from 0 through 1; `nil` for the
  ///     model's own. "None" must be beaten in any case.
  ///   - threads: Threads of one inference; clamped to the machine's cores.
  ///   - workers: Regions that may be classified at the same time; `nil` for one for each core.
  ///   - classes: Which categories count, by name or raw value; `nil` for all.
  public init(
    model: CategoryModel, confidenceThreshold: Float? = nil, threads: Int = 1,
    workers: Int? = nil, classes: ClassFilter? = nil
  ) {
    self.classes = classes
    counted = classes?.numbers(Self.names, count: Self.names.count) ?? ([], [])
    self.model = model
    self.confidenceThreshold = confidenceThreshold ?? model.threshold
    self.workers = ResourcePool(capacity: workers ?? InferenceOptions.maximumThreads) {
      () throws(ViewfinderError) in
      try CategoryWorker(model: model, threads: threads)
    }
  }

  private static let names = LabelList(CoarseCategory.allCases.map(\.name), source: "categories")

  /// What ``classes`` names, and what it cannot.
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

  /// The category of an image or a region of it: one classification, or none.
  ///
  /// Its index is the raw value of its `CoarseCategory`, its text the name. Parameters and errors
  /// are those of ``RegionLabeler/classify(_:orientation:region:)``.
  public func classify(
    _ image: PixelBuffer, orientation: ImageOrientation = .up, region: Box? = nil
  ) throws(ViewfinderError) -> [DetectedLabel] {
    let probabilities = try workers.withResource { (worker) throws(ViewfinderError) in
      try worker.probabilities(of: image, orientation: orientation, region: region)
    }
    return decide(probabilities)
  }

  /// The best category when it is sure enough and surer than "none".
  func decide(_ probabilities: [Float]) -> [DetectedLabel] {
    let counted = counted.numbers
    let best = CoarseCategory.allCases.max {
      probabilities[$0.rawValue] < probabilities[$1.rawValue]
    }
    guard let best, probabilities[best.rawValue] >= confidenceThreshold,
      probabilities[best.rawValue] >= probabilities[CategoryModel.noneIndex],
      classes?.keeps(best.rawValue, counted) ?? true
    else { return [] }
    return [
      DetectedLabel(
        index: best.rawValue, text: best.name, confidence: probabilities[best.rawValue])
    ]
  }
}
