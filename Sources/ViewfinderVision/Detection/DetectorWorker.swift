internal import ViewfinderCore
internal import ViewfinderInference
internal import ViewfinderModels
internal import ViewfinderPixels

/// One compiled detector with its sampler and scratch memory; used by one thread at a time.
final class DetectorWorker {
  /// A box in stored pixels of the image.
  struct Detection {
    var frame: Box
    var confidence: Float
    var classIndex: Int
  }

  private let model: DetectorModel
  private let options: Detector.Options
  private let session: InferenceSession
  private var input: ModelInput
  private var outputs: [[Float]]
  private var candidates: [Candidate] = []
  private var suppression: NonMaximumSuppression
  private var found: [Detection] = []
  private var order: [Int] = []
  private var prominence: Prominence
  /// The classes that count, by number.
  private let classFilter: (filter: ClassFilter, numbers: Set<Int>)?

  init(model: DetectorModel, options: Detector.Options) throws(ViewfinderError) {
    self.model = model
    self.options = options
    session = try InferenceSession(
      model.data, graph: model.graph, options: InferenceOptions(threads: options.threads))
    input = ModelInput(model.input, scaling: model.scaling, filter: options.filter ?? model.filter)
    outputs = Array(repeating: [], count: model.graph.outputs.count)
    suppression = NonMaximumSuppression(
      overlapThreshold: options.overlapThreshold ?? model.overlapThreshold,
      perClass: !model.isClassAgnostic, limit: max(100, options.maxObjects))
    prominence = Prominence(isLearned: model.isClassAgnostic)
    classFilter = try options.classes.map { (filter) throws(ViewfinderError) in
      let found = filter.numbers(model.labels, count: model.labels?.count)
      if let name = found.unknown.first {
        throw ClassFilter.unknown(name, [model.labels].compactMap(\.self), model: model.name)
      }
      return (filter, found.numbers)
    }
  }

  /// Finds the boxes of an image, the most prominent first, and tells how long the stages took.
  ///
  /// The memory of the detections that were there is used again.
  func detect(
    _ image: InputImage, storedRegion region: Box? = nil,
    into detections: inout [Detection]
  ) throws(ViewfinderError) -> StageTimings {
    let area = region ?? image.pixels.bounds
    let tiles =
      options.tiling?.regions(of: area, for: model.input, swapsSides: image.orientation.swapsSides)
      ?? []
    guard !tiles.isEmpty else {
      var timings = StageTimings(sample: .zero, invoke: .zero, postprocess: .zero)
      let placement = try look(at: image, region, &timings)
      let start = ContinuousClock.now
      select(in: area, into: &detections) {
        placement.sourceRect($0).intersection(image.pixels.bounds)
      }
      timings.postprocess += ContinuousClock.now - start
      return timings
    }
    return try detect(image, in: area, tiles, into: &detections)
  }

  /// Looks at a region and puts the boxes into ``candidates``, in pixels of the input.
  private func look(
    at image: InputImage, _ region: Box?, _ timings: inout StageTimings
  ) throws(ViewfinderError) -> Placement {
    let clock = ContinuousClock()
    let start = clock.now
    let placement = try input.fill(session, with: image, storedRegion: region)
    let sampled = clock.now
    try session.run()
    let invoked = clock.now
    for index in outputs.indices { try session.dequantizedOutput(index, into: &outputs[index]) }
    do throws(ViewfinderError) {
      try decode()
    } catch {
      throw error.about([model.name, error.subject].compactMap(\.self).joined(separator: ": "))
    }
    if let classFilter {
      candidates.removeAll { !classFilter.filter.keeps($0.classIndex, classFilter.numbers) }
    }
    timings.sample += sampled - start
    timings.invoke += invoked - sampled
    timings.postprocess += clock.now - invoked
    return placement
  }

  /// Looks at the whole of an area and at its tiles, each sampled from the image's own pixels.
  private func detect(
    _ image: InputImage, in area: Box, _ tiles: [Box],
    into detections: inout [Detection]
  ) throws(ViewfinderError) -> StageTimings {
    var timings = StageTimings(sample: .zero, invoke: .zero, postprocess: .zero)
    var pieces: [TileMerger.Piece] = []
    for tile in [area] + tiles {
      let placement = try look(at: image, tile, &timings)
      suppression.apply(to: candidates)
      for var candidate in suppression.kept {
        candidate.box = placement.sourceRect(candidate.box).intersection(tile)
        guard candidate.box.isProper else { continue }
        pieces.append(
          TileMerger.Piece(
            candidate: candidate, cuts: .init(of: candidate.box, in: tile, of: area)))
      }
    }
    let start = ContinuousClock.now
    candidates = TileMerger(isPerClass: !model.isClassAgnostic).merge(pieces)
    select(in: area, into: &detections) { $0 }
    timings.postprocess += ContinuousClock.now - start
    return timings
  }

  private var threshold: Float { options.confidenceThreshold ?? model.scoreThreshold }

