extension ModelChecker {
  /// Checks the options of the custom operators that LiteRT has built in and does not verify.
  func checkCustom(
    _ name: String,
    _ operation: ModelFile.Operator,
    of subgraph: ModelFile.Subgraph
  ) throws(FlatBufferFault) {
    switch name {
    case "TFLite_Detection_PostProcess":
      try checkDetection(operation, of: subgraph)
    case "Mfcc", "AudioSpectrogram", "NumericVerify", "aeq.hadamard_rotation":
      _ = try operation.flexibleOptions(reader)
    default:
      break
    }
  }

  /// Checks the step that turns a detector's outputs into boxes.
  ///
  /// Reads boxes `1 × N × 4`, scores `1 × N × classes` and anchors `N × 4`.
  private func checkDetection(
    _ operation: ModelFile.Operator,
    of subgraph: ModelFile.Subgraph
  ) throws(FlatBufferFault) {
    guard operation.inputs.count == 3, operation.outputs.count == 4,
      !(operation.inputs + operation.outputs).contains(-1)
    else {
      throw FlatBufferFault(
        "it has \(operation.inputs.count) inputs and \(operation.outputs.count) outputs"
      )
    }
    let options = try operation.flexibleOptions(reader)
    func number(_ name: String, _ range: ClosedRange<Double>) throws(FlatBufferFault) -> Double {
      try options.number(name, range)
    }
    let classes = Double(try operation.detectionClassCount(reader))
    _ = try number("max_detections", 1...100_000)
    _ = try number("max_classes_per_detection", 1...classes)
    _ = try number("nms_score_threshold", -1e9...1e9)
    _ = try number("nms_iou_threshold", 0...1)
    for scale in ["x_scale", "y_scale", "w_scale", "h_scale"] {
      _ = try number(scale, Double.leastNonzeroMagnitude...1e9)
    }
    if options.numbers["detections_per_class"] != nil {
      _ = try number("detections_per_class", 1...100_000)
    }
    let boxes = subgraph.tensors[operation.inputs[0]].shape
    let scores = subgraph.tensors[operation.inputs[1]].shape
    let anchors = subgraph.tensors[operation.inputs[2]].shape
    guard boxes.count == 3, scores.count == 3, anchors.count == 2, boxes[0] == 1, scores[0] == 1,
      boxes[1] > 0, boxes[1] == scores[1], boxes[1] == anchors[0], boxes[2] >= 4, anchors[1] == 4,
      (0...1).contains(Double(scores[2]) - classes)
    else {
      throw FlatBufferFault(
        "boxes \(boxes), scores \(scores) and anchors \(anchors) do not belong together"
      )
    }
  }
}

extension ModelFile.Operator {
  /// How many classes a `TFLite_Detection_PostProcess` operator tells apart.
  func detectionClassCount(_ reader: borrowing FlatBufferReader) throws(FlatBufferFault) -> Int {
    Int(try flexibleOptions(reader).number("num_classes", 1...100_000))
  }

  /// The options of a custom operator that has them.
  fileprivate func flexibleOptions(
    _ reader: borrowing FlatBufferReader
  ) throws(FlatBufferFault) -> FlexBufferMap {
    guard let range = customOptions, !range.isEmpty else {
      throw FlatBufferFault("it has no options")
    }
    return try FlexBufferMap(reader, range)
  }
}

extension FlexBufferMap {
  fileprivate func number(
    _ name: String, _ range: ClosedRange<Double>
  ) throws(FlatBufferFault) -> Double {
    guard let value = numbers[name], range.contains(value) else {
      throw FlatBufferFault("its option \(name) is missing or out of range")
    }
    return value
  }
}
