internal import ViewfinderInference

extension ScoreHead {
  /// What the numbers of a tensor are, by the operators that they come from.
  public enum Kind: String, Hashable, Sendable, Encodable, CaseIterable {
    /// From 0 through 1: behind a softmax or a sigmoid, calibrated, or in integers of that range.
    case probabilities
    /// Scores without bounds: the model ends before its softmax.
    case logits
    /// One number that is not a probability, such as an age or an angle.
    case value
    /// A direction that images are compared by.
    case embedding

    /// What is said about an output of this kind, as a clause.
    public var explanation: String {
      switch self {
      case .probabilities: "probabilities"
      case .logits: "no softmax or sigmoid in front, so scores may lie outside 0…1"
      case .value: "one number that is no probability, such as an age or an angle"
      case .embedding: "an embedding, numbers to compare pictures by, and no classes"
      }
    }

    /// What can be done about it.
    var remedy: String {
      switch self {
      case .probabilities: ""
      case .logits: "Add a softmax to the model if its scores should be probabilities."
      case .value, .embedding: "Read the numbers as they are."
      }
    }
  }
}

extension ClassifierResolver {
  /// What the numbers of an output are.
  func kind(
    _ index: Int, _ tensor: TensorDescription, classCount: Int
  ) -> ScoreHead.Kind {
    let passed: Set = [
      "RESHAPE", "QUANTIZE", "DEQUANTIZE", "SQUEEZE", "CAST", "TRANSPOSE", "EXPAND_DIMS",
    ]
    let last = graph.outputSteps[index].first { !passed.contains($0.name) }?.name
    switch last {
    case "SOFTMAX", "LOGISTIC", "STABLEHLO_LOGISTIC": return .probabilities
    case "L2_NORMALIZATION" where classCount > 1: return .embedding
    default: break
    }
    if case .perTensor(let scale, let zeroPoint) = tensor.quantization {
      let lowest = tensor.elementType == .int8 ? -128 : 0
      let low = scale * Float(lowest - zeroPoint)
      if low >= -0.01, low + 255 * scale <= 1.01 { return .probabilities }
    }
    return classCount == 1 ? .value : .logits
  }
}
