internal import Viewfinder

/// Decodes photos and classifies them.
struct PhotoLabeler: PhotoProcessor {
  private let engine: Engine
  private let loader: PhotoLoader
  private let region: Box?
  private let filter: SamplingFilter
  private let hasSeveralHeads: Bool

  /// What looks at the pictures.
  private enum Engine {
    case classes(Labeler)
    case baseLabels(BaseLabeler)

    var classifier: any RegionLabeler {
      switch self {
      case .classes(let classifier): classifier
      case .baseLabels(let classifier): classifier
      }
    }

    var model: ClassifierModel {
      switch self {
      case .classes(let classifier): classifier.model
      case .baseLabels(let classifier): classifier.model.categories.labeler
      }
    }

    func measure(
      _ image: PixelBuffer, _ orientation: ImageOrientation, _ region: Box?
    ) throws(ViewfinderError) -> (classifications: [DetectedLabel], timings: StageTimings) {
      switch self {
      case .classes(let classifier):
        try classifier.measure(image, orientation: orientation, region: region)
      case .baseLabels(let classifier):
        try classifier.measure(image, orientation: orientation, region: region)
      }
    }
  }

  /// Creates a labeler whose model is loaded and compiled.
  init(_ options: LabelOptions, _ plan: Concurrency) throws(ViewfinderError) {
    if options.usesBaseLabels {
      engine = .baseLabels(
        BaseLabeler(
          model: try .bundled(), confidenceThreshold: options.threshold,
          maxResults: options.maxResults ?? Labeler.Options.defaultMaxResults,
          threads: plan.threads, workers: plan.jobs))
    } else {
      engine = .classes(
        try options.classifier.makeClassifier(
          maxResults: options.maxResults, threshold: options.threshold, threads: plan.threads,
          workers: plan.jobs, head: options.head,
          scores: options.showsRaw ? .raw : .confidencesOnly))
    }
    loader = PhotoLoader(orientation: options.photos.orientation)
    region = options.region
    filter = options.classifier.filter ?? .area
    hasSeveralHeads = engine.model.heads.count > 1
    let classifier = engine.classifier
    try RuntimeNotice.withheld { () throws(ViewfinderError) in try classifier.prepare() }
  }

  func process(_ input: Input) -> PhotoRecord<LabelAnswer> {
    let outcome = Result { () throws(ViewfinderError) in try answer(input) }
    return PhotoRecord(source: input.source, outcome: outcome)
  }

  private func answer(_ input: Input) throws(ViewfinderError) -> LabelAnswer {
    let start = ContinuousClock.now
    let size = engine.model.input
    let loaded = try loader.load(
      input, .toFill((size.width, size.height), filter: filter, of: region))
    let decoded = ContinuousClock.now
    var part: Box?
    if let region { part = loaded.decoded(try PhotoLoader.clipped(region, to: loaded.size)) }
    let result = try engine.measure(loaded.photo.pixels, loaded.orientation, part)
    return LabelAnswer(
      width: loaded.size.width, height: loaded.size.height,
      labels: result.classifications.map {
        PhotoLabel($0, hasSeveralHeads: hasSeveralHeads)
      },
      timings: PhotoTimings(decode: decoded - start, result.timings))
  }
}
