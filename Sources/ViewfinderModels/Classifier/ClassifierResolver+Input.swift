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
    let form = try InputForm(tensor, subject)
    noteForm(form, subject)
    let described = try inputMetadata()
    if let described { try checkContent(described, form, subject) }
    let (transform, normalization, basis) = try transform(tensor, described, subject)
    return ImageInput(
      tensorIndex: 0,
      name: tensor.name,
      width: tensor.shape[form.widthAxis],
      height: tensor.shape[form.heightAxis],
      isWidthDynamic: tensor.shapeSignature[form.widthAxis] < 0,
      isHeightDynamic: tensor.shapeSignature[form.heightAxis] < 0,
      elementType: tensor.elementType,
      transform: transform,
      normalization: normalization,
      basis: basis,
      channels: form.channels == .rgb && takesBlueFirst ? .bgr : form.channels,
      arrangement: form.arrangement
    )
  }

  /// Records what Viewfinder takes beyond ML Kit.
  private mutating func noteForm(_ form: InputForm, _ subject: String) {
    let what: String
    switch (form.channels, form.arrangement) {
    case (.gray, _): what = "one channel of gray, which Viewfinder makes of the colours"
    case (_, .channelsFirst): what = "channels first, which Viewfinder accepts"
    default: return
    }
    add(
      .notMLKit, .unsupportedModel, subject, what, expected: "[1, height, width, 3]",
      remedy: form.channels == .gray
        ? "Train the model on RGB pictures to use it with ML Kit."
        : "Convert it with channels last, for example with onnx2tf, to use it with ML Kit.")
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
    _ form: InputForm,
    _ subject: String
  ) throws(ViewfinderError) {
    let isGray = form.channels == .gray
    let wanted = isGray ? "GRAYSCALE" : "RGB"
    let remedy = "Write the metadata again with ImageProperties and the colour space \(wanted)."
    switch tensor.content {
    case .unstated: return
    // Writers of metadata know RGB only, and exporters of gray models use them all the same.
    case .image where isGray: return
    case .image(.rgb): return
    case .image(let colors):
      throw ViewfinderError(
        .invalidMetadata,
        subject: subject,
        found: "the metadata states the colour space \(colors.rawValue.uppercased())",
        expected: wanted,
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

  private typealias Reading = (
    transform: ChannelTransform, normalization: Normalization?, basis: InputBasis
  )

  private mutating func transform(
    _ tensor: TensorDescription,
    _ described: TensorMetadata?,
    _ subject: String
  ) throws(ViewfinderError) -> Reading {
    if tensor.elementType != .float32 { return try integers(tensor, described, subject) }
    let implied = try implied(described, subject)
    if let implied { return (try affine(implied.value), implied.value, implied.basis) }
    throw missingNormalization(subject, "the type float32")
  }

  /// What integers of one byte stand for.
  ///
  /// ML Kit puts bytes in as they are. That is right where the quantisation says the same, and where
  /// it says nothing; else pixels are normalised and quantised.
  private mutating func integers(
    _ tensor: TensorDescription,
    _ described: TensorMetadata?,
    _ subject: String
  ) throws(ViewfinderError) -> Reading {
    let isUnsigned = tensor.elementType == .uint8
    let lowest = isUnsigned ? 0 : -128
    let bytes = ChannelTransform(scale: .one, bias: SIMD3(repeating: Float(lowest)))
    guard case .perTensor(let scale, let zeroPoint) = tensor.quantization, scale > 0,
      scale.isFinite
    else {
      if options.normalization != nil, isUnsigned {
        throw ViewfinderError(
          .invalidArgument,
          subject: subject,
          found: "a normalisation was given for an input that takes bytes as they are",
          remedy: "Leave the normalisation out for a uint8 model."
        )
      }
      let stated =
        isUnsigned
        ? nil
        : try described.flatMap { (tensor) throws(ViewfinderError) in
          try statedNormalization(tensor, subject)
        }
      guard stated == nil, options.normalization == nil else {
        throw ViewfinderError(
          .unsupportedModel,
          subject: subject,
          found: "int8 with a normalisation but without one usable scale and zero point",
          expected: "per-tensor quantisation",
          remedy: "Quantise the model again."
        )
      }
      return (bytes, nil, .convention)
    }
    func steps(_ value: Normalization) throws(ViewfinderError) -> ChannelTransform {
      try affine(value).quantized(step: scale, zeroPoint: zeroPoint)
    }
    if let given = options.normalization { return (try steps(given), given, .caller) }
    if NormalizationRules.takesBytes(tensor.quantization, lowest: lowest) {
      return (bytes, nil, .graph)
    }
    if !isUnsigned,
      let stated = try described.flatMap({ (tensor) throws(ViewfinderError) in
        try statedNormalization(tensor, subject)
      })
    {
      return (try steps(stated), stated, .metadata)
    }
    let range = NormalizationRules.quantized(tensor.quantization, lowest: lowest)
    let implied =
      range.map {
        ImpliedNormalization(
          value: $0, basis: .graph, reason: "its quantisation is made for just this range")
      } ?? customary ?? NormalizationRules.certain(graph)
    if let implied {
      noteUnstated(implied, subject)
      return (try steps(implied.value), implied.value, implied.basis)
    }
    // ML Kit's rule, which models for it were made by.
    if isUnsigned { return (bytes, nil, .convention) }
    throw missingNormalization(
      subject, "int8 with the scale \(scale) and the zero point \(zeroPoint)")
  }

  /// The normalisation of a float input: what is given, stated, shown by the graph or customary.
  private mutating func implied(
    _ described: TensorMetadata?, _ subject: String
  ) throws(ViewfinderError) -> ImpliedNormalization? {
    let stated = try described.flatMap { (tensor) throws(ViewfinderError) in
      try statedNormalization(tensor, subject)
    }
    if let given = options.normalization {
      let implied = ImpliedNormalization(value: given, basis: .caller, reason: "the caller said so")
      if stated == nil { noteUnstated(implied, subject) }
      return implied
    }
    if let stated {
      return ImpliedNormalization(value: stated, basis: .metadata, reason: "the metadata say so")
    }
    let implied = NormalizationRules.certain(graph) ?? customary
    if let implied { noteUnstated(implied, subject) }
    return implied
  }

  private mutating func noteUnstated(_ implied: ImpliedNormalization, _ subject: String) {
    let values = implied.value.words
    add(
      .notMLKit,
      .missingNormalization,
      subject,
      implied.basis == .caller
        ? "the normalisation was given by the caller and is not in the metadata"
        : "\(values), because \(implied.reason); the metadata do not say it",
      remedy: "Add NormalizationOptions to the metadata to use the model with ML Kit."
    )
  }

  private func affine(_ value: Normalization) throws(ViewfinderError) -> ChannelTransform {
    let value = takesBlueFirst ? value.reversed : value
    return try ChannelTransform.normalization(mean: value.mean, std: value.std)
  }

  private func missingNormalization(_ subject: String, _ type: String) -> ViewfinderError {
    let likely = NormalizationRules.likely(graph)
    let others = [Normalization.zeroToOne, .minusOneToOne, .none]
      .filter { $0 != likely.value }.map(\.words).joined(separator: ", or ")
    return ViewfinderError(
      .missingNormalization,
      subject: subject,
      found: "\(type), but nothing says how pixels become its numbers",
      expected: "NormalizationOptions (mean and std) in the model's metadata",
      remedy: "Give the values that the model was trained with. Most likely \(likely.value.words): "
        + "\(likely.reason). Otherwise \(others)."
    )
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
