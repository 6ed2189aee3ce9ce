/// Decodes the tables of a TensorFlow Lite file into a ``ModelFile``.
///
/// Every offset is checked, every string must end in a zero byte as LiteRT expects, and the work
/// is bounded: tables that share parts cannot make it grow beyond a multiple of the file.
///
/// Source: the TensorFlow Lite schema, version 3. The numbers in the calls are its field slots.
struct ModelFileReader: ~Escapable {
  private var reader: FlatBufferReader
  private var remainingTables = 1_000_000
  private var remainingBytes: Int

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) {
    reader = FlatBufferReader(bytes)
    // Parts may be shared, such as one shape by many tensors, but not without end.
    remainingBytes = 16 * bytes.count + (1 << 24)
  }

  /// Decodes the whole file.
  mutating func read() throws(FlatBufferFault) -> ModelFile {
    let root = try reader.root()
    var file = ModelFile()
    file.version = Int(try reader.integer(root, 0, default: 0 as UInt32))
    file.description = try string(root, 3)
    file.operatorCodes = try tables(root, 1) { reader, table throws(FlatBufferFault) in
      try reader.operatorCode(table)
    }
    file.buffers = try tables(root, 4) { reader, table throws(FlatBufferFault) in
      try reader.buffer(table)
    }
    file.subgraphs = try tables(root, 2) { reader, table throws(FlatBufferFault) in
      try reader.subgraph(table)
    }
    file.metadata = try tables(root, 6) { reader, table throws(FlatBufferFault) in
      (
        name: try reader.string(table, 0) ?? "",
        buffer: Int(try reader.reader.integer(table, 1, default: 0 as UInt32))
      )
    }
    file.signatures = try tables(root, 7) { reader, table throws(FlatBufferFault) in
      try reader.signature(table)
    }
    file.externalBufferCount = try reader.vector(root, 9, stride: 4)?.count ?? 0
    return file
  }

  private mutating func operatorCode(
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

  private mutating func buffer(
    _ table: FlatBufferReader.Table
  ) throws(FlatBufferFault) -> Range<Int> {
    let offset = try reader.integer(table, 1, default: 0 as UInt64)
    let size = try reader.integer(table, 2, default: 0 as UInt64)
    let inside = try vector(table, 0, stride: 1)?.range ?? 0..<0
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

  private mutating func subgraph(
    _ table: FlatBufferReader.Table
  ) throws(FlatBufferFault) -> ModelFile.Subgraph {
    _ = try string(table, 4)
    return ModelFile.Subgraph(
      tensors: try tables(table, 0) { reader, table throws(FlatBufferFault) in
        try reader.tensor(table)
      },
      inputs: try indices(table, 1),
      outputs: try indices(table, 2),
      operators: try tables(table, 3) { reader, table throws(FlatBufferFault) in
        try reader.operation(table)
      }
    )
  }

  private mutating func tensor(
    _ table: FlatBufferReader.Table
  ) throws(FlatBufferFault) -> ModelFile.Tensor {
    ModelFile.Tensor(
      name: try text(table, 3),
      type: SchemaType(code: try reader.integer(table, 1, default: 0)),
      shape: try indices(table, 0),
      shapeSignature: try indices(table, 7),
      buffer: Int(try reader.integer(table, 2, default: 0 as UInt32)),
      externalBuffer: Int(try reader.integer(table, 10, default: 0 as UInt32)),
      isVariable: try reader.bool(table, 5),
      quantization: try child(table, 4).map { table throws(FlatBufferFault) in
        try quantization(table)
      },
      sparsity: try child(table, 6)
    )
  }

  private mutating func quantization(
    _ table: FlatBufferReader.Table
  ) throws(FlatBufferFault) -> ModelFile.Tensor.Quantization {
    _ = try vector(table, 0, stride: 4)
    _ = try vector(table, 1, stride: 4)
    return ModelFile.Tensor.Quantization(
      scales: try vector(table, 2, stride: 4),
      zeroPoints: try vector(table, 3, stride: 8),
      axis: Int(try reader.integer(table, 6, default: 0 as Int32)),
      detailsType: Int(try reader.integer(table, 4, default: 0 as UInt8)),
      details: try child(table, 5)
    )
  }

  private mutating func operation(
    _ table: FlatBufferReader.Table
  ) throws(FlatBufferFault) -> ModelFile.Operator {
    var custom = try vector(table, 5, stride: 1)?.range
    let offset = try reader.integer(table, 9, default: 0 as UInt64)
    let size = try reader.integer(table, 10, default: 0 as UInt64)
    if offset > 1 || size > 1 {
      let total = UInt64(reader.bytes.count)
      guard offset <= total, size <= total - offset, custom == nil else {
        throw FlatBufferFault("options of \(size) bytes at byte \(offset) leave the file")
      }
      custom = Int(offset)..<Int(offset + size)
    }
    _ = try vector(table, 7, stride: 1)
    return ModelFile.Operator(
      code: Int(try reader.integer(table, 0, default: 0 as UInt32)),
      inputs: try indices(table, 1),
      outputs: try indices(table, 2),
      intermediates: try indices(table, 8),
      optionsType: Int(try reader.integer(table, 3, default: 0 as UInt8)),
      options: try child(table, 4),
      options2Type: Int(try reader.integer(table, 11, default: 0 as UInt8)),
      options2: try child(table, 12),
      customOptions: custom
    )
  }

  private mutating func signature(
    _ table: FlatBufferReader.Table
  ) throws(FlatBufferFault) -> ModelFile.Signature {
    ModelFile.Signature(
      key: try string(table, 2) ?? "",
      subgraph: Int(try reader.integer(table, 4, default: 0 as UInt32)),
      inputs: try bindings(table, 0),
      outputs: try bindings(table, 1)
    )
  }

  private mutating func bindings(
    _ table: FlatBufferReader.Table,
    _ slot: Int
  ) throws(FlatBufferFault) -> [ModelFile.Signature.Binding] {
    try tables(table, slot) { reader, table throws(FlatBufferFault) in
      ModelFile.Signature.Binding(
        name: try reader.string(table, 0) ?? "",
        tensor: Int(try reader.reader.integer(table, 1, default: 0 as UInt32))
      )
    }
  }

  // MARK: Bounded reads

  /// Decodes each table of a vector; an absent vector is empty.
  private mutating func tables<T>(
    _ table: FlatBufferReader.Table,
    _ slot: Int,
    _ decode: (inout ModelFileReader, FlatBufferReader.Table) throws(FlatBufferFault) -> T
  ) throws(FlatBufferFault) -> [T] {
    guard let vector = try vector(table, slot, stride: 4) else { return [] }
    var result: [T] = []
    for index in 0..<vector.count {
      try countTable()
      result.append(try decode(&self, reader.table(vector, at: index)))
    }
    return result
  }

  private mutating func child(
    _ table: FlatBufferReader.Table,
    _ slot: Int
  ) throws(FlatBufferFault) -> FlatBufferReader.Table? {
    try countTable()
    return try reader.table(table, slot)
  }

  private mutating func vector(
    _ table: FlatBufferReader.Table,
    _ slot: Int,
    stride: Int
  ) throws(FlatBufferFault) -> FlatBufferReader.Vector? {
    guard let vector = try reader.vector(table, slot, stride: stride) else { return nil }
    // Plain bytes are never walked, so they cost nothing.
    if stride > 1 { try countBytes(vector.range.count) }
    return vector
  }

  private mutating func indices(
    _ table: FlatBufferReader.Table,
    _ slot: Int
  ) throws(FlatBufferFault) -> [Int] {
    guard let vector = try vector(table, slot, stride: 4) else { return [] }
    var values: [Int] = []
    values.reserveCapacity(vector.count)
    for index in 0..<vector.count {
      values.append(Int(try reader.integer(Int32.self, vector, at: index)))
    }
    return values
  }

  /// A string field, not decoded.
  private mutating func text(
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

  private mutating func string(
    _ table: FlatBufferReader.Table,
    _ slot: Int
  ) throws(FlatBufferFault) -> String? {
    guard let vector = try text(table, slot) else { return nil }
    try countBytes(vector.count)
    return try reader.string(table, slot)
  }

  private mutating func countTable() throws(FlatBufferFault) {
    remainingTables -= 1
    guard remainingTables >= 0 else { throw FlatBufferFault("there are over a million tables") }
  }

  private mutating func countBytes(_ count: Int) throws(FlatBufferFault) {
    remainingBytes -= count
    guard remainingBytes >= 0 else {
      throw FlatBufferFault("its tables share their parts too often")
    }
  }
}
