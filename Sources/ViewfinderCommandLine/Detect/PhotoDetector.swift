internal import Viewfinder

/// Decodes photos and finds the objects in them.
struct PhotoDetector: PhotoProcessor {
  /// Gives the number of an input's image, before anything is decoded.
  typealias Numbering = @Sendable (Input) throws(ViewfinderError) -> Int

  private let detector: ObjectDetector
  private let loader: PhotoLoader
  private let labelThreshold: Float
  private let hasSeveralHeads: Bool
  private let need: (width: Int, height: Int)
  private let numbering: Numbering?

  /// How much larger than a classifier's input a picture is decoded at least, so that objects of a
  /// third of its sides lose no detail that the classifier could use.
  private static let cropFactor = 3

  /// Creates a detector whose models are loaded and compiled.
  ///
  /// - Parameters:
  ///   - options: The models and what they select.
  ///   - photos: How pictures are read.
  ///   - plan: How the cores are shared out.
  ///   - numbering: Gives images their numbers, if they need any.
  init(
    _ options: DetectorOptions, _ photos: PhotoOptions, _ plan: Concurrency,
    numbering: Numbering? = nil
  ) throws(ViewfinderError) {
    detector = try options.makeDetector(plan)
    loader = PhotoLoader(orientation: photos.orientation)
    labelThreshold = options.labelThreshold ?? 0
    self.numbering = numbering
    var need = (width: detector.model.input.width, height: detector.model.input.height)
    var heads = 1
    if case .classifier(let classifier) = detector.labeling {
      var model: ClassifierModel?
      if let classifier = classifier as? ImageClassifier { model = classifier.model }
      if let classifier = classifier as? CategoryClassifier { model = classifier.model.labeler }
      if let model {
        need.width = max(need.width, Self.cropFactor * model.input.width)
        need.height = max(need.height, Self.cropFactor * model.input.height)
        heads = classifier is ImageClassifier ? model.heads.count : 1
      }
    }
    self.need = need
    hasSeveralHeads = heads > 1
  }

  /// The least confidence of an object when nothing else is asked for.
  var ownThreshold: Float { detector.model.scoreThreshold }

  func process(_ input: Input) -> PhotoRecord<DetectAnswer> {
    let outcome = Result { () throws(ViewfinderError) in try answer(input) }
    return PhotoRecord(source: input.source, outcome: outcome)
  }

  private func answer(_ input: Input) throws(ViewfinderError) -> DetectAnswer {
    if case .unusable(_, let error) = input { throw error }
    let imageID = try numbering?(input)
    let start = ContinuousClock.now
    let loaded = try loader.load(input, .size(width: need.width, height: need.height))
    let decoded = ContinuousClock.now
    let result = try detector.measure(loaded.photo.pixels, orientation: loaded.orientation)
    let objects = result.objects.map { object in
      PhotoObject(
        frame: loaded.upright(object.frame), confidence: object.confidence,
        labels: object.labels.filter { $0.confidence >= labelThreshold }
          .map { PhotoLabel($0, hasSeveralHeads: hasSeveralHeads) })
    }
    return DetectAnswer(
      width: loaded.size.width, height: loaded.size.height, objects: objects,
      timings: PhotoTimings(decode: decoded - start, result.timings), imageID: imageID)
  }
}
