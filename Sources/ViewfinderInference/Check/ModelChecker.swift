/// The checks that give a decoded file its meaning: every index, size and count.
///
/// LiteRT's own verifier looks at the FlatBuffers structure only; a file that passes it may still
/// make LiteRT read or write outside its memory. What is checked here was found by feeding LiteRT
/// damaged models.
struct ModelChecker: ~Escapable {
  let file: ModelFile
  let reader: FlatBufferReader

  @_lifetime(copy reader)
  init(_ file: ModelFile, _ reader: FlatBufferReader) {
    self.file = file
    self.reader = reader
  }

  /// The largest tensor, in bytes: far beyond any vision model, and small enough to be allocated.
  static let maximumTensorByteCount = 1 << 30

  /// Runs all checks.
  func check() throws(FlatBufferFault) {
    guard file.version == 3 else {
      throw FlatBufferFault("the schema version is \(file.version) instead of 3")
    }
    guard !file.subgraphs.isEmpty else { throw FlatBufferFault("the model has no subgraph") }
    guard file.externalBufferCount == 0 else {
      throw FlatBufferFault("the model keeps its weights in other files")
    }
    for metadata in file.metadata where !file.buffers.indices.contains(metadata.buffer) {
      throw FlatBufferFault(
        "the metadata \"\(metadata.name)\" is in buffer \(metadata.buffer) of "
          + "\(file.buffers.count)"
      )
    }
    for (index, code) in file.operatorCodes.enumerated()
    where code.builtin == BuiltinOperator.custom && (code.customName ?? "").isEmpty {
      throw FlatBufferFault("the custom operator of kind \(index) has no name")
    }
    for (index, subgraph) in file.subgraphs.enumerated() {
      for (position, tensor) in subgraph.tensors.enumerated() {
        do throws(FlatBufferFault) {
          try check(tensor, of: subgraph)
        } catch {
          throw FlatBufferFault("\(name(tensor, position)): \(error.reason)")
        }
      }
      try checkIndices(subgraph, index)
      let isKnown = knownShapes(of: subgraph)
      for (position, operation) in subgraph.operators.enumerated() {
        do throws(FlatBufferFault) {
          try check(operation, of: subgraph, isKnown: isKnown)
        } catch {
          let kind = file.operatorCodes[operation.code].name
          throw FlatBufferFault("operator \(position) (\(kind)): \(error.reason)")
        }
      }
      try checkFlow(subgraph, index)
    }
    try checkCalls()
    if file.signatures.isEmpty { try checkNames(of: file.subgraphs[0]) }
  }

  /// Without a signature LiteRT tells inputs and outputs by their names, and ends the process when
  /// two are the same.
  private func checkNames(of subgraph: ModelFile.Subgraph) throws(FlatBufferFault) {
    for (kind, tensors) in [("inputs", subgraph.inputs), ("outputs", subgraph.outputs)] {
      var names: Set<[UInt8]> = []
      for index in tensors {
        guard let name = subgraph.tensors[index].name else { continue }
        guard try names.insert(reader.content(name)).inserted else {
          throw FlatBufferFault("two \(kind) have the name \"\(beginning(of: name))\"")
        }
      }
    }
  }

  private func checkIndices(
    _ subgraph: ModelFile.Subgraph,
    _ index: Int
  ) throws(FlatBufferFault) {
    let count = subgraph.tensors.count
    for tensor in subgraph.inputs + subgraph.outputs where !(0..<count).contains(tensor) {
      throw FlatBufferFault("subgraph \(index) names tensor \(tensor) of \(count)")
    }
    for (position, operation) in subgraph.operators.enumerated() {
      guard file.operatorCodes.indices.contains(operation.code) else {
        throw FlatBufferFault(
          "operator \(position) has kind \(operation.code) of \(file.operatorCodes.count)"
        )
      }
      for tensor in operation.inputs + operation.outputs + operation.intermediates
      where !(-1..<count).contains(tensor) {
        throw FlatBufferFault(
          "operator \(position) (\(file.operatorCodes[operation.code].name)) names tensor "
            + "\(tensor) of \(count)"
        )
      }
    }
  }

