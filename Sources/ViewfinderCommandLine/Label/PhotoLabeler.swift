internal import Viewfinder

/// Decodes photos and classifies them.
struct PhotoLabeler: PhotoProcessor {
  private let classifier: ImageClassifier
  private let loader: PhotoLoader
  private let region: Rect?
  private let filter: SamplingFilter
  private let hasSeveralHeads: Bool

  /// Creates a labeler whose model is loaded and compiled.
  init(_ options: LabelOptions, _ plan: Concurrency) throws(ViewfinderError) {
    classifier = try options.classifier.makeClassifier(
      maxResults: options.maxResults, threshold: options.threshold, threads: plan.threads,
      workers: plan.jobs)
    loader = PhotoLoader(orientation: options.photos.orientation)
    region = options.region
    filter = options.classifier.filter ?? .area
    hasSeveralHeads = classifier.model.heads.count > 1
    let classifier = classifier
    try RuntimeNotice.withheld { () throws(ViewfinderError) in try classifier.prepare() }
  }

  func process(_ input: Input) -> PhotoRecord<LabelAnswer> {
    let outcome = Result { () throws(ViewfinderError) in try answer(input) }
    return PhotoRecord(source: input.source, outcome: outcome)
  }

  private func answer(_ input: Input) throws(ViewfinderError) -> LabelAnswer {
    let start = ContinuousClock.now
    let size = classifier.model.input
    let loaded = try loader.load(
      input, .toFill((size.width, size.height), filter: filter, of: region))
    let decoded = ContinuousClock.now
    var part: Rect?
    if let region { part = loaded.decoded(try PhotoLoader.clipped(region, to: loaded.size)) }
    let result = try classifier.measure(
      loaded.photo.pixels, orientation: loaded.orientation, region: part)
    return LabelAnswer(
      width: loaded.size.width, height: loaded.size.height,
      labels: result.classifications.map {
        PhotoLabel($0, hasSeveralHeads: hasSeveralHeads)
      },
      timings: PhotoTimings(decode: decoded - start, result.timings))
  }
}
