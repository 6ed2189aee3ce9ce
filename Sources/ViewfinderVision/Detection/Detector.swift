public import ViewfinderCore
internal import ViewfinderInference
public import ViewfinderModels
public import ViewfinderPhotos
public import ViewfinderPixels
internal import ViewfinderSystem

/// Finds the objects in an image and says what they are.
///
/// ```swift
/// let detector = try Detector(options: .init(maxObjects: 5))
/// for object in try detector.detect(in: InputImage(contentsOf: "photo.jpg")) {
///   print(object.box, object.confidence)
/// }
/// ```
///
/// A detector may be used from many threads at once: it holds up to ``Options/workers`` compiled models
/// and lends one to each call.
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
  ///   - model: A model that finds boxes.
  ///   - labeling: Where labels come from; by default the model's own classes, if it has any.
  ///   - options: How objects are selected.
  public init(model: DetectorModel, labeling: Labeling = .detector, options: Options = Options()) {
    options.check()
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

  /// Creates a detector with the localizer that comes with the package.
  ///
  /// - Parameters:
  ///   - labeling: Where labels come from: the localizer has no classes of its own.
  ///   - options: How objects are selected.
  /// - Throws: `ViewfinderError` when the package's resources are missing.
  public convenience init(
    labeling: Labeling = .off, options: Options = Options()
  ) throws(ViewfinderError) {
    self.init(model: try .bundled(), labeling: labeling, options: options)
  }

  /// Compiles the detector, and the labeler if there is one, ahead of the first call, which is faster
  /// then.
  ///
  /// - Throws: `ViewfinderError` when LiteRT is missing or refuses a model.
  public func prepare() throws(ViewfinderError) {
    try workers.withResource { (_) throws(ViewfinderError) in }
    if case .labeler(let labeler) = labeling { try labeler.prepare() }
  }

  /// Finds the objects in an image on the calling thread.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - region: The part to look at; what lies outside the image is cut off.
  /// - Returns: At most ``Options/maxObjects`` objects, the most prominent first. None is not an
  ///   error.
  /// - Throws: `ViewfinderError` when a model cannot run or the region lies outside the image.
  /// - Complexity: O(pixels) before the model runs; each labeled object costs one more inference, and
  ///   these run side by side on several cores.
  public func detect(
    in image: InputImage, region: Box? = nil
  ) throws(ViewfinderError) -> [DetectedObject] {
    try measure(image, region: region).objects
  }

  /// Finds the objects in an image on a thread of the detector's own.
  ///
  /// At most ``Options/workers`` calls run at the same time, begun in their order.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - region: The part to look at; what lies outside the image is cut off.
  /// - Returns: As ``detect(in:region:)``.
  /// - Throws: `ViewfinderError` as ``detect(in:region:)``, and `overloaded` when
  ///   ``Options/maxWaiting`` calls wait; `CancellationError` when the task is cancelled, whose place in
  ///   the queue is free then.
  public func objects(in image: InputImage, region: Box? = nil) async throws -> [DetectedObject] {
    try await turns.run(maxWaiting: options.maxWaiting) { [self] in
      try detect(in: image, region: region)
    }
  }

  /// Decodes a photo and finds the objects in it, on a thread of the detector's own.
  ///
  /// The photo is decoded when its turn has come, shrunk to what the models need, so that waiting calls
  /// hold the bytes of their files only.
  ///
  /// - Parameters:
  ///   - photo: The bytes of a photo file, such as a JPEG.
  ///   - decoder: Limits, and what is seen through transparent pixels.
  /// - Returns: As ``detect(in:region:)``; boxes are in pixels of the photo as it is in its file.
  /// - Throws: As ``objects(in:region:)``, and as ``PhotoDecoder/decode(path:need:)``.
  public func objects(
    inPhoto photo: [UInt8], decoder: PhotoDecoder = PhotoDecoder()
  ) async throws -> [DetectedObject] {
    try await turns.run(maxWaiting: options.maxWaiting) { [self] in
      try detect(in: try decoder.decode(bytes: photo, need: photoNeed()))
    }
  }

  /// How much larger than a labeler's input a photo is decoded at least, so that objects of a third of
  /// its sides lose no detail that the labeler could use.
  private static let cropFactor = 3

  /// How much of a photo the models need.
  ///
  /// - Parameter region: The part that is looked at; all of it unless given.
  /// - Returns: What to decode, for ``PhotoDecoder/decode(path:need:)``.
  public func photoNeed(of region: Box? = nil) -> PhotoDecoder.Need {
    guard options.tiling == nil else { return PhotoDecoder.Need(of: region) }
    var need = PhotoDecoder.Need.toFill(
      model.input, filter: options.filter ?? model.filter, of: region)
    guard let size = need.size, case .labeler(let labeler) = labeling else { return need }
    guard let crops = labeling.cropModel, (labeler as? Labeler)?.options.filter != .bilinear
    else { return PhotoDecoder.Need(of: region) }
    need.size = PixelSize(
      width: max(size.width, Self.cropFactor * crops.input.width),
      height: max(size.height, Self.cropFactor * crops.input.height))
    return need
  }

  /// Finds the objects in an image and says how long each stage took.
  ///
  /// Parameters and errors are those of ``detect(in:region:)``; the time of the labeler is counted as
  /// postprocessing.
  public func measure(
    _ image: InputImage, region: Box? = nil
  ) throws(ViewfinderError) -> (objects: [DetectedObject], timings: StageTimings) {
    var detections: [DetectorWorker.Detection] = []
    var timings = try findCandidates(in: image, region: region, into: &detections)
    let clock = ContinuousClock()
    let start = clock.now
    var objects = try label(detections, in: image)
    if options.needsLabels {
      objects = Array(objects.filter { !$0.labels.isEmpty }.prefix(options.maxObjects))
    }
    timings.postprocess += clock.now - start
    return (objects, timings)
  }

  /// Finds the boxes of an image, in stored pixels and without labels.
  ///
  /// The memory of the detections that were there is used again.
  @discardableResult
  func findCandidates(
    in image: InputImage, region: Box?, into detections: inout [DetectorWorker.Detection]
  ) throws(ViewfinderError) -> StageTimings {
    let part = try image.storedPart(region)
    return try workers.withResource { (worker) throws(ViewfinderError) in
      try worker.detect(image, storedRegion: part, into: &detections)
    }
  }

  private func label(
    _ detections: [DetectorWorker.Detection], in image: InputImage
  ) throws(ViewfinderError) -> [DetectedObject] {
    switch labeling {
    case .off:
      return detections.map {
        DetectedObject(box: image.upright($0.frame), confidence: $0.confidence)
      }
    case .detector:
      return detections.map { detection in
        DetectedObject(
          box: image.upright(detection.frame), confidence: detection.confidence,
          labels: model.isClassAgnostic
            ? []
            : [
              DetectedLabel(
                index: detection.classIndex, text: model.label(detection.classIndex),
                confidence: detection.confidence)
            ])
      }
    case .labeler(let labeler):
      let regions = detections.map { cropRegion(around: $0.frame, in: image) }
      let labels = try labeler.label(image, in: regions)
      return zip(detections, labels).map { detection, labels in
        DetectedObject(
          box: image.upright(detection.frame), confidence: detection.confidence, labels: labels)
      }
    }
  }

  /// The region of an image that a labeler sees of an object: its box in stored pixels and a margin,
  /// inside the image.
  func cropRegion(around frame: Box, in image: InputImage) -> Box {
    let (dx, dy) = (frame.width * options.cropMargin / 2, frame.height * options.cropMargin / 2)
    return image.upright(
      Box(
        x: frame.x - dx, y: frame.y - dy, width: frame.width + 2 * dx,
        height: frame.height + 2 * dy
      ).intersection(image.pixels.bounds))
  }
}