  /// Every tensor is written once, before it is read, and constants never.
  ///
  /// LiteRT would write into the model's bytes, or read memory nobody has written.
  private func checkFlow(
    _ subgraph: ModelFile.Subgraph,
    _ index: Int
  ) throws(FlatBufferFault) {
    var isWritten = subgraph.tensors.map { isConstant($0) || $0.isVariable }
    for tensor in subgraph.inputs {
      guard !isWritten[tensor] else {
        throw FlatBufferFault(
          "\(name(subgraph.tensors[tensor], tensor)) is an input of subgraph \(index) twice, or "
            + "a constant"
        )
      }
      isWritten[tensor] = true
    }
    for (position, operation) in subgraph.operators.enumerated() {
      let kind = file.operatorCodes[operation.code].name
      for tensor in operation.inputs where tensor >= 0 && !isWritten[tensor] {
        // Old recurrent models do not mark the tensors that carry their state; an empty tensor
        // has nothing to read.
        guard OperatorArity.hasState(kind) || subgraph.tensors[tensor].elementCount == 0 else {
          throw FlatBufferFault(
            "operator \(position) (\(kind)) reads \(name(subgraph.tensors[tensor], tensor)) "
              + "before it is written"
          )
        }
      }
      for tensor in operation.outputs where tensor >= 0 {
        guard !isWritten[tensor] else {
          throw FlatBufferFault(
            "operator \(position) (\(kind)) writes \(name(subgraph.tensors[tensor], tensor)), "
              + "which has its values already"
          )
        }
        isWritten[tensor] = true
      }
    }
    for tensor in subgraph.outputs where !isWritten[tensor] {
      throw FlatBufferFault(
        "the output \(name(subgraph.tensors[tensor], tensor)) of subgraph \(index) is never "
          + "written"
      )
    }
  }

  /// Which tensors have the shape they declare.
  ///
  /// Where a model leaves sizes open, what depends on its inputs may be declared with any size;
  /// elsewhere an empty shape may still mean that the maker of the file did not know it.
  private func knownShapes(of subgraph: ModelFile.Subgraph) -> [Bool] {
    let isOpen = subgraph.tensors.contains { $0.shapeSignature.contains(-1) }
    let isConstant = subgraph.tensors.map { self.isConstant($0) }
    var isKnown = isConstant
    if !isOpen {
      for (index, tensor) in subgraph.tensors.enumerated() where !tensor.shape.isEmpty {
        isKnown[index] = true
      }
    }
    for operation in subgraph.operators {
      let name = file.operatorCodes[operation.code].name
      let unpacks = name == "DEQUANTIZE" || name == "DENSIFY"
      guard isOpen || unpacks,
        operation.inputs.allSatisfy({ $0 < 0 || (isOpen ? isKnown[$0] : isConstant[$0]) })
      else { continue }
      for output in operation.outputs where output >= 0 { isKnown[output] = true }
    }
    return isKnown
  }

  /// A tensor for messages: its number, and its name if it has one.
  func name(_ tensor: ModelFile.Tensor, _ index: Int) -> String {
    guard let name = tensor.name, name.count > 0 else { return "tensor \(index)" }
    return "tensor \(index) (\"\(beginning(of: name))\")"
  }

  private func beginning(of text: FlatBufferReader.Vector) -> Substring {
    String(decoding: reader.beginning(of: text, byteCount: 320), as: UTF8.self).prefix(80)
  }

  /// Whether a tensor's values are in the file.
  func isConstant(_ tensor: ModelFile.Tensor) -> Bool {
    tensor.buffer != 0 && !file.buffers[tensor.buffer].isEmpty
  }
}
