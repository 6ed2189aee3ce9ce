import ViewfinderInference

// What the files are put together from.
extension WorstModel {
  typealias Shared = (table: FlatBufferTable, count: Int)

  static func text(_ count: Int) -> String { String(repeating: "n", count: count) }

  /// A tensor without a name or values.
  static func tensor(_ shape: [Int32], type: Int8 = 0) -> FlatBufferTable {
    FlatBufferTable([0: .int32s(shape), 1: .int8(type)])
  }

  /// A tensor whose values are the byte of buffer 1.
  static var constant: FlatBufferTable {
    var tensor = tensor([1], type: 9)
    tensor[2] = .uint32(1)
    return tensor
  }

  /// An operator of the first kind in the model.
  static func call(
    _ name: String, _ inputs: [Int32], _ outputs: [Int32], _ optionsType: UInt8
  ) -> FlatBufferTable {
    var table = FlatBufferTable([0: .uint32(0), 1: .int32s(inputs), 2: .int32s(outputs)])
    if optionsType != 0 {
      table[3] = .uint8(optionsType)
      table[4] = .table(FlatBufferTable())
    }
    return table
  }

  static func subgraph(tensors: [Shared], operators: [Shared] = []) -> FlatBufferTable {
    FlatBufferTable([
      0: .sharedTables(tensors), 1: .int32s([]), 2: .int32s([]), 3: .sharedTables(operators),
    ])
  }

  /// A model with one constant.
  static func model(
    codes: [String] = [], subgraphs: [Shared], constant: [UInt8] = [0],
    root fields: [Int: FlatBufferValue] = [:]
  ) -> [UInt8] {
    let codes = codes.map { name in
      let code = BuiltinOperator.code(name) ?? BuiltinOperator.custom
      var table = FlatBufferTable([0: .int8(Int8(min(code, 127))), 3: .int32(Int32(code))])
      if code == BuiltinOperator.custom { table[1] = .string(name) }
      return table
    }
    let buffers = [FlatBufferTable(), FlatBufferTable([0: .bytes(constant)])]
    let root: [Int: FlatBufferValue] = [
      0: .uint32(3), 1: .tables(codes), 2: .sharedTables(subgraphs), 4: .tables(buffers),
    ]
    return FlatBufferTable(root.merging(fields) { $1 }).bytes(identifier: "TFL3")
  }

  static func model(
    codes: [String] = [], tensors: [Shared], operators: [Shared] = [], constant: [UInt8] = [0],
    root: [Int: FlatBufferValue] = [:]
  ) -> [UInt8] {
    model(
      codes: codes, subgraphs: [(subgraph(tensors: tensors, operators: operators), 1)],
      constant: constant, root: root)
  }

  /// A sound model with outputs that a signature tells apart, and that share one name of their own.
  static func namedOutputs(count: Int, name: String) -> [UInt8] {
    var output = tensor([1])
    output[3] = .string(name)
    let outputs = (1...Int32(count)).map { $0 }
    var graph = subgraph(
      tensors: [(tensor([1]), 1), (output, count)], operators: [(call("", [0], outputs, 0), 1)])
    graph[1] = .int32s([0])
    graph[2] = .int32s(outputs)
    let signature = FlatBufferTable([
      0: .tables([FlatBufferTable([0: .string("in"), 1: .uint32(0)])]),
      1: .tables(
        outputs.map { FlatBufferTable([0: .string("o\($0)"), 1: .uint32(UInt32($0))]) }),
      2: .string("serve"),
    ])
    return model(codes: ["Split"], subgraphs: [(graph, 1)], root: [7: .tables([signature])])
  }

  /// A model whose operators share options with keys that share one text.
  static func optionsModel(keyBytes: Int, count: Int, operators: Int) -> [UInt8] {
    var bytes = Array(text(keyBytes).utf8) + [0]
    while bytes.count % 4 != 0 { bytes.append(0) }
    bytes += littleEndian(UInt32(count))
    let keys = bytes.count
    for _ in 0..<count { bytes += littleEndian(UInt32(bytes.count)) }
    bytes += littleEndian(UInt32(bytes.count - keys)) + littleEndian(UInt32(4))
    bytes += littleEndian(UInt32(count))
    let map = bytes.count
    bytes += [UInt8](repeating: 0, count: 4 * count)
    // Numbers of 32 bits, in a map of offsets of 32 bits.
    bytes += [UInt8](repeating: 3 << 2 | 2, count: count)
    bytes += littleEndian(UInt32(bytes.count - map)) + [9 << 2 | 2, 4]
    var operation = call("Mfcc", [], [], 0)
    operation[5] = .bytes(bytes)
    return model(
      codes: ["Mfcc"], tensors: [(tensor([1]), 1)], operators: [(operation, operators)])
  }

  /// A model whose outputs share the description of a tensor of scores.
  static func describedModel(
    outputs count: Int, classes: Int, file: String, files: [(name: String, text: String)]
  ) -> [UInt8] {
    let outputs = (1...Int32(count)).map { $0 }
    var graph = subgraph(
      tensors: [(tensor([1, 4, 4, 3], type: 3), 1), (tensor([1, Int32(classes)]), count)],
      operators: [(call("", [0], outputs, 0), 1)])
    graph[1] = .int32s([0])
    graph[2] = .int32s(outputs)
    let scores = FlatBufferTable([
      6: .tables([FlatBufferTable([0: .string(file), 2: .int8(2)])])
    ])
    let metadata = FlatBufferTable([
      3: .tables([
        FlatBufferTable([
          2: .tables([FlatBufferTable()]), 3: .sharedTables([(scores, count)]),
        ])
      ]),
      // Nothing reads this, but the budget grows by it.
      20: .bytes([UInt8](repeating: 0, count: 16 * count)),
    ])
    let bytes = model(
      codes: ["Split"], subgraphs: [(graph, 1)],
      constant: metadata.bytes(identifier: "M001"),
      root: [6: .tables([FlatBufferTable([0: .string("TFLITE_METADATA"), 1: .uint32(1)])])])
    return bytes + archive(files, at: bytes.count)
  }

  /// A ZIP archive of stored files that stands at an offset.
  static func archive(_ files: [(name: String, text: String)], at start: Int) -> [UInt8] {
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    for (name, text) in files {
      let (name, bytes) = (Array(name.utf8), Array(text.utf8))
      let size = littleEndian(UInt32(bytes.count))
      let common =
        [UInt8](repeating: 0, count: 8) + littleEndian(ZIPChecksum.crc32(bytes)) + size + size
        + littleEndian(UInt16(name.count))
      directory += littleEndian(0x0201_4B50 as UInt32) + [20, 0, 20, 0] + common
      directory += [UInt8](repeating: 0, count: 12) + littleEndian(UInt32(start + archive.count))
      directory += name
      archive += littleEndian(0x0403_4B50 as UInt32) + [20, 0] + common + [0, 0] + name + bytes
    }
    let end = littleEndian(UInt32(directory.count)) + littleEndian(UInt32(start + archive.count))
    let count = littleEndian(UInt16(files.count))
    return archive + directory + littleEndian(0x0605_4B50 as UInt32) + [0, 0, 0, 0] + count
      + count + end + [0, 0]
  }
}
