internal import ViewfinderCore
internal import ViewfinderInference

/// Tells by its tensors, its operators and what it says about itself what kind of detector a model
/// is.
struct DetectorRecognizer {
  let graph: ModelGraph
  let metadata: ModelMetadata?
  let export: UltralyticsDescription?

  /// The sides of the input, or 0 for an input that is not an image.
  private var width: Int { side(1) }
  private var height: Int { side(0) }

  private func side(_ which: Int) -> Int {
    guard let shape = graph.inputs.first?.shape, shape.count == 4 else { return 0 }
    return shape[3] != 3 && shape[1] == 3 ? shape[2 + which] : shape[1 + which]
  }

  private var shapes: [[Int]] { graph.outputs.map(\.shape) }

  /// How the outputs are read.
  ///
  /// - Throws: `unsupportedModel`, naming the kind of model where it is known.
  func layout() throws(ViewfinderError) -> DetectorModel.Layout {
    if let outputs = graph.detectionOutputs {
      return .postProcessed(
        boxes: outputs.boxes, classes: outputs.classes, scores: outputs.scores,
        count: outputs.count)
    }
    if let layout = try described() { return layout }
    if let export, let layout = try exported(export) { return layout }
    if let layout = pointGrid() { return layout }
    if let layout = try anchored() { return layout }
    if let layout = masked() { return layout }
    if graph.outputs.count == 1, shapes[0].count == 3, shapes[0][0] == 1 {
      if let layout = try single(shapes[0], classCount: nil) { return layout }
    }
    if let layout = cells() { return layout }
    throw refusal()
  }

  // MARK: By what the model says

  /// Raw boxes whose anchors are in MediaPipe's metadata.
  private func described() throws(ViewfinderError) -> DetectorModel.Layout? {
    guard let detector = metadata?.detector else { return nil }
    let count = detector.coordinateCount
    let boxes = shapes.firstIndex {
      $0.count == 3 && $0[1] == detector.boxCount && $0[2] == count
    }
    let scores = shapes.indices.first {
      $0 != boxes && shapes[$0].count == 3 && shapes[$0][1] == detector.boxCount
        && shapes[$0][2] == detector.classCount
    }
    guard let boxes, let scores, count >= 4, detector.anchors.count == detector.boxCount else {
      throw ViewfinderError(
        .invalidMetadata, subject: "the detector's metadata",
        found: "\(detector.anchors.count) anchors for \(detector.boxCount) boxes of "
          + "\(count) numbers and \(detector.classCount) scores",
        expected: "as many as the outputs hold: \(list())",
        remedy: "Export the model again with MediaPipe Model Maker.")
    }
    return .anchored(
      boxes: boxes, scores: scores,
      AnchorHead(
        anchors: detector.anchors, coordinateCount: count,
        centerScale: detector.centerScale,
        sizeScale: detector.sizeScale,
        isExponential: detector.isExponential,
        scoreFunction: detector.usesSigmoid ? .sigmoid : .identity,
        scoreCount: detector.classCount, hasBackground: namesBackground))
  }

  /// Whether the first label of the file is that of the background; the resolver reads the names.
  var namesBackground = false

  /// An Ultralytics export, by its task.
  private func exported(
    _ export: UltralyticsDescription
  ) throws(ViewfinderError) -> DetectorModel.Layout? {
    switch export.task {
    case "pose": throw kindRefused("a pose model (YOLO), whose keypoints have no place here")
    case "obb": throw kindRefused("a model of turned boxes (YOLO OBB)")
    case "classify": throw DetectorRecognizer.classifier(list())
    default: break
    }
    guard let index = shapes.firstIndex(where: { $0.count == 3 && $0[0] == 1 }) else { return nil }
    let shape = shapes[index]
    if export.isEndToEnd == true, shape[2] >= 6, shape[1] > shape[2] || shape[2] == 6 {
      return .endToEnd(output: index, boxCount: shape[1])
    }
    let classCount = (export.names.keys.max() ?? 0) + 1
    if shape[1] == 4 + classCount || shape[1] == 4 + classCount + Self.maskCount {
      return .yoloColumns(output: index, boxCount: shape[2], classCount: classCount)
    }
    if shape[2] == 5 + classCount, shape[1] > shape[2] {
      return .yoloRows(output: index, boxCount: shape[1], classCount: classCount)
    }
    if shape[2] == 4 + classCount, shape[1] > shape[2] {
      return .yoloCells(output: index, boxCount: shape[1], classCount: classCount)
    }
    if export.isEndToEnd == nil, shape[2] == 6, shape[1] <= Self.mostSuppressed {
      return .endToEnd(output: index, boxCount: shape[1])
    }
    return nil
  }

  private static let maskCount = 32
  /// The most rows that an export with suppression has.
  private static let mostSuppressed = 1000

  // MARK: By shapes

  /// The cells of grids over the input; nothing when the sides are not multiples.
  private func cellCount(_ strides: [Int]) -> Int? {
    guard width > 0, height > 0, let last = strides.last, width % last == 0, height % last == 0
    else { return nil }
    return strides.reduce(0) { $0 + (width / $1) * (height / $1) }
  }

  /// The strides of grids that have so many cells.
  private func strides(of count: Int, per cell: Int = 1) -> [Int]? {
    [[8, 16, 32], [8, 16, 32, 64], [16, 32], [16, 32, 64]].first {
      cellCount($0).map { $0 * cell } == count
    }
  }

