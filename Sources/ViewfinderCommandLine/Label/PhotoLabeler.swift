internal import Viewfinder

/// Decodes photos and classifies them.
struct PhotoLabeler: InputLabeler {
  private let classifier: ImageClassifier
  private let decoder = PhotoDecoder()
  private let region: Rect?
  private let orientation: Orientation?
  private let hasSeveralHeads: Bool

  /// Creates a labeler whose model is loaded and compiled.
  init(_ options: LabelOptions, jobs: Int, threads: Int) throws(ViewfinderError) {
    let model = try Self.model(options)
    classifier = ImageClassifier(
      model: model,
      options: ImageClassifier.Options(
        maxResults: options.maxResults ?? ImageClassifier.Options.defaultMaxResults,
        confidenceThreshold: options.threshold, threads: threads, workers: jobs,
        scaling: options.usesLetterbox ? .letterbox(fill: 0) : .stretch,
        filter: options.samplesAsMLKit ? .bilinear : .area))
    region = options.region
    orientation = options.orientation.flatMap(Orientation.init)
    hasSeveralHeads = model.heads.count > 1
    let classifier = classifier
    try RuntimeNotice.withheld { () throws(ViewfinderError) in try classifier.prepare() }
  }

  private static func model(_ options: LabelOptions) throws(ViewfinderError) -> ClassifierModel {
    var modelOptions = ClassifierModel.Options()
    if let path = options.labels { modelOptions.labels = try labels(path) }
    if let mean = options.mean, let deviation = options.standardDeviation {
      modelOptions.normalization = try Normalization(mean: mean, std: deviation)
    }
    if let locale = options.locale { modelOptions.displayNamesLocale = locale }
    guard let path = options.model else {
      return try ClassifierModel.bundled(options: modelOptions)
    }
    let resolved = try ModelPath.resolve(path)
    return resolved.hasSuffix(".json")
      ? try ClassifierModel(manifestPath: resolved, options: modelOptions)
      : try ClassifierModel(path: resolved, options: modelOptions)
  }

  /// Labels, with the numbers of Teachable Machine's exports taken off.
  private static func labels(_ path: String) throws(ViewfinderError) -> LabelList {
    let plain = try LabelList(path: path)
    let isNumbered = plain.names.enumerated().allSatisfy { $1.hasPrefix("\($0) ") }
    return isNumbered ? try LabelList(path: path, form: .numbered) : plain
  }

  func label(_ input: Input) -> LabelRecord {
    let outcome = Result { () throws(ViewfinderError) in try answer(input) }
    return LabelRecord(source: input.source, outcome: outcome)
  }

  private func answer(_ input: Input) throws(ViewfinderError) -> LabelRecord.Answer {
    let start = ContinuousClock.now
    let photo = try decode(input)
    let decoded = ContinuousClock.now
    let orientation = orientation ?? photo.orientation
    let size = orientation.uprightSize(width: photo.storedWidth, height: photo.storedHeight)
    var part: Rect?
    if let region {
      let inside = try clipped(region, to: size)
      part = photo.decoded(
        orientation.stored(inside, width: photo.storedWidth, height: photo.storedHeight))
    }
    let result = try classifier.measure(photo.pixels, orientation: orientation, region: part)
    let labels = result.classifications.map { found in
      LabelRecord.Label(
        index: found.index, text: found.text, confidence: found.confidence,
        head: hasSeveralHeads ? found.head : nil)
    }
    let timings = LabelRecord.Timings(
      decode: decoded - start, sample: result.timings.sample, invoke: result.timings.invoke,
      post: result.timings.postprocess)
    return LabelRecord.Answer(
      width: size.width, height: size.height, labels: labels, timings: timings)
  }

  private func decode(_ input: Input) throws(ViewfinderError) -> Photo {
    switch input {
    case .unusable(_, let error): throw error
    case .standardInput:
      return try decoder.decode(descriptor: Descriptor.standardInput, name: "standard input")
    case .file(let path):
      guard FileSystem.kind(of: path) == .stream else {
        return try decoder.decode(path: path, targetSize: try targetSize(path))
      }
      switch Descriptor.open(path) {
      case .failure(let failure):
        throw ViewfinderError(.notFound, subject: path, found: failure.message)
      case .success(let descriptor):
        defer { Descriptor.close(descriptor) }
        return try decoder.decode(descriptor: descriptor, name: path)
      }
    }
  }

  /// The size that a file has to be decoded to at least, so that the model gets all the detail
  /// it can use.
  private func targetSize(_ path: String) throws(ViewfinderError) -> (width: Int, height: Int) {
    let input = (width: classifier.model.input.width, height: classifier.model.input.height)
    if region == nil, orientation == nil { return input }
    let header = try decoder.readHeader(path: path)
    let orientation = orientation ?? header.orientation
    var target = input
    if let region {
      let size = orientation.uprightSize(width: header.storedWidth, height: header.storedHeight)
      let part = try clipped(region, to: size)
      target.width = Int((Double(input.width * size.width) / part.width).rounded(.up))
      target.height = Int((Double(input.height * size.height) / part.height).rounded(.up))
    }
    // The decoder thinks in the upright picture of the file's own orientation.
    let isTurned = orientation.swapsSides != header.orientation.swapsSides
    return isTurned ? (target.height, target.width) : target
  }

  private func clipped(
    _ region: Rect, to size: (width: Int, height: Int)
  ) throws(ViewfinderError) -> Rect {
    let whole = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    let part = region.intersection(whole)
    if part.area > 0 { return part }
    throw ViewfinderError(
      .invalidArgument, found: "the region lies outside the picture",
      expected: "a part of its \(size.width) × \(size.height) pixels")
  }
}
