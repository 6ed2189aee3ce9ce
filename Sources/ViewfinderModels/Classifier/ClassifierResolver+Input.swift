internal import ViewfinderCore
internal import ViewfinderInference
internal import ViewfinderPixels

extension ClassifierResolver {
  /// The image input, or the first reason why there is none.
  mutating func resolveInput() throws(ViewfinderError) -> ImageInput {
    let inputs = graph.inputs
    guard inputs.count == 1 else {
      let list = list(inputs, \.typeAndShape)
      throw ViewfinderError(
        .unsupportedModel,
        subject: "inputs",
        found: "\(inputs.count) input tensors" + (list.isEmpty ? "" : ": \(list)"),
        expected: "exactly one, the image",
        remedy: "Export the model with a single image input."
      )
    }
    let tensor = inputs[0]
    let subject = tensorName("input", 0, tensor.name)
    try checkType(tensor, subject)
    try checkShape(tensor, subject)
    let described = try inputMetadata()
    if let described { try checkContent(described, subject) }
    let (transform, normalization) = try transform(tensor, described, subject)
    return ImageInput(
      tensorIndex: 0,
      name: tensor.name,
      width: tensor.shape[2],
      height: tensor.shape[1],
      isWidthDynamic: tensor.shapeSignature[2] < 0,
      isHeightDynamic: tensor.shapeSignature[1] < 0,
      elementType: tensor.elementType,
      transform: transform,
      normalization: normalization
    )
  }

  private mutating func checkType(
    _ tensor: TensorDescription,
    _ subject: String
  ) throws(ViewfinderError) {
    switch tensor.elementType {
    case .float32, .uint8: return
    case .int8:
      add(
        .notMLKit,
        .unsupportedModel,
        subject,
        "the type int8, which Viewfinder accepts",
        expected: "uint8 or float32",
        remedy: "Convert with inference_input_type = tf.uint8 to use the model with ML Kit."
      )
    default:
      throw ViewfinderError(
        .unsupportedModel,
        subject: subject,
        found: "the type \(tensor.elementType.rawValue)",
        expected: "uint8, float32 or int8",
        remedy: tensor.elementType == .float16
          ? "Convert the model with a float32 input; its weights may stay float16."
          : "Check that this is an image model, and convert it with a uint8 or float32 input."
      )
    }
  }

  private func checkShape(
    _ tensor: TensorDescription,
    _ subject: String
  ) throws(ViewfinderError) {
    func refuse(_ found: String, _ remedy: String) -> ViewfinderError {
      ViewfinderError(
        .unsupportedModel,
        subject: subject,
        found: found,
        expected: "[1, height, width, 3]",
        remedy: remedy
      )
    }
    let shape = tensor.shape
    guard shape.count == 4, tensor.shapeSignature.count == 4 else {
      throw refuse(
        dimensions(shape),
        "Use a model that takes an image; this one takes something else."
      )
    }
    guard shape[3] == 3 else {
      if shape[1] == 3 {
        throw refuse(
          "the shape \(shape), with the channels first as PyTorch has them",
          "Convert the model with channels last, for example with onnx2tf or with "
            + "litert-torch's to_channel_last_io."
        )
      }
      throw refuse(
        "\(shape[3]) channel\(shape[3] == 1 ? "" : "s"), \(shape)",
        shape[3] == 1
          ? "Train the model on RGB pictures; gray models are not supported."
          : "Export the model with an RGB input."
      )
    }
    guard shape[0] == 1 else {
      throw refuse(
        "a batch of \(shape[0]), \(shape)",
        "Export the model with a batch size of 1."
      )
    }
    guard (1...65_535).contains(shape[1]), (1...65_535).contains(shape[2]) else {
      throw refuse("the shape \(shape)", "Export the model with sides from 1 through 65535.")
    }
  }

  private func inputMetadata() throws(ViewfinderError) -> TensorMetadata? {
    guard let metadata, metadata.subgraphCount > 0 else { return nil }
    guard metadata.inputs.count == 1 else {
      throw ViewfinderError(
        .invalidMetadata,
        subject: "metadata",
        found: "descriptions of \(metadata.inputs.count) input tensors",
        expected: "1, as the model has",
        remedy: "Write the metadata again for this model."
      )
    }
    return metadata.inputs[0]
  }

