internal import ViewfinderCore
internal import ViewfinderInference

/// What a model's graph says about the pixels that it takes, without metadata.
///
/// The rules are of two kinds. Those that leave no doubt are applied: rescaling in the first
/// operators, rescaling that a converter has folded into the first weights, a quantised tensor whose
/// range is that of a usual normalisation, and families whose graph is known. The others are only
/// proposed.
enum NormalizationRules {
  /// The mean weight of a first convolution below which its rescaling is folded in.
  ///
  /// Weights for pixels of 0…255 have 1/127.5 to 1/255 of the usual size. Among the models looked at
  /// they were 0.0033 at most in the mean, and at least 0.017 in all others.
  private static let foldedMagnitude: Float = 0.0075

  /// What leaves no doubt.
  static func certain(_ graph: ModelGraph) -> ImpliedNormalization? {
    leading(graph) ?? folded(graph) ?? teachableMachine(graph) ?? named(graph)
  }

  /// What is likely, for a model that ``certain(_:)`` says nothing about.
  static func likely(_ graph: ModelGraph) -> ImpliedNormalization {
    let tensors = graph.inputs + graph.outputs
    let names = tensors.map { $0.name.lowercased() }.joined(separator: " ")
    for family in ["mobilenet", "inception", "nasnet", "xception", "resnetv2", "resnet_v2"]
    where names.contains(family) {
      return ImpliedNormalization(
        value: .minusOneToOne, basis: .name,
        reason: "its tensors are named as in \(family), which takes -1...1")
    }
    if graph.outputs.contains(where: { $0.shape.last == 1001 }) {
      return ImpliedNormalization(
        value: .minusOneToOne, basis: .convention,
        reason: "models of 1001 classes come from TF-Slim, which takes -1...1")
    }
    if let shape = graph.inputs.first?.shape, shape.count == 4, shape[1] == 3, shape[3] != 3 {
      return ImpliedNormalization(
        value: .imageNet, basis: .convention,
        reason: "channels come first as in PyTorch, whose models mostly take ImageNet's statistics")
    }
    return ImpliedNormalization(
      value: .zeroToOne, basis: .convention, reason: "most Keras models take 0...1")
  }

  /// The normalisation whose results a quantised input spans, if it is a usual one.
  static func quantized(_ quantization: Quantization, lowest: Int) -> Normalization? {
    guard case .perTensor(let scale, let zeroPoint) = quantization, scale > 0, scale.isFinite
    else { return nil }
    let low = scale * Float(lowest - zeroPoint)
    return normalization(from: low, to: low + 255 * scale)
  }

  /// The normalisation that takes 0…255 about from one number to another.
  private static func normalization(from low: Float, to high: Float) -> Normalization? {
    func isNear(_ value: Float, _ other: Float, within share: Float) -> Bool {
      abs(value - other) <= share * (high - low)
    }
    guard high > low else { return nil }
    // A calibration sees no more than there is, and often a little less.
    if isNear(low, 0, within: 0.02), high <= 1.06, high >= 0.4 { return .zeroToOne }
    if isNear(low, 0, within: 0.02), high <= 270, high >= 100 { return Normalization.none }
    if low >= -1.06, low <= -0.6, high <= 1.06, high >= 0.6 { return .minusOneToOne }
    if isNear(low, -2.118, within: 0.05), isNear(high, 2.64, within: 0.1) { return .imageNet }
    if isNear(low, -0.5, within: 0.05), isNear(high, 0.5, within: 0.05) { return .centered }
    if isNear(low, -128, within: 0.02), isNear(high, 127, within: 0.02) { return .signedBytes }
    return nil
  }

  /// Whether bytes as they are, moved to the type's least number, are what the quantisation means.
  static func takesBytes(_ quantization: Quantization, lowest: Int) -> Bool {
    guard case .perTensor(let scale, let zeroPoint) = quantization else { return true }
    let low = scale * Float(lowest - zeroPoint)
    let step = scale
    guard let value = normalization(from: low, to: low + 255 * step) else { return false }
    // Every byte comes within a step of its own number.
    return [Float(0), 255].allSatisfy { byte in
      (0..<3).allSatisfy { channel in
        let real = (byte - value.mean[channel]) / value.std[channel]
        return abs(real / step + Float(zeroPoint - lowest) - byte) <= 1.5
      }
    }
  }

