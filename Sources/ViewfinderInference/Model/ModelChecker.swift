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

  /// Runs all checks.
  func check() throws(FlatBufferFault) {
    guard file.version == 3 else {
      throw FlatBufferFault("the schema version is \(file.version) instead of 3")
    }
    guard !file.subgraphs.isEmpty else { throw FlatBufferFault("the model has no subgraph") }
    for metadata in file.metadata where !file.buffers.indices.contains(metadata.buffer) {
      throw FlatBufferFault(
        "the metadata \"\(metadata.name)\" is in buffer \(metadata.buffer) of "
          + "\(file.buffers.count)"
      )
    }
    for (index, subgraph) in file.subgraphs.enumerated() {
      try checkIndices(subgraph, index)
    }
    for signature in file.signatures { try check(signature) }
  }

  private func checkIndices(
    _ subgraph: ModelFile.Subgraph,
    _ index: Int
  ) throws(FlatBufferFault) {
    let count = subgraph.tensors.count
    for tensor in subgraph.inputs + subgraph.outputs where !(0..<count).contains(tensor) {
      throw FlatBufferFault("subgraph \(index) names tensor \(tensor) of \(count)")
    }
    for (position, tensor) in subgraph.tensors.enumerated()
    where tensor.buffer != 0 && !file.buffers.indices.contains(tensor.buffer) {
      throw FlatBufferFault(
        "\(name(tensor, position)) is in buffer \(tensor.buffer) of \(file.buffers.count)"
      )
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

  private func check(_ signature: ModelFile.Signature) throws(FlatBufferFault) {
    guard file.subgraphs.indices.contains(signature.subgraph) else {
      throw FlatBufferFault(
        "the signature \"\(signature.key)\" names subgraph \(signature.subgraph) of "
          + "\(file.subgraphs.count)"
      )
    }
    let subgraph = file.subgraphs[signature.subgraph]
    for (bindings, tensors, kind) in [
      (signature.inputs, subgraph.inputs, "input"),
      (signature.outputs, subgraph.outputs, "output"),
    ] {
      for binding in bindings where !tensors.contains(binding.tensor) {
        throw FlatBufferFault(
          "the signature \"\(signature.key)\" takes tensor \(binding.tensor) for its \(kind) "
            + "\"\(binding.name)\", but the subgraph does not"
        )
      }
    }
  }

  /// A tensor for messages: its name if it has one, else its number.
  func name(_ tensor: ModelFile.Tensor, _ index: Int) -> String {
    guard let text = tensor.name.map({ reader.text($0) }), !text.isEmpty else {
      return "tensor \(index)"
    }
    return "tensor \(index) (\"\(text.prefix(80))\")"
  }
}
