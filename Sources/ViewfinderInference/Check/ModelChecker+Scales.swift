extension ModelChecker {
  /// Checks the scales of the quantised tensors around an operator that come and go with each run.
  ///
  /// LiteRT turns ratios of scales into fixed-point numbers, and ends the process when one does not
  /// fit; XNNPACK's refusal of a scale of 0 ends it too. Constants are spared: all-zero weights have
  /// a scale of 0 in sound models.
  func checkScales(
    _ name: String,
    _ operation: ModelFile.Operator,
    _ subgraph: ModelFile.Subgraph
  ) throws(FlatBufferFault) {
    var inputs: [Float] = []
    for index in operation.inputs {
      if let scale = try scale(of: index, subgraph) { inputs.append(scale) }
    }
    var outputs: [Float] = []
    for index in operation.outputs {
      if let scale = try scale(of: index, subgraph) { outputs.append(scale) }
    }
    // Far beyond what any range of values in a network gives.
    for scale in inputs + outputs where !(1e-10...1e10).contains(scale) {
      throw FlatBufferFault("it works with the scale \(scale)")
    }
    guard let largest = inputs.max() else { return }
    let fits =
      switch name {
      case "ADD", "SUB": outputs.allSatisfy { largest / $0 < 0x1p13 }
      case "SQUARED_DIFFERENCE": outputs.allSatisfy { largest * largest / $0 < 0x1p12 }
      case "SOFTMAX", "LOG_SOFTMAX": largest > 0x1p-25
      case "EQUAL", "NOT_EQUAL", "GREATER", "GREATER_EQUAL", "LESS", "LESS_EQUAL": largest < 1
      default: true
      }
    guard fits else {
      throw FlatBufferFault("its scales \(inputs) do not go with \(outputs)")
    }
  }

  /// The scale of a tensor of 8 or 16 bits that is not a constant, if it has one for all elements.
  private func scale(
    of index: Int,
    _ subgraph: ModelFile.Subgraph
  ) throws(FlatBufferFault) -> Float? {
    guard index >= 0 else { return nil }
    let tensor = subgraph.tensors[index]
    guard [.uint8, .int8, .int16].contains(tensor.type.elementType), !isConstant(tensor),
      let scales = tensor.quantization?.scales, scales.count == 1
    else { return nil }
    return Float(bitPattern: try reader.integer(UInt32.self, scales, at: 0))
  }
}
