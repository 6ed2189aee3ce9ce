internal import ViewfinderCore
internal import ViewfinderInference

extension ClassifierResolver {
  /// Fills `heads`, or records why an output is not a tensor of scores.
  mutating func resolveOutputs() {
    let outputs = graph.outputs
    if detectorError() != nil { return }
    guard !outputs.isEmpty else {
      fail(
        ViewfinderError(
          .unsupportedModel,
          subject: "outputs",
          found: "no output tensor",
          expected: "at least one tensor of class scores",
          remedy: "Export the model with its scores as output."
        )
      )
      return
    }
    if let metadata, metadata.subgraphCount > 0,
      metadata.outputs.count != graph.subgraphOutputs.count
    {
      fail(
        ViewfinderError(
          .invalidMetadata,
          subject: "metadata",
          found: "descriptions of \(metadata.outputs.count) output tensors",
          expected: "\(graph.subgraphOutputs.count), as the model has",
          remedy: "Write the metadata again for this model."
        )
      )
      return
    }
    var labels = options.labels
    for (index, tensor) in outputs.enumerated() {
      attempt { (self) throws(ViewfinderError) in
        let subject = tensorName("output", index, tensor.name)
        let classCount = try self.classCount(tensor, subject)
        try self.checkScores(tensor, subject)
        let kind = self.kind(index, tensor, classCount: classCount)
        var given = try labels?.fitted(to: classCount)
        // One sigmoid stands for two classes.
        if given == nil, kind == .probabilities, classCount == 1 {
          given = try labels?.fitted(to: 2)
        }
        if given != nil { labels = nil }
        try self.addHead(
          self.head(
            tensor, index: index, classCount: classCount, kind: kind, given: given,
            subject: subject))
      }
    }
    if let labels, !heads.isEmpty {
      let sizes = heads.prefix(12).map { String($0.classCount) }.joined(separator: " or ")
      fail(
        ViewfinderError(
          .invalidMetadata,
          subject: labels.source,
          found: "\(labels.count) labels",
          expected: "\(sizes), one for each class of the model",
          remedy: "Give the label file that was made for this model, with one line for each class."
        )
      )
    }
  }

  /// The number of classes of a score tensor.
  private func classCount(
    _ tensor: TensorDescription,
    _ subject: String
  ) throws(ViewfinderError) -> Int {
    let shape = tensor.shape
    func refuse(_ found: String, _ remedy: String) -> ViewfinderError {
      ViewfinderError(
        .unsupportedModel,
        subject: subject,
        found: found,
        expected: "[1, N] or [1, 1, 1, N]",
        remedy: remedy
      )
    }
    guard shape.count == 2 || shape.count == 4, let count = shape.last else {
      throw refuse(
        dimensions(shape),
        "Use a classification model, or export this one so that it puts out one score a class."
      )
    }
    guard shape[0] == 1 else {
      throw refuse("a batch of \(shape[0]), \(shape)", "Export the model with a batch size of 1.")
    }
    guard shape.count == 2 || (shape[1] == 1 && shape[2] == 1) else {
      throw refuse(
        "the shape \(shape), scores for each place in the picture",
        "This looks like a segmentation model or the feature map of a detector. Use a "
          + "classification model."
      )
    }
    guard count >= 1, tensor.shapeSignature.last != -1 else {
      throw refuse(
        "an open number of classes, \(tensor.shapeSignature)",
        "Export the model with a fixed number of classes."
      )
    }
    return count
  }

  private mutating func checkScores(
    _ tensor: TensorDescription,
    _ subject: String
  ) throws(ViewfinderError) {
    switch tensor.elementType {
    case .float32: return
    case .uint8, .int8:
      guard tensor.quantization != .none else {
        throw ViewfinderError(
          .unsupportedModel,
          subject: subject,
          found: "the type \(tensor.elementType.rawValue) without a scale and a zero point",
          expected: "quantisation parameters, such as scale 1/256 and zero point 0",
          remedy: "Quantise the model again, or export it with float32 scores."
        )
      }
      if tensor.elementType == .int8 {
        add(
          .notMLKit,
          .unsupportedModel,
          subject,
          "the type int8, which Viewfinder accepts",
          expected: "uint8 or float32",
          remedy: "Convert with inference_output_type = tf.uint8 to use the model with ML Kit."
        )
      }
    default:
      throw ViewfinderError(
        .unsupportedModel,
        subject: subject,
        found: "the type \(tensor.elementType.rawValue)",
        expected: "float32, uint8 or int8",
        remedy: "Convert the model with float32 scores."
      )
    }
  }

  /// The error for outputs that are boxes, with the family of detector.
  func detectorError() -> ViewfinderError? {
    let outputs = graph.outputs
    let list = list(outputs, \.typeAndShape)
    func refuse(_ family: String) -> ViewfinderError {
      ViewfinderError(
        .unsupportedModel,
        subject: "outputs",
        found: "\(outputs.count) output tensor\(outputs.count == 1 ? "" : "s") (\(list)); this "
          + "is a detector: \(family)",
        expected: "class scores, [1, N] or [1, 1, 1, N]",
        remedy: "Custom classifiers label a picture, or the crop of an object that was already "
          + "found; use a classification model here, and this one with "
          + "'viewfinder detect --detector'."
      )
    }
    if let layout = try? DetectorResolver.layout(self) {
      return refuse(layout.family)
    }
    // Boxes, classes, scores and a count; the shapes are often left open.
    let hasBoxes = outputs.contains { $0.shape.count == 3 && $0.shape.last == 4 }
    if graph.operators["TFLite_Detection_PostProcess"] != nil || outputs.count == 4 && hasBoxes {
      return refuse("SSD or EfficientDet")
    }
    if outputs.count > 1, hasBoxes { return refuse("SSD") }
    let isYOLO = outputs.contains { tensor in
      tensor.shape.count == 3 && tensor.shape[0] == 1 && tensor.shape[1...].allSatisfy { $0 > 4 }
    }
    if isYOLO { return refuse("YOLO, or another with raw boxes") }
    let isGrid =
      (2...3).contains(outputs.count) && outputs.allSatisfy { $0.shape.count == 4 }
    if isGrid, outputs.allSatisfy({ $0.shape[1] > 1 && $0.shape[3] > 4 }) {
      return refuse("the raw grids of a YOLO")
    }
    return nil
  }
}
