public import ViewfinderCore
internal import ViewfinderInference
public import ViewfinderModels
public import ViewfinderPixels
internal import ViewfinderSystem

/// Says what an image, or a region of it, shows.
///
/// A classifier may be used from many threads at once: it holds up to ``Options/workers`` compiled
/// models and lends one to each call. The model is checked when the classifier is made; the first
/// compiled model is made by the first call.
public final class Labeler: Sendable {
  /// The model and what its metadata say.
  public let model: ClassifierModel

  /// The options the classifier was made with.
  public let options: Options

  private let workers: ResourcePool<LabelerWorker>
  private let turns: WorkQueue

  /// Creates a classifier.
  ///
  /// - Parameters:
  ///   - model: A model; `.bundled()` for the one that comes with the package.
  ///   - options: How results are selected.
  public init(model: ClassifierModel, options: Options = Options()) {
    self.model = model
    self.options = options
    let capacity = options.workers ?? InferenceOptions.maximumThreads
    turns = WorkQueue(width: capacity)
    workers = ResourcePool(capacity: capacity) {
      () throws(ViewfinderError) in
      try LabelerWorker(model: model, options: options)
    }
  }

  /// Compiles a model ahead of the first call, which is faster then.
  ///
  /// - Throws: `ViewfinderError` when LiteRT is missing or refuses the model.
  public func prepare() throws(ViewfinderError) {
    try workers.withResource { (_) throws(ViewfinderError) in }
  }

  /// Classifies an image.
  ///
  /// - Parameters:
  ///   - image: The pixels as stored.
  ///   - orientation: How they must be turned to stand upright.
  ///   - region: The part to look at, in stored pixels; parts outside the image are cut off.
  /// - Returns: At most ``Options/maxResults`` classes with at least the threshold's confidence,
  ///   by falling confidence, then head, then index. None is not an error. The classes of models
  ///   with several outputs are ranked together; ``DetectedLabel/head`` tells them apart.
  /// - Throws: `ViewfinderError` when the model cannot run or the region is empty.
  /// - Complexity: O(pixels of the region) before the model runs.
  public func classify(
    _ image: PixelBuffer, orientation: ImageOrientation = .up, region: Box? = nil
  ) throws(ViewfinderError) -> [DetectedLabel] {
    try measure(image, orientation: orientation, region: region).classifications
  }

  /// Classifies an image without blocking the calling task's thread.
  ///
  /// At most ``Options/workers`` calls run at the same time, begun in their order. Parameters, result
  /// and errors are those of the synchronous method; `cancelled` when the task is cancelled, whose
  /// place in the queue is free then.
  public func classify(
    _ image: PixelBuffer, orientation: ImageOrientation = .up, region: Box? = nil
  ) async throws(ViewfinderError) -> [DetectedLabel] {
    try await turns.run(cancellation: .cancelled) { [self] () throws(ViewfinderError) in
      try measure(image, orientation: orientation, region: region).classifications
    }
  }

  /// Classifies an image and says how long each stage took.
  ///
  /// Parameters and errors are those of `classify(_:orientation:region:)`.
  public func measure(
    _ image: PixelBuffer, orientation: ImageOrientation = .up, region: Box? = nil
  ) throws(ViewfinderError) -> (classifications: [DetectedLabel], timings: StageTimings) {
    try workers.withResource { (worker) throws(ViewfinderError) in
      try worker.classify(image, orientation: orientation, region: region)
    }
  }
}
