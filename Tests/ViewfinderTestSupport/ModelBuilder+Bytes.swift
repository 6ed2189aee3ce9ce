import ViewfinderInference

// The numbers are field slots of the TensorFlow Lite schema, version 3.
extension ModelBuilder {
  /// The bytes of the file.
  public func bytes() -> [UInt8] {
    var buffers = [FlatBufferTable()]
    var codes: [String] = []
    let graphs = subgraphs.map { table($0, buffers: &buffers, codes: &codes) }
    let blobs = metadata.map { blob in
      buffers.append(FlatBufferTable([0: .bytes(blob.bytes)]))
      return FlatBufferTable([0: .string(blob.name), 1: .uint32(UInt32(buffers.count - 1))])
    }
    var root = FlatBufferTable([
      0: .uint32(version),
      1: .tables(codes.map(operatorCode)),
      2: .tables(graphs),
      4: .tables(buffers),
    ])
    root[3] = description.map { .string($0) }
    if !blobs.isEmpty { root[6] = .tables(blobs) }
    if !signatures.isEmpty { root[7] = .tables(signatures.map(table)) }
    root.fields.merge(overrides) { $1 }
    return root.bytes(identifier: "TFL3") + tail
  }

  private func table(
    _ subgraph: Subgraph,
    buffers: inout [FlatBufferTable],
    codes: inout [String]
  ) -> FlatBufferTable {
    var tensors: [FlatBufferTable] = []
    for tensor in subgraph.tensors {
      var buffer = 0
      if let data = tensor.data {
        var content = FlatBufferTable([0: .bytes(data)])
        content.fields.merge(tensor.bufferOverrides) { $1 }
        if case .bytes(let bytes)? = content[0], bytes.isEmpty { content[0] = nil }
        buffers.append(content)
        buffer = buffers.count - 1
      }
      tensors.append(table(tensor, buffer: buffer))
    }
    var operators: [FlatBufferTable] = []
    for operation in subgraph.operators {
      if !codes.contains(operation.name) { codes.append(operation.name) }
      operators.append(table(operation, code: codes.firstIndex(of: operation.name) ?? 0))
    }
    return FlatBufferTable([
      0: .tables(tensors),
      1: .int32s(subgraph.inputs.map(Int32.init)),
      2: .int32s(subgraph.outputs.map(Int32.init)),
      3: .tables(operators),
      4: .string("main"),
    ])
  }

  private func table(_ tensor: Tensor, buffer: Int) -> FlatBufferTable {
    var table = FlatBufferTable([
      0: .int32s(tensor.shape.map(Int32.init)),
      1: .int8(SchemaType(tensor.type)?.code ?? 0),
      2: .uint32(UInt32(buffer)),
      3: .string(tensor.name),
    ])
    table[7] = tensor.shapeSignature.map { .int32s($0.map(Int32.init)) }
    switch tensor.quantization {
    case .none:
      break
    case .perTensor(let scale, let zeroPoint):
      table[4] = .table(
        FlatBufferTable([2: .floats([scale]), 3: .int64s([Int64(zeroPoint)])])
      )
    case .perChannel(let axis, let scales, let zeroPoints):
      table[4] = .table(
        FlatBufferTable([
          2: .floats(scales), 3: .int64s(zeroPoints.map(Int64.init)), 6: .int32(Int32(axis)),
        ])
      )
    }
    table.fields.merge(tensor.overrides) { $1 }
    return table
  }

  private func table(_ operation: Operator, code: Int) -> FlatBufferTable {
    var table = FlatBufferTable([
      0: .uint32(UInt32(code)),
      1: .int32s(operation.inputs.map(Int32.init)),
      2: .int32s(operation.outputs.map(Int32.init)),
    ])
    if let options = operation.options {
      table[3] = .uint8(operation.optionsType)
      table[4] = .table(options)
    }
    table[5] = operation.customOptions.map { .bytes($0) }
    table.fields.merge(operation.overrides) { $1 }
    return table
  }

  private func operatorCode(_ name: String) -> FlatBufferTable {
    let code = BuiltinOperator.code(name) ?? BuiltinOperator.custom
    var table = FlatBufferTable([
      0: .int8(Int8(min(code, 127))), 2: .int32(1), 3: .int32(Int32(code)),
    ])
    if code == BuiltinOperator.custom { table[1] = .string(name) }
    return table
  }

  private func table(_ signature: Signature) -> FlatBufferTable {
    func bindings(_ list: [(name: String, tensor: Int)]) -> FlatBufferValue {
      .tables(
        list.map { FlatBufferTable([0: .string($0.name), 1: .uint32(UInt32($0.tensor))]) }
      )
    }
    return FlatBufferTable([
      0: bindings(signature.inputs), 1: bindings(signature.outputs),
      2: .string(signature.key), 4: .uint32(UInt32(signature.subgraph)),
    ])
  }
}
