/// Decodes the tables of a TensorFlow Lite file into a ``ModelFile``.
///
/// Every offset is checked, every string must end in a zero byte as LiteRT expects, and what is kept
/// is paid for before it is read: tables that share parts run into the end of the budget.
///
/// Source: the TensorFlow Lite schema, version 3. The numbers in the calls are its field slots.
struct ModelFileReader: ~Escapable {
  private let reader: FlatBufferReader
  private var budget: StepBudget { reader.budget }

  @_lifetime(copy reader)
  init(_ reader: FlatBufferReader) {
    self.reader = reader
  }

  /// Decodes the whole file.
  func read() throws(FlatBufferFault) -> ModelFile {
    let root = try reader.root()
    var file = ModelFile()
    file.version = Int(try reader.integer(root, 0, default: 0 as UInt32))
    file.description = try string(root, 3)
    file.operatorCodes = try tables(root, 1) { table throws(FlatBufferFault) in
      try operatorCode(table)
    }
    file.buffers = try tables(root, 4) { table throws(FlatBufferFault) in
      try buffer(table)
    }
    file.subgraphs = try tables(root, 2) { table throws(FlatBufferFault) in
      try subgraph(table)
    }
    file.metadata = try tables(root, 6) { table throws(FlatBufferFault) in
      (
        name: try string(table, 0) ?? "",
        buffer: Int(try reader.integer(table, 1, default: 0 as UInt32))
      )
    }
    file.signatures = try tables(root, 7) { table throws(FlatBufferFault) in
      try signature(table)
    }
    file.signatureCountPosition = try reader.vector(root, 7, stride: 4).map { $0.position - 4 }
    file.externalBufferCount = try reader.vector(root, 9, stride: 4)?.count ?? 0
    return file
  }

  private func operatorCode(
    _ table: FlatBufferReader.Table
  ) throws(FlatBufferFault) -> ModelFile.OperatorCode {
    // Codes up to 126 are also in the older 8-bit field; the larger of the two counts.
    let old = Int(try reader.integer(table, 0, default: 0 as Int8))
    let new = Int(try reader.integer(table, 3, default: 0 as Int32))
    return ModelFile.OperatorCode(
      builtin: max(old, new),
      customName: try string(table, 1),
      version: Int(try reader.integer(table, 2, default: 1 as Int32))
    )
  }

  private func buffer(
    _ table: FlatBufferReader.Table
  ) throws(FlatBufferFault) -> Range<Int> {
    let offset = try reader.integer(table, 1, default: 0 as UInt64)
    let size = try reader.integer(table, 2, default: 0 as UInt64)
    let inside = try reader.vector(table, 0, stride: 1)?.range ?? 0..<0
    // Bytes behind the FlatBuffers data: the schema's form for models beyond 2 GiB.
    guard offset > 1 || size > 1 else { return inside }
    let total = UInt64(reader.bytes.count)
    guard offset <= total, size <= total - offset else {
      throw FlatBufferFault("a buffer of \(size) bytes at byte \(offset) leaves the file")
    }
    guard inside.isEmpty else {
      throw FlatBufferFault("a buffer lies both inside and behind the tables")
    }
    return Int(offset)..<Int(offset + size)
  }

  private func subgraph(
    _ table: FlatBufferReader.Table
  ) throws(FlatBufferFault) -> ModelFile.Subgraph {
    _ = try text(table, 4)
    return ModelFile.Subgraph(
      tensors: try tables(table, 0) { table throws(FlatBufferFault) in
        try tensor(table)
      },
      inputs: try indices(table, 1),
      outputs: try indices(table, 2),
      operators: try tables(table, 3) { table throws(FlatBufferFault) in
        try operation(table)
      }
    )
  }

  private func tensor(
    _ table: FlatBufferReader.Table
  ) throws(FlatBufferFault) -> ModelFile.Tensor {
    let shape = try indices(table, 0)
    return ModelFile.Tensor(
      name: try text(table, 3),
      type: SchemaType(code: try reader.integer(table, 1, default: 0)),
      shape: shape,
      shapeSignature: try indices(table, 7),
      buffer: Int(try reader.integer(table, 2, default: 0 as UInt32)),
      externalBuffer: Int(try reader.integer(table, 10, default: 0 as UInt32)),
      isVariable: try reader.bool(table, 5),
      quantization: try reader.table(table, 4).map { table throws(FlatBufferFault) in
        try quantization(table)
      },
      sparsity: try reader.table(table, 6),
      elementCount: ModelFile.Tensor.elementCount(of: shape)
    )
  }

