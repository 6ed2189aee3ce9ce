internal import ViewfinderCore
internal import ViewfinderInference
internal import ViewfinderModels
internal import ViewfinderPixels

/// One compiled detector with its sampler and scratch memory; used by one thread at a time.
final class DetectorWorker {
  /// A box in stored pixels of the image.
  struct Detection {
    var frame: Rect
    var confidence: Float
    var classIndex: Int
  }

  private let model: DetectorModel
  private let options: ObjectDetector.Options
  private let session: InferenceSession
  private var input: ModelInput
  private var candidates: [Candidate] = []
  private var outputs: [[Float]]
  private let prominence = Prominence()

  init(model: DetectorModel, options: ObjectDetector.Options) throws(ViewfinderError) {
    self.model = model
    self.options = options
    session = try InferenceSession(
      model.data, graph: model.graph, options: InferenceOptions(threads: options.threads))
    input = ModelInput(model.input, scaling: model.scaling, filter: options.filter ?? model.filter)
    outputs = Array(repeating: [], count: model.graph.outputs.count)
  }

  func detect(
    _ image: PixelBuffer, orientation: Orientation
  ) throws(ViewfinderError) -> (detections: [Detection], timings: StageTimings) {
    let clock = ContinuousClock()
    let start = clock.now
    let placement = try input.fill(
      session, with: image, region: nil, orientation: orientation)
    let sampled = clock.now
    try session.run()
    let invoked = clock.now
    for index in outputs.indices { try session.dequantizedOutput(index, into: &outputs[index]) }
    decode()
    let detections = select(placement, in: image)
    let done = clock.now
    return (
      detections,
      StageTimings(
        sample: sampled - start, invoke: invoked - sampled, postprocess: done - invoked)
    )
  }

  private var threshold: Float { options.confidenceThreshold ?? model.scoreThreshold }

  private func decode() {
    candidates.removeAll(keepingCapacity: true)
    switch model.layout {
    case .pointGrid(let scores, let distances, let strides):
      PointGridDecoder(inputSize: model.input.width, strides: strides).decode(
        scores: outputs[scores], distances: outputs[distances], threshold: threshold,
        into: &candidates)
    case .postProcessed(let boxes, let classes, let scores, let count):
      SSDDecoder(inputWidth: model.input.width, inputHeight: model.input.height).decode(
        boxes: outputs[boxes], classes: outputs[classes], scores: outputs[scores],
        count: outputs[count].first ?? 0, threshold: threshold, into: &candidates)
    case .yoloRows(let output, let boxes, let classes):
      decodeYOLO(output, .rowsWithObjectness, boxes, classes)
    case .yoloColumns(let output, let boxes, let classes):
      decodeYOLO(output, .columns, boxes, classes)
    }
  }

  private func decodeYOLO(
    _ output: Int, _ layout: YOLODecoder.Layout, _ boxes: Int, _ classes: Int
  ) {
    var decoder = YOLODecoder(
      layout: layout, boxCount: boxes, classCount: classes, unitWidth: 1, unitHeight: 1)
    if decoder.isNormalized(outputs[output]) {
      decoder.unitWidth = Double(model.input.width)
      decoder.unitHeight = Double(model.input.height)
    }
    decoder.decode(outputs[output], threshold: threshold, into: &candidates)
  }

  /// Suppresses doubles, maps back to the image, drops what is too small, and orders the rest by
  /// prominence.
  private func select(_ placement: Placement, in image: PixelBuffer) -> [Detection] {
    let suppression = NonMaximumSuppression(
      overlapThreshold: options.overlapThreshold ?? model.overlapThreshold,
      perClass: !model.isClassAgnostic, limit: max(100, options.maxObjects))
    let (width, height) = (Double(image.width), Double(image.height))
    var ranked: [(detection: Detection, prominence: Double)] = []
    for candidate in suppression.apply(to: candidates) {
      let frame = placement.sourceRect(candidate.box).intersection(image.bounds)
      guard frame.width >= max(1, width * options.minimumSide),
        frame.height >= max(1, height * options.minimumSide)
      else { continue }
      ranked.append(
        (
          Detection(
            frame: frame, confidence: min(1, candidate.score), classIndex: candidate.classIndex),
          prominence(of: frame, confidence: candidate.score, width: width, height: height)
        ))
    }
    // Sorting enumerated elements keeps the order of equals.
    let order = ranked.indices.sorted {
      let (left, right) = (ranked[$0].prominence, ranked[$1].prominence)
      return left == right ? $0 < $1 : left > right
    }
    return order.prefix(options.maxObjects).map { ranked[$0].detection }
  }
}
