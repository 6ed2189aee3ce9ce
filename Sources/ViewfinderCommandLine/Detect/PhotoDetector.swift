internal import Viewfinder

/// Decodes photos and finds the objects in them.
struct PhotoDetector: PhotoProcessor {
  /// Gives the number of an input's image, before anything is decoded.
  typealias Numbering = @Sendable (Input) throws(ViewfinderError) -> Int

  private let detector: Detector
  private let loader: PhotoLoader
  private let labelThreshold: Float
  private let hasSeveralHeads: Bool
  private let need: PhotoDecoder.Need
  private let numbering: Numbering?
  private let drawings: DrawingFolder?
  private let region: Box?

  /// Creates a detector whose models are loaded and compiled.
  ///
  /// - Parameters:
  ///   - options: The models and what they select.
  ///   - photos: How pictures are read.
  ///   - plan: How the cores are shared out.
  ///   - numbering: Gives images their numbers, if they need any.
  ///   - drawings: Where copies with drawings go to, if any are made.
  /// - Throws: `ViewfinderError` when a model cannot be used.
  init(
    _ options: DetectorOptions, _ photos: PhotoOptions, _ plan: Concurrency,
    numbering: Numbering? = nil, drawings: DrawingFolder? = nil
  ) throws(ViewfinderError) {
    detector = try options.makeDetector(plan)
    loader = PhotoLoader(orientation: photos.orientation)
    labelThreshold = options.labelThreshold ?? 0
    self.numbering = numbering
    self.drawings = drawings
    region = options.region
    let crops = options.labels == .classifier ? detector.labeling.cropModel : nil
    need =
      drawings == nil
      ? detector.photoNeed(of: options.region) : PhotoDecoder.Need(of: options.region)
    hasSeveralHeads = (crops?.heads.count ?? 1) > 1
  }

  /// The least confidence of an object when nothing else is asked for.
  var ownThreshold: Float { detector.model.scoreThreshold }

  /// An input and the name of its copy, without the extension.
  struct Item: Sendable {
    let input: Input
    let drawing: String?
  }

  func item(for input: Input) -> Item {
    Item(input: input, drawing: drawings?.nextName(for: input.source))
  }

  func process(_ item: Item) -> PhotoRecord<DetectAnswer> {
    let outcome = Result { () throws(ViewfinderError) in try answer(item) }
    return PhotoRecord(source: item.input.source, outcome: outcome)
  }

  private func answer(_ item: Item) throws(ViewfinderError) -> DetectAnswer {
    if case .unusable(_, let error) = item.input { throw error }
    let start = ContinuousClock.now
    let loaded = try loader.load(item.input, need)
    let decoded = ContinuousClock.now
    // Asked for now, so that a file that is missing is not called badly named.
    let imageID = try numbering?(item.input)
    let image = loaded.image
    let result = try detector.measure(image, region: region)
    let objects = result.objects.map { object in
      PhotoObject(
        box: object.box, confidence: object.confidence,
        labels: object.labels.filter { $0.confidence >= labelThreshold }
          .map { PhotoLabel($0, hasSeveralHeads: hasSeveralHeads) })
    }
    var answer = DetectAnswer(
      width: image.width, height: image.height, objects: objects,
      timings: PhotoTimings(decode: decoded - start, result.timings), imageID: imageID)
    if let drawings, let name = item.drawing {
      let found = ContinuousClock.now
      answer.drawing = try drawings.write(objects, on: loaded, of: item.input, named: name)
      answer.timings.annotate = ContinuousClock.now - found
    }
    return answer
  }
}
