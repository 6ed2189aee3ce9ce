import Viewfinder

/// From pixels in memory, or a file, to five objects or as many as `--objects` says; with
/// `--classify yes`, each of them classified by `--model`.
struct DetectWorkload: Workload {
  /// Neither side of a decoded file is shorter, as in `viewfinder detect`: three times the side of
  /// the classifier's input.
  static let need = PhotoDecoder.Need(size: PixelSize(width: 672, height: 672))

  private let detector: Detector
  private let decoder = PhotoDecoder()
  private let path: String
  private let decoded: InputImage?
  private let count: Int

  init(_ arguments: Arguments, fromFile: Bool) throws {
    // All boxes count, so that each side has as many objects to classify.
    count = try arguments.number("objects", default: 5)
    let options = Detector.Options(
      maxObjects: count, confidenceThreshold: 0, minimumSide: 0, workers: 1)
    let labeling: Detector.Labeling =
      if try arguments.text("classify") == "yes" {
        .labeler(try Labeler(arguments))
      } else {
        .detector
      }
    detector = Detector(
      model: try DetectorModel(path: arguments.text("detector")), labeling: labeling,
      options: options)
    path = try arguments.text("photo")
    decoded = fromFile ? nil : try decoder.decode(path: path)
  }

  func run() throws -> Outcome {
    let start = ContinuousClock.now
    let photo =
      try decoded
      ?? decoder.decode(path: path, need: Self.need)
    let decoding = ContinuousClock.now - start
    let (objects, timings) = try detector.measure(photo)
    guard objects.count == count else {
      throw Failure("\(objects.count) objects instead of \(count)")
    }
    var outcome = Outcome(objects.compactMap(\.labels.first), timings)
    if decoded == nil { outcome.stages.insert(("decode", decoding), at: 0) }
    return outcome
  }
}

/// The models alone: a detector once, and a classifier five times when asked for.
struct DetectInvokeWorkload: Workload {
  private let detector: InferenceSession
  private let classifier: InferenceSession?

  init(_ arguments: Arguments) throws {
    detector = try InferenceSession(ModelData(contentsOf: arguments.text("detector")))
    classifier =
      try arguments.text("classify") == "yes"
      ? try InferenceSession(arguments.model().data) : nil
  }

  func run() throws -> Outcome {
    try detector.run()
    if let classifier { for _ in 0..<5 { try classifier.run() } }
    return Outcome()
  }
}