  /// One tensor of three dimensions: its long side counts boxes.
  private func single(
    _ shape: [Int], classCount: Int?
  ) throws(ViewfinderError) -> DetectorModel.Layout? {
    let (rows, columns) = (shape[1], shape[2])
    if columns > rows, rows >= 5 {
      if rows == 56 { throw kindRefused("a pose model (YOLO), whose keypoints have no place here") }
      if rows == 20, columns == 21_504 { throw kindRefused("a model of turned boxes (YOLO OBB)") }
      return .yoloColumns(output: 0, boxCount: columns, classCount: rows - 4)
    }
    guard rows > columns, columns >= 6 else { return nil }
    if strides(of: rows, per: 3) != nil {
      return .yoloRows(output: 0, boxCount: rows, classCount: columns - 5)
    }
    if let strides = nanoDetStrides(rows), columns == 112 || strides.count == 4 && columns > 32 {
      return .distributions(output: 0, strides: strides, classCount: columns - 32)
    }
    if let strides = strides(of: rows) {
      return columns == 84
        ? .yoloCells(output: 0, boxCount: rows, classCount: 80)
        : .gridRows(output: 0, strides: strides, classCount: columns - 5)
    }
    if columns == 6 {
      if rows <= Self.mostSuppressed { return .endToEnd(output: 0, boxCount: rows) }
      throw kindRefused(
        "\(rows) rows of 6 numbers, which may be boxes after suppression or raw boxes of one class")
    }
    if rows == 300, columns == 57 {
      throw kindRefused("a pose model (YOLO), whose keypoints have no place here")
    }
    if rows == 300, columns == 7 { throw kindRefused("a model of turned boxes (YOLO OBB)") }
    return .yoloRows(output: 0, boxCount: rows, classCount: columns - 5)
  }

  /// NanoDet's grids, whose sides are rounded up.
  private func nanoDetStrides(_ count: Int) -> [Int]? {
    guard width > 0, height > 0 else { return nil }
    return [[8, 16, 32, 64], [8, 16, 32]].first { strides in
      strides.reduce(0) { $0 + ((width + $1 - 1) / $1) * ((height + $1 - 1) / $1) } == count
    }
  }

  /// Boxes with the weights of masks, and the masks they mix.
  private func masked() -> DetectorModel.Layout? {
    guard graph.outputs.count == 2,
      let masks = shapes.firstIndex(where: {
        $0.count == 4 && ($0[3] == Self.maskCount || $0[1] == Self.maskCount)
      })
    else { return nil }
    let index = 1 - masks
    let shape = shapes[index]
    guard shape.count == 3, shape[0] == 1 else { return nil }
    if shape[2] > shape[1], shape[1] > 4 + Self.maskCount {
      return .yoloColumns(
        output: index, boxCount: shape[2], classCount: shape[1] - 4 - Self.maskCount)
    }
    if shape[2] == 6 + Self.maskCount, shape[1] <= Self.mostSuppressed {
      return .endToEnd(output: index, boxCount: shape[1])
    }
    guard strides(of: shape[1], per: 3) != nil, shape[2] > 5 + Self.maskCount else { return nil }
    return .yoloRows(
      output: index, boxCount: shape[1], classCount: shape[2] - 5 - Self.maskCount)
  }

  /// Scores `1 × cells × 1` and distances `1 × cells × 4` on the grids of a square input.
  private func pointGrid() -> DetectorModel.Layout? {
    guard graph.outputs.count == 2, width == height, width > 0,
      let scores = shapes.firstIndex(where: { $0.count == 3 && $0[0] == 1 && $0[2] == 1 }),
      let distances = shapes.firstIndex(where: { $0.count == 3 && $0[0] == 1 && $0[2] == 4 }),
      shapes[scores][1] == shapes[distances][1]
    else { return nil }
    for strides in [[8, 16, 32], [16, 32, 64], [8, 16, 32, 64]]
    where cellCount(strides) == shapes[scores][1] {
      return .pointGrid(scores: scores, distances: distances, strides: strides)
    }
    return nil
  }

  /// A coarse picture of probabilities: FOMO.
  private func cells() -> DetectorModel.Layout? {
    guard graph.outputs.count == 1, width > 0, shapes[0].count == 4, shapes[0][0] == 1 else {
      return nil
    }
    let (rows, columns, scores) = (shapes[0][1], shapes[0][2], shapes[0][3])
    guard rows > 1, columns > 1, scores > 1,
      [4, 8, 16].contains(where: { rows * $0 == height && columns * $0 == width }),
      graph.outputSteps[0].prefix(3).contains(where: { $0.name == "SOFTMAX" })
    else { return nil }
    return .cells(output: 0, columns: columns, rows: rows, classCount: scores - 1)
  }

  func list() -> String {
    let list = graph.outputs.map { "\($0.elementType.rawValue) \($0.shape)" }
    return list.isEmpty ? "no output" : list.joined(separator: ", ")
  }

  func kindRefused(_ kind: String) -> ViewfinderError {
    ViewfinderError(
      .unsupportedModel, subject: "outputs", found: "\(list()): \(kind)",
      expected: "a detector of upright boxes",
      remedy: "Train or export the model for the task 'detect'.")
  }

  static func classifier(_ list: String) -> ViewfinderError {
    ViewfinderError(
      .unsupportedModel, subject: "outputs", found: "\(list): this is a classifier",
      expected: "the boxes of a detector",
      remedy: "Use 'viewfinder label --model', or 'viewfinder detect --model' to name the objects "
        + "that the bundled localizer finds.")
  }
}