  /// Scaling by the first operators, or an explicit quantisation of a float input.
  private static func leading(_ graph: ModelGraph) -> ImpliedNormalization? {
    var (factor, offset): (Float, Float) = (1, 0)
    var names: [String] = []
    steps: for step in graph.inputSteps {
      let constant = step.constants.first { $0.position == 1 }.flatMap { constant -> Float? in
        // Values of their own for three channels are near enough to each other.
        [1, 3].contains(constant.values.count)
          ? constant.values.reduce(0, +) / Float(constant.values.count) : nil
      }
      switch (step.name, constant) {
      case ("MUL", let value?): (factor, offset) = (factor * value, offset * value)
      case ("DIV", let value?) where value != 0:
        (factor, offset) = (factor / value, offset / value)
      case ("ADD", let value?): offset += value
      case ("SUB", let value?): offset -= value
      case ("QUANTIZE", _):
        guard graph.inputs.first?.elementType == .float32, factor == 1, offset == 0 else {
          continue
        }
        let lowest = step.elementType == .int8 ? -128 : 0
        guard let value = quantized(step.quantization, lowest: lowest) else { break steps }
        return ImpliedNormalization(
          value: value, basis: .graph, reason: "its first operator quantises just this range")
      case ("CAST", _), ("DEQUANTIZE", _), ("PAD", _), ("RESHAPE", _), ("TRANSPOSE", _),
        ("RESIZE_BILINEAR", _), ("RESIZE_NEAREST_NEIGHBOR", _):
        continue
      default: break steps
      }
      names.append(step.name)
    }
    guard !names.isEmpty, factor != 1 || offset != 0 else { return nil }
    let what = "its first operators (\(names.joined(separator: ", "))) scale the pixels themselves"
    for value in [Normalization.none, .zeroToOne, .minusOneToOne] {
      let low = -value.mean[0] / value.std[0]
      let high = (255 - value.mean[0]) / value.std[0]
      let ends = (factor * low + offset, factor * high + offset)
      if isUsual(from: min(ends.0, ends.1), to: max(ends.0, ends.1)) {
        return ImpliedNormalization(value: value, basis: .graph, reason: what)
      }
    }
    return nil
  }

  /// Whether the first convolution of a model would get one of the usual ranges.
  private static func isUsual(from low: Float, to high: Float) -> Bool {
    switch normalization(from: low, to: high) {
    case nil:
      // Means of the channels taken off whole pixels, as in models from Caffe.
      return (-135 ... -95).contains(low) && (120...160).contains(high)
    case .some(let value):
      // 0…1 and 0…255 as they come out tell nothing, unless they span the whole range.
      return value != .zeroToOne && value != Normalization.none
        || [Float(1), 255].contains { abs(high - $0) < 0.02 * $0 }
    }
  }

  /// Rescaling that a converter has folded into the weights of the first convolution.
  private static func folded(_ graph: ModelGraph) -> ImpliedNormalization? {
    let passed: Set = ["PAD", "PADV2", "MIRROR_PAD", "CAST", "DEQUANTIZE", "QUANTIZE", "TRANSPOSE"]
    guard let step = graph.inputSteps.first(where: { !passed.contains($0.name) }),
      ["CONV_2D", "DEPTHWISE_CONV_2D"].contains(step.name),
      let weights = step.constants.first(where: { $0.position == 1 }),
      weights.meanMagnitude > 1e-7, weights.meanMagnitude < foldedMagnitude
    else { return nil }
    return ImpliedNormalization(
      value: Normalization.none, basis: .graph,
      reason: "the weights of its first convolution are made for pixels of 0...255")
  }

  /// Teachable Machine: MobileNetV2 of width 0.35, whose weights are always the same, a layer of 100
  /// units, and one without biases.
  static func isTeachableMachine(_ graph: ModelGraph) -> Bool {
    guard graph.inputs.first?.shape.count == 4, graph.inputs[0].shape[1...] == [224, 224, 3],
      let first = graph.inputSteps.first(where: { $0.name == "CONV_2D" })?.constants.first,
      first.shape == [16, 3, 3, 3], abs(first.meanMagnitude - 0.2064) < 0.004,
      let tail = graph.outputSteps.first
    else { return false }
    let layers = tail.filter { $0.name == "FULLY_CONNECTED" }
    return layers.count == 2 && layers[0].constants.first?.shape.last == 100
      && layers[1].constants.first?.shape == [100, 1280]
      && tail.contains { $0.name == "SOFTMAX" }
  }

  private static func teachableMachine(_ graph: ModelGraph) -> ImpliedNormalization? {
    guard isTeachableMachine(graph) else { return nil }
    return ImpliedNormalization(
      value: .minusOneToOne, basis: .graph, reason: "it is a Teachable Machine export")
  }

  /// Names that exporters give to inputs of one kind only.
  private static func named(_ graph: ModelGraph) -> ImpliedNormalization? {
    guard let name = graph.inputs.first?.name, name.contains("normalized_input_image_tensor")
    else { return nil }
    return ImpliedNormalization(
      value: .minusOneToOne, basis: .name,
      reason: "TensorFlow's detection exports name an input for -1...1 so")
  }
}