  private func quantization(
    _ table: FlatBufferReader.Table
  ) throws(FlatBufferFault) -> ModelFile.Tensor.Quantization {
    _ = try reader.vector(table, 0, stride: 4)
    _ = try reader.vector(table, 1, stride: 4)
    return ModelFile.Tensor.Quantization(
      scales: try reader.vector(table, 2, stride: 4),
      zeroPoints: try reader.vector(table, 3, stride: 8),
      axis: Int(try reader.integer(table, 6, default: 0 as Int32)),
      detailsType: Int(try reader.integer(table, 4, default: 0 as UInt8)),
      details: try reader.table(table, 5)
    )
  }

  private func operation(
    _ table: FlatBufferReader.Table
  ) throws(FlatBufferFault) -> ModelFile.Operator {
    var custom = try reader.vector(table, 5, stride: 1)?.range
    let offset = try reader.integer(table, 9, default: 0 as UInt64)
    let size = try reader.integer(table, 10, default: 0 as UInt64)
    if offset > 1 || size > 1 {
      let total = UInt64(reader.bytes.count)
      guard offset <= total, size <= total - offset, custom == nil else {
        throw FlatBufferFault("options of \(size) bytes at byte \(offset) leave the file")
      }
      custom = Int(offset)..<Int(offset + size)
    }
    _ = try reader.vector(table, 7, stride: 1)
    return ModelFile.Operator(
      code: Int(try reader.integer(table, 0, default: 0 as UInt32)),
      inputs: try indices(table, 1),
      outputs: try indices(table, 2),
      intermediates: try indices(table, 8),
      optionsType: Int(try reader.integer(table, 3, default: 0 as UInt8)),
      options: try reader.table(table, 4),
      options2Type: Int(try reader.integer(table, 11, default: 0 as UInt8)),
      options2: try reader.table(table, 12),
      customOptions: custom
    )
  }

  private func signature(
    _ table: FlatBufferReader.Table
  ) throws(FlatBufferFault) -> ModelFile.Signature {
    ModelFile.Signature(
      key: try string(table, 2) ?? "",
      subgraph: Int(try reader.integer(table, 4, default: 0 as UInt32)),
      inputs: try bindings(table, 0),
      outputs: try bindings(table, 1)
    )
  }

  private func bindings(
    _ table: FlatBufferReader.Table,
    _ slot: Int
  ) throws(FlatBufferFault) -> [ModelFile.Signature.Binding] {
    try tables(table, slot) { table throws(FlatBufferFault) in
      ModelFile.Signature.Binding(
        name: try string(table, 0) ?? "",
        tensor: Int(try reader.integer(table, 1, default: 0 as UInt32))
      )
    }
  }

  // MARK: Bounded reads

  /// Decodes each table of a vector; an absent vector is empty.
  private func tables<T>(
    _ table: FlatBufferReader.Table,
    _ slot: Int,
    _ decode: (FlatBufferReader.Table) throws(FlatBufferFault) -> T
  ) throws(FlatBufferFault) -> [T] {
    guard let vector = try reader.vector(table, slot, stride: 4) else { return [] }
    try budget.spend(keeping: vector.count, of: T.self)
    var result: [T] = []
    result.reserveCapacity(vector.count)
    for index in 0..<vector.count { result.append(try decode(reader.table(vector, at: index))) }
    return result
  }

  private func indices(
    _ table: FlatBufferReader.Table,
    _ slot: Int
  ) throws(FlatBufferFault) -> [Int] {
    guard let vector = try reader.vector(table, slot, stride: 4) else { return [] }
    try budget.spend(keeping: vector.count, of: Int.self)
    var values: [Int] = []
    values.reserveCapacity(vector.count)
    for index in 0..<vector.count {
      values.append(Int(try reader.integer(Int32.self, vector, at: index)))
    }
    return values
  }

  /// A string field, not decoded.
  private func text(
    _ table: FlatBufferReader.Table,
    _ slot: Int
  ) throws(FlatBufferFault) -> FlatBufferReader.Vector? {
    guard let vector = try reader.vector(table, slot, stride: 1) else { return nil }
    let end = vector.range.upperBound
    guard end < reader.bytes.count, reader.bytes[end] == 0 else {
      throw FlatBufferFault("the text at byte \(vector.position) has no zero byte at its end")
    }
    return vector
  }

  private func string(
    _ table: FlatBufferReader.Table,
    _ slot: Int
  ) throws(FlatBufferFault) -> String? {
    try text(table, slot).map { vector throws(FlatBufferFault) in try reader.text(vector) }
  }
}
