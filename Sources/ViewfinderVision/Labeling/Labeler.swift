public import ViewfinderCore
internal import ViewfinderInference
public import ViewfinderModels
public import ViewfinderPhotos
public import ViewfinderPixels
internal import ViewfinderSystem

/// Says what an image, or a region of it, shows.
///
/// ```swift
/// let labeler = try Labeler()
/// for label in try labeler.label(InputImage(contentsOf: "photo.jpg")) {
///   print(label.text, label.confidence)
/// }
/// ```
///
/// A labeler may be used from many threads at once: it holds up to ``Options/workers`` compiled models
/// and lends one to each call. The model is checked when the labeler is made; the first compiled model
/// is made by the first call.
public final class Labeler: RegionLabeler {
  /// The model and what its metadata say.
  public let model: ClassifierModel

  /// The options the labeler was made with.
  public let options: Options

  private let workers: ResourcePool<LabelerWorker>
  private let turns: WorkQueue

  /// Creates a labeler.
  ///
  /// - Parameters:
  ///   - model: A model.
  ///   - options: How labels are selected.
  public init(model: ClassifierModel, options: Options = Options()) {
    options.check()
    self.model = model
    self.options = options
    let capacity = options.workers ?? InferenceOptions.maximumThreads
    turns = WorkQueue(width: capacity)
    workers = ResourcePool(capacity: capacity) {
      () throws(ViewfinderError) in
      try LabelerWorker(model: model, options: options)
    }
  }

  /// Creates a labeler with the model that comes with the package.
  ///
  /// - Parameter options: How labels are selected.
  /// - Throws: `ViewfinderError` when the package's resources are missing.
  public convenience init(options: Options = Options()) throws(ViewfinderError) {
    self.init(model: try .bundled(), options: options)
  }

  /// Creates a labeler with a model file.
  ///
  /// - Parameters:
  ///   - path: The path of a `.tflite` classification model.
  ///   - options: How labels are selected.
  /// - Throws: As ``ClassifierModel/init(path:options:)``.
  public convenience init(
    contentsOf path: String, options: Options = Options()
  ) throws(ViewfinderError) {
    self.init(model: try ClassifierModel(path: path), options: options)
  }

  /// Compiles a model ahead of the first call, which is faster then.
  ///
  /// - Throws: `ViewfinderError` when LiteRT is missing or refuses the model.
  public func prepare() throws(ViewfinderError) {
    try workers.withResource { (_) throws(ViewfinderError) in }
  }

  /// Labels an image, or a region of it, on the calling thread.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - region: The part to look at; what lies outside the image is cut off.
  /// - Returns: At most ``Options/maxResults`` labels with at least the threshold's confidence, by
  ///   falling confidence, then head, then index. None is not an error. The labels of models with
  ///   several outputs are ranked together; ``DetectedLabel/head`` tells them apart.
  /// - Throws: `ViewfinderError` when the model cannot run or the region lies outside the image.
  /// - Complexity: O(pixels of the region) before the model runs.
  public func label(
    _ image: InputImage, in region: Box? = nil
  ) throws(ViewfinderError) -> [DetectedLabel] {
    try measure(image, in: region).labels
  }

  /// Labels an image, or a region of it, on a thread of the labeler's own.
  ///
  /// At most ``Options/workers`` calls run at the same time, begun in their order.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - region: The part to look at; what lies outside the image is cut off.
  /// - Returns: As ``label(_:in:)``.
  /// - Throws: `ViewfinderError` as ``label(_:in:)``, and `overloaded` when ``Options/maxWaiting`` calls
  ///   wait; `CancellationError` when the task is cancelled, whose place in the queue is free then.
  public func labels(in image: InputImage, region: Box? = nil) async throws -> [DetectedLabel] {
    try await turns.run(maxWaiting: options.maxWaiting) { [self] in
      try label(image, in: region)
    }
  }

  /// Decodes a photo and labels it, on a thread of the labeler's own.
  ///
  /// The photo is decoded when its turn has come, shrunk to what the model needs, so that waiting calls
  /// hold the bytes of their files only.
  ///
  /// - Parameters:
  ///   - photo: The bytes of a photo file, such as a JPEG.
  ///   - decoder: Limits, and what is seen through transparent pixels.
  /// - Returns: As ``label(_:in:)``.
  /// - Throws: As ``labels(in:region:)``, and as ``PhotoDecoder/decode(path:need:)``.
  public func labels(
    inPhoto photo: [UInt8], decoder: PhotoDecoder = PhotoDecoder()
  ) async throws -> [DetectedLabel] {
    try await turns.run(maxWaiting: options.maxWaiting) { [self] in
      try label(try decoder.decode(bytes: photo, need: photoNeed))
    }
  }

  /// How much of a photo the model needs.
  public var photoNeed: PhotoDecoder.Need {
    .toFill(model.input, filter: options.filter)
  }

  /// Labels an image and says how long each stage took.
  ///
  /// Parameters and errors are those of ``label(_:in:)``.
  public func measure(
    _ image: InputImage, in region: Box? = nil
  ) throws(ViewfinderError) -> (labels: [DetectedLabel], timings: StageTimings) {
    try workers.withResource { (worker) throws(ViewfinderError) in
      try worker.label(image, in: region)
    }
  }
}

extension PhotoDecoder.Need {
  /// What fills the input of a model.
  ///
  /// The bilinear filter takes single pixels of the photo, as ML Kit does. Of a photo that was shrunk
  /// before it would take others, and other ones for each file format; then every pixel is needed.
  package static func toFill(
    _ input: ImageInput, filter: SamplingFilter, of region: Box? = nil
  ) -> PhotoDecoder.Need {
    filter == .bilinear
      ? PhotoDecoder.Need(of: region)
      : PhotoDecoder.Need(size: PixelSize(width: input.width, height: input.height), of: region)
  }
}
