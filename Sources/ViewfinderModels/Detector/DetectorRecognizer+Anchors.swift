internal import ViewfinderCore
internal import ViewfinderInference

extension DetectorRecognizer {
  /// Raw boxes and scores whose anchors follow from the family.
  func anchored() throws(ViewfinderError) -> DetectorModel.Layout? {
    let shapes = graph.outputs.map { flat($0.shape) }
    guard shapes.count == 2, let input = graph.inputs.first?.shape, input.count == 4,
      let boxes = shapes.firstIndex(where: { $0.count == 3 && $0[0] == 1 && $0[2] == 4 })
        ?? shapes.firstIndex(where: { $0.count == 3 && $0[0] == 1 && $0[2] == 16 })
    else { return nil }
    let scores = 1 - boxes
    guard shapes[scores].count == 3, shapes[scores][1] == shapes[boxes][1] else { return nil }
    let (height, width) =
      input[3] != 3 && input[1] == 3 ? (input[2], input[3]) : (input[1], input[2])
    let (count, coordinates, columns) = (shapes[boxes][1], shapes[boxes][2], shapes[scores][2])
    if coordinates == 16 {
      return columns == 1 && count == 896 && width == height
        ? .anchored(
          boxes: boxes, scores: scores,
          AnchorHead(
            anchors: AnchorHead.blazeFaceAnchors(side: width), coordinateCount: 16,
            isVerticalFirst: false, centerScale: [Float(width), Float(width)],
            sizeScale: [Float(width), Float(width)], isExponential: false,
            scoreFunction: .sigmoid, scoreCount: 1, hasBackground: false))
        : nil
    }
    let isOpen = graph.outputs[boxes].shapeSignature.dropFirst().contains(-1)
    if columns == 2, width * 3 == height * 4, [320, 640].contains(width) {
      let anchors = AnchorHead.ultraLightAnchors(width: width, height: height)
      if isOpen || count == anchors.count {
        return .anchored(
          boxes: boxes, scores: scores,
          AnchorHead(
            anchors: anchors, isVerticalFirst: false, centerScale: [10, 10], sizeScale: [5, 5],
            scoreFunction: function(scores, isSoftmax: true), scoreCount: 2, hasBackground: true))
      }
    }
    guard width == height, columns >= 1, !isOpen else { return nil }
    if ssdCount(width) == count, columns >= 2 {
      return .anchored(
        boxes: boxes, scores: scores,
        AnchorHead(
          anchors: AnchorHead.ssdAnchors(side: width), centerScale: [10, 10], sizeScale: [5, 5],
          scoreFunction: function(scores, isSoftmax: false), scoreCount: columns,
          hasBackground: true))
    }
    if efficientDetCount(width) == count {
      // Published exports use 4 and for the smallest Lite models 3.
      return .anchored(
        boxes: boxes, scores: scores,
        AnchorHead(
          anchors: AnchorHead.efficientDetAnchors(side: width, scale: 4), centerScale: [1, 1],
          sizeScale: [1, 1], scoreFunction: function(scores, isSoftmax: false),
          scoreCount: columns, hasBackground: false))
    }
    return nil
  }

  /// A shape without the side of 1 that raw box encodings have in the middle.
  private func flat(_ shape: [Int]) -> [Int] {
    shape.count == 4 && shape[2] == 1 ? [shape[0], shape[1], shape[3]] : shape
  }

  private func ssdCount(_ side: Int) -> Int {
    var (cells, count) = ((side + 15) / 16, 0)
    for layer in 0..<6 {
      count += cells * cells * (layer == 0 ? 3 : 6)
      cells = (cells + 1) / 2
    }
    return count
  }

  private func efficientDetCount(_ side: Int) -> Int {
    (3...7).reduce(0) { count, level in
      let cells = (side + (1 << level) - 1) >> level
      return count + 9 * cells * cells
    }
  }

  /// What is left to do to scores, by the operators that they come from.
  private func function(_ output: Int, isSoftmax: Bool) -> AnchorHead.ScoreFunction {
    let passed: Set = [
      "RESHAPE", "QUANTIZE", "DEQUANTIZE", "CONCATENATION", "SQUEEZE", "TRANSPOSE", "STRIDED_SLICE",
      "PACK",
    ]
    for step in graph.outputSteps[output] {
      if ["SOFTMAX", "LOGISTIC"].contains(step.name) { return .identity }
      guard passed.contains(step.name) else { break }
    }
    return isSoftmax ? .softmax : .sigmoid
  }

  /// The error for a model that is not a known detector, by name where that is possible.
  func refusal() -> ViewfinderError {
    let shapes = graph.outputs.map(\.shape)
    let grids = shapes.filter { $0.count == 4 && $0[1] > 1 && $0[1] == $0[2] }
    if shapes.allSatisfy({ $0.count == 2 || $0.count == 4 && $0[1] == 1 && $0[2] == 1 }),
      !shapes.isEmpty
    {
      return DetectorRecognizer.classifier(list())
    }
    if shapes.contains(where: { $0.suffix(2) == [17, 3] }) {
      return kindRefused("a pose model (MoveNet), which gives keypoints")
    }
    if grids.count >= 2, grids.count == shapes.count {
      return kindRefused("the raw grids of a YOLO detector, whose anchors are not in the file")
    }
    if shapes.count == 1, grids.count == 1 {
      return kindRefused("a picture of numbers, as segmentation and depth models give it")
    }
    return ViewfinderError(
      .unsupportedModel, subject: "outputs", found: list(),
      expected: "the four outputs of TFLite_Detection_PostProcess (SSD, EfficientDet-Lite, Model "
        + "Maker), YOLO's boxes, [1, boxes, 5 + classes], [1, 4 + classes, boxes] or [1, boxes, 6], "
        + "FOMO's cells, or boxes and scores with known anchors",
      remedy: "Export the detector with one of these heads; a classifier goes in with --model.")
  }
}