  private func checkContent(
    _ tensor: TensorMetadata,
    _ subject: String
  ) throws(ViewfinderError) {
    let remedy = "Write the metadata again with ImageProperties and the colour space RGB."
    switch tensor.content {
    case .unstated, .image(.rgb): return
    case .image(let colors):
      throw ViewfinderError(
        .invalidMetadata,
        subject: subject,
        found: "the metadata states the colour space \(colors.rawValue.uppercased())",
        expected: "RGB",
        remedy: remedy
      )
    case .feature, .boundingBox, .audio, .unknown:
      throw ViewfinderError(
        .invalidMetadata,
        subject: subject,
        found: "the metadata states \(tensor.content.schemaName)",
        expected: "ImageProperties",
        remedy: remedy
      )
    }
  }

  private mutating func transform(
    _ tensor: TensorDescription,
    _ described: TensorMetadata?,
    _ subject: String
  ) throws(ViewfinderError) -> (ChannelTransform, Normalization?) {
    if tensor.elementType == .uint8 {
      // Bytes go in as they are: ML Kit looks neither at normalisation nor at quantisation here.
      guard options.normalization == nil else {
        throw ViewfinderError(
          .invalidArgument,
          subject: subject,
          found: "a normalisation was given for an input that takes bytes as they are",
          remedy: "Leave the normalisation out for a uint8 model."
        )
      }
      return (.identity, nil)
    }
    let normalization = try normalization(described, subject)
    if tensor.elementType == .float32 {
      guard let normalization else { throw missingNormalization(subject) }
      return (try affine(normalization), normalization)
    }
    guard let normalization else {
      // What uint8 does, moved to the range of int8.
      return (ChannelTransform(scale: .one, bias: SIMD3(repeating: -128)), nil)
    }
    guard case .perTensor(let scale, let zeroPoint) = tensor.quantization, scale > 0,
      scale.isFinite
    else {
      throw ViewfinderError(
        .unsupportedModel,
        subject: subject,
        found: "int8 with a normalisation but without one usable scale and zero point",
        expected: "per-tensor quantisation",
        remedy: "Quantise the model again."
      )
    }
    return (
      try affine(normalization).quantized(step: scale, zeroPoint: zeroPoint), normalization
    )
  }

  private func affine(_ value: Normalization) throws(ViewfinderError) -> ChannelTransform {
    try ChannelTransform.normalization(mean: value.mean, std: value.std)
  }

  private func missingNormalization(_ subject: String) -> ViewfinderError {
    ViewfinderError(
      .missingNormalization,
      subject: subject,
      found: "the type float32, but nothing says how pixels become its numbers",
      expected: "NormalizationOptions (mean and std) in the model's metadata",
      remedy: "Add metadata with a TensorFlow Lite metadata writer, or give the values the model "
        + "was trained with: mean 127.5 and std 127.5 map pixels to -1...1 (MobileNet, Teachable "
        + "Machine), mean 0 and std 255 to 0...1."
    )
  }

  private mutating func normalization(
    _ described: TensorMetadata?,
    _ subject: String
  ) throws(ViewfinderError) -> Normalization? {
    if let given = options.normalization {
      let stated = try described.flatMap { (tensor) throws(ViewfinderError) in
        try statedNormalization(tensor, subject)
      }
      if stated == nil {
        add(
          .notMLKit,
          .missingNormalization,
          subject,
          "the normalisation was given by the caller and is not in the metadata",
          remedy: "Add NormalizationOptions to the metadata to use the model with ML Kit."
        )
      }
      return given
    }
    return try described.flatMap { (tensor) throws(ViewfinderError) in
      try statedNormalization(tensor, subject)
    }
  }

  private func statedNormalization(
    _ tensor: TensorMetadata,
    _ subject: String
  ) throws(ViewfinderError) -> Normalization? {
    let all = tensor.processUnits.compactMap { unit -> (mean: [Float], std: [Float])? in
      if case .normalization(let mean, let std) = unit { (mean, std) } else { nil }
    }
    guard let first = all.first else { return nil }
    guard all.count == 1 else { throw duplicate("NormalizationOptions", all.count, subject) }
    if let fault = Normalization.fault(mean: first.mean, std: first.std) {
      throw ViewfinderError(
        .invalidMetadata,
        subject: subject,
        found: "the metadata's normalisation has \(fault)",
        expected: Normalization.rule,
        remedy: "Correct NormalizationOptions in the metadata."
      )
    }
    return try Normalization(mean: first.mean, std: first.std)
  }
}

/// An error about a process unit that occurs more than once.
func duplicate(_ unit: String, _ count: Int, _ subject: String) -> ViewfinderError {
  ViewfinderError(
    .invalidMetadata,
    subject: subject,
    found: "\(count) \(unit) in the metadata",
    expected: "at most one",
    remedy: "Write the metadata again."
  )
}
