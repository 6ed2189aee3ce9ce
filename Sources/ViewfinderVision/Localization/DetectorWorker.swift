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
  private var outputs: [[Float]]
  private var candidates: [Candidate] = []
  private var suppression: NonMaximumSuppression
  private var found: [Detection] = []
  private var order: [Int] = []
  private var prominence: Prominence

  init(model: DetectorModel, options: ObjectDetector.Options) throws(ViewfinderError) {
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
  }

  /// Finds the boxes of an image, the most prominent first, and tells how long the stages took.
  ///
  /// The memory of the detections that were there is used again.
  func detect(
    _ image: PixelBuffer, orientation: Orientation, into detections: inout [Detection]
  ) throws(ViewfinderError) -> StageTimings {
    let clock = ContinuousClock()
    let start = clock.now
    let placement = try input.fill(
      session, with: image, region: nil, orientation: orientation)
    let sampled = clock.now
    try session.run()
    let invoked = clock.now
    for index in outputs.indices { try session.dequantizedOutput(index, into: &outputs[index]) }
    decode()
    select(placement, in: image, into: &detections)
    return StageTimings(
      sample: sampled - start, invoke: invoked - sampled, postprocess: clock.now - invoked)
  }

  private var threshold: Float { options.confidenceThreshold ?? model.scoreThreshold }

  private func decode() {
    // The bundled localizer's weaker boxes have a say in which of the others is meant.
    let threshold = model.isClassAgnostic ? min(threshold, BoxChoice.floor) : threshold
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

  /// Suppresses doubles, maps back to the image, drops what is too small, orders by prominence, and
  /// keeps the sure ones.
  private func select(
    _ placement: Placement, in image: PixelBuffer, into detections: inout [Detection]
  ) {
    let (width, height) = (Double(image.width), Double(image.height))
    found.removeAll(keepingCapacity: true)
    prominence.removeAll()
    suppression.apply(to: candidates)
    for candidate in suppression.kept {
      let frame = placement.sourceRect(candidate.box).intersection(image.bounds)
      guard frame.width >= max(1, width * options.minimumSide),
        frame.height >= max(1, height * options.minimumSide)
      else { continue }
      let confidence = min(1, candidate.score)
      found.append(
        Detection(frame: frame, confidence: confidence, classIndex: candidate.classIndex))
      prominence.append(frame, confidence: confidence)
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
