internal import ViewfinderCore
internal import ViewfinderInference

/// Reads the metadata FlatBuffer.
///
/// The slot numbers are those of `metadata_schema.fbs` 1.5.0.
struct MetadataReader: ~Escapable {
  private let reader: FlatBufferReader

  // Those of 8 MiB of text.
  private static let maximumSteps = 64 << 20

  @_lifetime(copy bytes)
  private init(_ bytes: Span<UInt8>) {
    let own = StepBudget(byteCount: bytes.count)
    reader = FlatBufferReader(
      bytes,
      budget: own.limit <= Self.maximumSteps
        ? own
        : StepBudget(limit: Self.maximumSteps, fault: "the metadata holds more than 8 MiB"))
  }

  /// Reads metadata.
  ///
  /// - Parameter bytes: The buffer that the model calls `TFLITE_METADATA`.
  /// - Returns: What they say.
  /// - Throws: ``ViewfinderError`` with the code `invalidMetadata`.
  static func read(_ bytes: Span<UInt8>) throws(ViewfinderError) -> ModelMetadata {
    do {
      let reader = MetadataReader(bytes)
      return try reader.metadata()
    } catch {
      throw ViewfinderError(
        .invalidMetadata,
        subject: "metadata",
        found: error.reason,
        expected: "a TensorFlow Lite metadata buffer with the identifier \"M001\"",
        remedy: "Write the metadata again with a TensorFlow Lite metadata writer."
      )
    }
  }

  private func metadata() throws(FlatBufferFault) -> ModelMetadata {
    let identifier = try reader.identifier()
    guard identifier == "M001" else {
      throw FlatBufferFault("the metadata's identifier is \(identifier.debugDescription)")
    }
    let root = try reader.root()
    var inputs: [TensorMetadata] = []
    var outputs: [TensorMetadata] = []
    var files = try associatedFiles(root, 6)
    var detector: DetectorDescription?
    let subgraphs = try tables(root, 3)
    if let first = subgraphs.first {
      inputs = try tensors(first, 2)
      outputs = try tensors(first, 3)
      files += try associatedFiles(first, 4)
      detector = try detectorDescription(first)
    }
    return ModelMetadata(
      name: try string(root, 0),
      summary: try string(root, 1),
      version: try string(root, 2),
      author: try string(root, 4),
      license: try string(root, 5),
      minimumParserVersion: try string(root, 7),
      associatedFiles: files,
      subgraphCount: subgraphs.count,
      inputs: inputs,
      outputs: outputs,
      detector: detector
    )
  }

  /// MediaPipe's description of a detector among a subgraph's custom metadata.
  private func detectorDescription(
    _ subgraph: FlatBufferReader.Table
  ) throws(FlatBufferFault) -> DetectorDescription? {
    for entry in try tables(subgraph, 9) {
      guard try string(entry, 0) == DetectorDescription.entryName,
        let data = try reader.vector(entry, 1, stride: 1)
      else { continue }
      return try DetectorDescription(
        reader.bytes.extracting(data.range), budget: reader.budget)
    }
    return nil
  }

  private func tensors(
    _ table: FlatBufferReader.Table,
    _ slot: Int
  ) throws(FlatBufferFault) -> [TensorMetadata] {
    var result: [TensorMetadata] = []
    for table in try tables(table, slot) { result.append(try tensor(table)) }
    return result
  }

  private func tensor(
    _ table: FlatBufferReader.Table
  ) throws(FlatBufferFault) -> TensorMetadata {
    var units: [ProcessUnit] = []
    for unit in try tables(table, 4) { units.append(try processUnit(unit)) }
    var minimum: [Float] = []
    var maximum: [Float] = []
    if let statistics = try reader.table(table, 5) {
      maximum = try floats(statistics, 0)
      minimum = try floats(statistics, 1)
    }
    return TensorMetadata(
      name: try string(table, 0),
      summary: try string(table, 1),
      dimensionNames: try strings(table, 2),
      content: try content(table),
      processUnits: units,
      minimum: minimum,
      maximum: maximum,
      associatedFiles: try associatedFiles(table, 6)
    )
  }

  private func content(
    _ table: FlatBufferReader.Table
  ) throws(FlatBufferFault) -> TensorMetadata.Content {
    guard let content = try reader.table(table, 3) else { return .unstated }
    // A union whose value is absent says nothing, whatever its type says.
    guard let properties = try reader.table(content, 1) else { return .unstated }
    let number = try reader.integer(content, 0, default: 0 as UInt8)
    switch number {
    case 0: return .unstated
    case 1: return .feature
    case 2:
      return .image(.init(number: try reader.integer(properties, 0, default: 0 as Int8)))
    case 3: return .boundingBox
    case 4: return .audio
    default: return .unknown(Int(number))
    }
  }

  private func processUnit(
    _ table: FlatBufferReader.Table
  ) throws(FlatBufferFault) -> ProcessUnit {
    let number = try reader.integer(table, 0, default: 0 as UInt8)
    guard let options = try reader.table(table, 1) else { return .unknown(Int(number)) }
    switch number {
    case 1:
      return .normalization(
        mean: try floats(options, 0),
        std: try floats(options, 1)
      )
    case 2:
      let transform = try reader.integer(options, 0, default: 0 as Int8)
      guard let known = ScoreCalibration.Transform(number: transform) else {
        throw FlatBufferFault("score transformation \(transform) is not known")
      }
      return .scoreCalibration(known, defaultScore: try reader.float(options, 1, default: 0))
    case 3: return .scoreThreshold(try reader.float(options, 0, default: 0))
    case 4, 5, 6: return .tokenizer(Int(number))
    default: return .unknown(Int(number))
    }
  }

  private func associatedFiles(
    _ table: FlatBufferReader.Table,
    _ slot: Int
  ) throws(FlatBufferFault) -> [AssociatedFile] {
    var files: [AssociatedFile] = []
    for file in try tables(table, slot) {
      files.append(
        AssociatedFile(
          name: try string(file, 0) ?? "",
          summary: try string(file, 1),
          kind: .init(number: try reader.integer(file, 2, default: 0 as Int8)),
          locale: try string(file, 3),
          version: try string(file, 4)
        )
      )
    }
    return files
  }

  private func tables(
    _ table: FlatBufferReader.Table,
    _ slot: Int
  ) throws(FlatBufferFault) -> [FlatBufferReader.Table] {
    guard let vector = try reader.vector(table, slot, stride: 4) else { return [] }
    // Tables are small, and so is what is made of one.
    try reader.budget.spend(128 * vector.count)
    var result: [FlatBufferReader.Table] = []
    for index in 0..<vector.count { result.append(try reader.table(vector, at: index)) }
    return result
  }

  private func strings(
    _ table: FlatBufferReader.Table,
    _ slot: Int
  ) throws(FlatBufferFault) -> [String] {
    guard let vector = try reader.vector(table, slot, stride: 4) else { return [] }
    var result: [String] = []
    for index in 0..<vector.count {
      try reader.budget.spend(MemoryLayout<String>.stride)
      result.append(try reader.string(vector, at: index))
    }
    return result
  }

  private func string(
    _ table: FlatBufferReader.Table,
    _ slot: Int
  ) throws(FlatBufferFault) -> String? {
    try reader.string(table, slot)
  }

  private func floats(
    _ table: FlatBufferReader.Table,
    _ slot: Int
  ) throws(FlatBufferFault) -> [Float] {
    try reader.floats(table, slot)
  }
}
