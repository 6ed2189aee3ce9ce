public import ViewfinderCore
internal import ViewfinderInference
public import ViewfinderModels
public import ViewfinderPixels
internal import ViewfinderSystem

/// Finds the objects of a still image and, when asked, says what they are.
///
/// A detector may be used from many threads at once: it holds up to ``Options/workers`` compiled
/// models and lends one to each call.
public final class Detector: Sendable {
  /// The detector's model.
  public let model: DetectorModel

  /// Where labels come from.
  public let labeling: Labeling

  /// The options the detector was made with.
  public let options: Options

  private let workers: ResourcePool<DetectorWorker>
  private let turns: WorkQueue
  /// The detector of its trackers, once there is one.
  let loose = Mutex<Detector?>(nil)

  /// Creates a detector.
  ///
  /// - Parameters:
  ///   - model: A model that finds boxes; `.bundled()` for the one that comes with the package.
  ///   - labeling: Where labels come from.
  ///   - options: How objects are selected.
  public init(model: DetectorModel, labeling: Labeling = .off, options: Options = Options()) {
    self.model = model
    self.labeling = labeling
    self.options = options
    let capacity = options.workers ?? InferenceOptions.maximumThreads
    turns = WorkQueue(width: capacity)
    workers = ResourcePool(capacity: capacity) {
      () throws(ViewfinderError) in
      try DetectorWorker(model: model, options: options.forWorkers)
    }
  }

  /// Compiles the detector, and the classifier if there is one, ahead of the first call, which is
  /// faster then.
  ///
  /// - Throws: `ViewfinderError` when LiteRT is missing or refuses a model.
  public func prepare() throws(ViewfinderError) {
    try workers.withResource { (_) throws(ViewfinderError) in }
    if case .classifier(let classifier) = labeling { try classifier.prepare() }
  }

  /// Finds the objects in an image.
  ///
  /// - Parameters:
  ///   - image: The pixels as stored.
  ///   - orientation: How they must be turned to stand upright.
  ///   - region: The part to look at, in stored pixels; parts outside the image are cut off.
  /// - Returns: At most ``Options/maxObjects`` objects, the most prominent first. None is not an
  ///   error. Frames are in pixels of `image`, not turned, and lie inside it.
  /// - Throws: `ViewfinderError` when a model cannot run.
  /// - Complexity: O(pixels) before the model runs; each classified object costs one more
  ///   inference, and these run side by side on several cores.
  public func detect(
    in image: PixelBuffer, orientation: ImageOrientation = .up, region: Box? = nil
  ) throws(ViewfinderError) -> [DetectedObject] {
    try measure(image, orientation: orientation, region: region).objects
  }

  /// Finds the objects in an image without blocking the calling task's thread.
  ///
  /// At most ``Options/workers`` calls run at the same time, begun in their order. Parameters, result
  /// and errors are those of the synchronous method; `cancelled` when the task is cancelled, whose
  /// place in the queue is free then.
  public func detect(
    in image: PixelBuffer, orientation: ImageOrientation = .up, region: Box? = nil
  ) async throws(ViewfinderError) -> [DetectedObject] {
    try await turns.run(cancellation: .cancelled) { [self] () throws(ViewfinderError) in
      try measure(image, orientation: orientation, region: region).objects
    }
  }

  /// Finds the objects in an image and says how long each stage took.
  ///
  /// Parameters and errors are those of `detect(in:orientation:)`; the time of the classifier is
  /// counted as postprocessing.
  public func measure(
    _ image: PixelBuffer, orientation: ImageOrientation = .up, region: Box? = nil
  ) throws(ViewfinderError) -> (objects: [DetectedObject], timings: StageTimings) {
    var detections: [DetectorWorker.Detection] = []
    var timings = try workers.withResource { (worker) throws(ViewfinderError) in
      try worker.detect(image, orientation: orientation, region: region, into: &detections)
    }
    let clock = ContinuousClock()
    let start = clock.now
    var objects = try label(detections, in: image, orientation: orientation)
    if options.needsLabels {
      objects = Array(objects.filter { !$0.labels.isEmpty }.prefix(options.maxObjects))
    }
    timings.postprocess += clock.now - start
    return (objects, timings)
  }

  /// Finds the boxes of an image, without labels.
  ///
  /// The memory of the detections that were there is used again.
  func findCandidates(
    in image: PixelBuffer, orientation: ImageOrientation, region: Box?,
    into detections: inout [DetectorWorker.Detection]
  ) throws(ViewfinderError) {
    _ = try workers.withResource { (worker) throws(ViewfinderError) in
      try worker.detect(image, orientation: orientation, region: region, into: &detections)
    }
  }

  private func label(
    _ detections: [DetectorWorker.Detection], in image: PixelBuffer,
    orientation: ImageOrientation
  ) throws(ViewfinderError) -> [DetectedObject] {
    switch labeling {
    case .off:
      return detections.map { DetectedObject(frame: $0.frame, confidence: $0.confidence) }
    case .detector:
      return detections.map { detection in
        DetectedObject(
          frame: detection.frame, confidence: detection.confidence,
          labels: model.isClassAgnostic
            ? []
            : [
              DetectedLabel(
                index: detection.classIndex, text: model.label(detection.classIndex),
                confidence: detection.confidence)
            ])
      }
    case .classifier(let classifier):
      let regions = detections.map { cropRegion(around: $0.frame, in: image) }
      let labels = try classifier.classify(image, orientation: orientation, regions: regions)
      return zip(detections, labels).map { detection, labels in
        DetectedObject(frame: detection.frame, confidence: detection.confidence, labels: labels)
      }
    }
  }

  /// The region that a classifier sees of an object: its frame and a margin, inside the image.
  package func cropRegion(around frame: Box, in image: PixelBuffer) -> Box {
    let (dx, dy) = (frame.width * options.cropMargin / 2, frame.height * options.cropMargin / 2)
    return Box(
      x: frame.x - dx, y: frame.y - dy, width: frame.width + 2 * dx,
      height: frame.height + 2 * dy
    ).intersection(image.bounds)
  }
}
