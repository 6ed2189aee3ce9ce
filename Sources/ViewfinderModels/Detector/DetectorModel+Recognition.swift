internal import ViewfinderCore
public import ViewfinderInference

extension DetectorModel {
  /// Whether a file is a model with the outputs of a detector.
  ///
  /// Bytes that are no model, and models of other kinds, are not. A model that is one may still be
  /// refused by ``init(data:options:)``, for what its input or its metadata say.
  public static func recognizes(_ data: ModelData) -> Bool {
    guard let graph = try? ModelGraph(data) else { return false }
    return (try? recognize(graph)) != nil
  }

  /// Recognises a detector by its output tensors.
  static func recognize(_ graph: ModelGraph) throws(ViewfinderError) -> Layout {
    if let outputs = graph.detectionOutputs {
      return .postProcessed(
        boxes: outputs.boxes, classes: outputs.classes, scores: outputs.scores,
        count: outputs.count)
    }
    if let layout = pointGrid(graph) ?? yolo(graph) { return layout }
    let list = list(graph.outputs) { "\($0.elementType.rawValue) \($0.shape)" }
    throw ViewfinderError(
      .unsupportedModel, subject: "outputs",
      found: list.isEmpty ? "no output" : list,
      expected: "the four outputs of TFLite_Detection_PostProcess (SSD, EfficientDet-Lite, Model "
        + "Maker), or one YOLO tensor [1, boxes, 5 + classes] or [1, 4 + classes, boxes]",
      remedy: "Export the detector with one of these heads; a classifier goes in with --model.")
  }

  /// Scores `1 × cells × 1` and distances `1 × cells × 4` on the grids of a square input.
  private static func pointGrid(_ graph: ModelGraph) -> Layout? {
    guard graph.outputs.count == 2, let input = graph.inputs.first, input.shape.count == 4,
      input.shape[1] == input.shape[2]
    else { return nil }
    let shapes = graph.outputs.map(\.shape)
    guard let scores = shapes.firstIndex(where: { $0.count == 3 && $0[0] == 1 && $0[2] == 1 }),
      let distances = shapes.firstIndex(where: { $0.count == 3 && $0[0] == 1 && $0[2] == 4 }),
      shapes[scores][1] == shapes[distances][1]
    else { return nil }
    let cells = shapes[scores][1]
    let side = input.shape[1]
    for strides in [[8, 16, 32], [16, 32, 64], [8, 16, 32, 64]]
    where side % (strides.last ?? 1) == 0 {
      let count = strides.reduce(0) { $0 + (side / $1) * (side / $1) }
      guard count == cells else { continue }
      return .pointGrid(scores: scores, distances: distances, strides: strides)
    }
    return nil
  }

  /// A single tensor of three dimensions: its long side counts boxes.
  private static func yolo(_ graph: ModelGraph) -> Layout? {
    guard graph.outputs.count == 1 else { return nil }
    let shape = graph.outputs[0].shape
    guard shape.count == 3, shape[0] == 1 else { return nil }
    if shape[1] > shape[2], shape[2] >= 6 {
      return .yoloRows(output: 0, boxCount: shape[1], classCount: shape[2] - 5)
    }
    if shape[2] > shape[1], shape[1] >= 5 {
      return .yoloColumns(output: 0, boxCount: shape[2], classCount: shape[1] - 4)
    }
    return nil
  }
}