  private func decode() throws(ViewfinderError) {
    // The bundled localizer's weaker boxes have a say in which of the others is meant.
    let threshold = model.isClassAgnostic ? min(threshold, BoxChoice.floor) : threshold
    candidates.removeAll(keepingCapacity: true)
    let (width, height) = (model.input.width, model.input.height)
    switch model.layout {
    case .pointGrid(let scores, let distances, let strides):
      try checkSize(scores)
      try checkSize(distances)
      PointGridDecoder(inputSize: width, strides: strides).decode(
        scores: outputs[scores], distances: outputs[distances], threshold: threshold,
        into: &candidates)
    case .postProcessed(let boxes, let classes, let scores, let count):
      SSDDecoder(inputWidth: width, inputHeight: height).decode(
        boxes: outputs[boxes], classes: outputs[classes], scores: outputs[scores],
        count: outputs[count].first ?? 0, threshold: threshold, into: &candidates)
    case .yoloRows(let output, let boxes, let classes):
      try decodeYOLO(output, .rowsWithObjectness, boxes, classes)
    case .yoloColumns(let output, let boxes, let classes):
      try decodeYOLO(output, .columns, boxes, classes)
    case .yoloCells(let output, let boxes, let classes):
      try decodeYOLO(output, .rows, boxes, classes)
    case .endToEnd(let output, let boxes):
      try EndToEndDecoder(boxCount: boxes, inputWidth: width, inputHeight: height).decode(
        outputs[output], threshold: threshold, into: &candidates)
    case .gridRows(let output, let strides, let classes):
      try checkSize(output)
      GridRowDecoder(
        form: .offsets, strides: strides, classCount: classes, inputWidth: width,
        inputHeight: height
      ).decode(outputs[output], threshold: threshold, into: &candidates)
    case .distributions(let output, let strides, let classes):
      try checkSize(output)
      GridRowDecoder(
        form: .distributions, strides: strides, classCount: classes, inputWidth: width,
        inputHeight: height
      ).decode(outputs[output], threshold: threshold, into: &candidates)
    case .anchored(let boxes, let scores, let head):
      try AnchorDecoder(head: head, inputWidth: width, inputHeight: height).decode(
        boxes: outputs[boxes], scores: outputs[scores], threshold: threshold, into: &candidates)
    case .cells(let output, let columns, let rows, let classes):
      try checkSize(output)
      CellDecoder(
        columns: columns, rows: rows, classCount: classes, inputWidth: width, inputHeight: height
      ).decode(outputs[output], threshold: threshold, into: &candidates)
    }
  }

  /// Checks that an output has the size that the layout was recognized by.
  private func checkSize(_ output: Int) throws(ViewfinderError) {
    let count = model.graph.outputs[output].elementCount
    guard outputs[output].count == count, count > 0 else {
      throw ViewfinderError(
        .unsupportedModel, subject: "outputs",
        found: "\(outputs[output].count) numbers after the run",
        expected: "\(count), as the file states",
        remedy: "Export the detector with a fixed input size.")
    }
  }

  private func decodeYOLO(
    _ output: Int, _ layout: YOLODecoder.Layout, _ boxes: Int, _ classes: Int
  ) throws(ViewfinderError) {
    try checkSize(output)
    var decoder = YOLODecoder(
      layout: layout, boxCount: boxes, classCount: classes,
      boxSize: outputs[output].count / boxes, unitWidth: 1, unitHeight: 1)
    if decoder.isNormalized(outputs[output]) {
      decoder.unitWidth = Double(model.input.width)
      decoder.unitHeight = Double(model.input.height)
    }
    decoder.decode(outputs[output], threshold: threshold, into: &candidates)
  }

  /// Suppresses doubles, maps back to the image, drops what is too small, orders by prominence, and
  /// keeps the sure ones.
  private func select(
    in area: Box, into detections: inout [Detection], _ place: (Box) -> Box
  ) {
    let (width, height) = (area.width, area.height)
    found.removeAll(keepingCapacity: true)
    prominence.removeAll()
    suppression.apply(to: candidates)
    for candidate in suppression.kept {
      let frame = place(candidate.box)
      guard frame.width >= max(1, width * options.minimumSide),
        frame.height >= max(1, height * options.minimumSide)
      else { continue }
      let confidence = min(1, candidate.score)
      found.append(
        Detection(frame: frame, confidence: confidence, classIndex: candidate.classIndex))
      prominence.append(
        Box(
          x: frame.x - area.x, y: frame.y - area.y, width: frame.width, height: frame.height),
        confidence: confidence)
    }
    prominence.appraise(width: width, height: height)
    order.fillWithRanks(of: found.count) { prominence.values[$0] > prominence.values[$1] }
    detections.removeAll(keepingCapacity: true)
    for index in order where found[index].confidence >= threshold {
      guard detections.count < options.maxObjects else { break }
      detections.append(found[index])
    }
  }
}
