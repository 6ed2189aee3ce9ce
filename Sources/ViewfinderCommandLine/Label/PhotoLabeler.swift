internal import Viewfinder

/// Decodes photos and labels them.
struct PhotoLabeler: PhotoProcessor {
  private let engine: Engine
  private let loader: PhotoLoader
  private let region: Box?
  private let need: PhotoDecoder.Need
  private let hasSeveralHeads: Bool

  /// What looks at the photos.
  private enum Engine {
    case classes(Labeler)
    case baseLabels(BaseLabeler)

    var labeler: any RegionLabeler {
      switch self {
      case .classes(let labeler): labeler
      case .baseLabels(let labeler): labeler
      }
    }

    var model: ClassifierModel {
      switch self {
      case .classes(let labeler): labeler.model
      case .baseLabels(let labeler): labeler.model.categories.labeler
      }
    }

    func measure(
      _ image: InputImage, _ region: Box?
    ) throws(ViewfinderError) -> (labels: [DetectedLabel], timings: StageTimings) {
      switch self {
      case .classes(let labeler): try labeler.measure(image, in: region)
      case .baseLabels(let labeler): try labeler.measure(image, in: region)
      }
    }
  }

  /// Creates a labeler whose model is loaded and compiled.
  init(_ options: LabelOptions, _ plan: Concurrency) throws(ViewfinderError) {
    if options.usesBaseLabels {
      engine = .baseLabels(
        BaseLabeler(
          model: try .bundled(),
          options: BaseLabeler.Options(
            maxResults: options.maxResults ?? ClassifierOptions.usualLimit,
            confidenceThreshold: options.threshold ?? BaseLabelModel.defaultThreshold,
            threads: plan.threads, workers: plan.jobs)))
    } else {
      engine = .classes(
        try options.classifier.makeLabeler(
          maxResults: options.maxResults, threshold: options.threshold, threads: plan.threads,
          workers: plan.jobs, head: options.head,
          scores: options.showsRaw ? .raw : .confidencesOnly))
    }
    loader = PhotoLoader(orientation: options.photos.orientation)
    region = options.region
    need = .toFill(
      engine.model.input, filter: options.classifier.filter ?? .area, of: options.region)
    hasSeveralHeads = engine.model.heads.count > 1
    let labeler = engine.labeler
    try labeler.prepare()
  }

  func process(_ input: Input) -> PhotoRecord<LabelAnswer> {
    let outcome = Result { () throws(ViewfinderError) in try answer(input) }
    return PhotoRecord(source: input.source, outcome: outcome)
  }

  private func answer(_ input: Input) throws(ViewfinderError) -> LabelAnswer {
    let start = ContinuousClock.now
    let image = try loader.load(input, need).image
    let decoded = ContinuousClock.now
    let result = try engine.measure(image, region)
    return LabelAnswer(
      width: image.width, height: image.height,
      labels: result.labels.map { PhotoLabel($0, hasSeveralHeads: hasSeveralHeads) },
      timings: PhotoTimings(decode: decoded - start, result.timings))
  }
}
