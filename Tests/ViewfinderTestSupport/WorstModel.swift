/// Small files that ask for as much work as they can: parts that many offsets share, and lists that
/// invite to be searched for each entry of another.
///
/// Some are sound models, most are not; a reader must be done with each in a time that follows its
/// size. The numbers are field slots of the TensorFlow Lite schema, version 3.
public struct WorstModel: Sendable, CustomStringConvertible {
  /// What is shared, as a word for messages and file names.
  public let name: String

  private let make: @Sendable (Int) -> [UInt8]

  /// The name.
  public var description: String { name }

  /// The bytes of a file of about a size, and not larger.
  public func bytes(size: Int) -> [UInt8] { make(size - 4096) }

  /// All there are.
  public static let all = tables + lists + operators + described

  init(_ name: String, _ make: @escaping @Sendable (_ size: Int) -> [UInt8]) {
    self.name = name
    self.make = make
  }

  // MARK: Tables

  private static let tables = [
    WorstModel("tensors") { size in
      model(tensors: [(tensor([1, 1, 1]), size / 4)])
    },
    WorstModel("subgraphs") { size in
      var graph = subgraph(tensors: [(tensor([1]), size / 8)])
      graph[3] = .tables([])
      return model(subgraphs: [(graph, size / 8)])
    },
    WorstModel("buffers") { size in
      model(
        tensors: [(tensor([1]), 1)],
        root: [4: .sharedTables([(FlatBufferTable([0: .bytes([1])]), size / 4)])])
    },
    WorstModel("metadata-names") { size in
      let entry = FlatBufferTable([0: .string(text(size / 2)), 1: .uint32(0)])
      return model(
        tensors: [(tensor([1]), 1)], root: [6: .sharedTables([(entry, size / 8)])])
    },
    WorstModel("signatures") { size in
      // Each signature invites to look at all outputs, which are constants.
      var graph = subgraph(tensors: [(constant, 1)])
      graph[2] = .int32s(Array(repeating: 0, count: size / 8))
      let signature = FlatBufferTable([2: .string("s")])
      return model(
        subgraphs: [(graph, 1)], root: [7: .sharedTables([(signature, size / 8)])])
    },
    WorstModel("bindings") { size in
      // Five outputs for every four bindings, of which each looks for the last.
      var graph = subgraph(
        tensors: [(tensor([1]), 2)], operators: [(call("ABS", [0], [1], 78), 1)])
      graph[1] = .int32s([0])
      graph[2] = .int32s(Array(repeating: 0, count: size / 9 * 5 / 4) + [1])
      let binding = FlatBufferTable([0: .string("out"), 1: .uint32(1)])
      let signature = FlatBufferTable([
        0: .tables([FlatBufferTable([0: .string("in"), 1: .uint32(0)])]),
        1: .sharedTables([(binding, size / 9)]), 2: .string("serve"),
      ])
      return model(codes: ["ABS"], subgraphs: [(graph, 1)], root: [7: .tables([signature])])
    },
    WorstModel("output-names") { size in
      // A name of a quarter of the file for each output, by way of a signature.
      let count = size / 160
      return namedOutputs(count: count, name: text(size / 4))
    },
    WorstModel("accented-output-names") { size in
      namedOutputs(count: size / 160, name: String(repeating: "e\u{301}", count: size / 12))
    },
    WorstModel("unnamed-outputs") { size in
      var graph = subgraph(tensors: [(constant, 1)])
      graph[2] = .int32s(Array(repeating: 0, count: size / 4))
      return model(subgraphs: [(graph, 1)])
    },
  ]

  // MARK: Lists

  private static let lists = [
    WorstModel("shapes") { size in
      model(tensors: [(tensor(Array(repeating: 1, count: size / 8)), size / 8)])
    },
    WorstModel("scales") { size in
      let count = size / 24
      var wide = tensor([Int32(count)])
      wide[4] = .table(
        FlatBufferTable([
          2: .floats(Array(repeating: 1, count: count)),
          3: .int64s(Array(repeating: 0, count: count)),
        ]))
      return model(tensors: [(wide, size / 8)])
    },
    WorstModel("texts") { size in
      // As many empty texts as fit.
      let count = size / 8
      let words = [Int32(count)] + Array(repeating: Int32(4 * (count + 2)), count: count + 1)
      var texts = tensor([Int32(count)], type: 5)
      texts[2] = .uint32(1)
      return model(tensors: [(texts, size / 8)], constant: words.flatMap(littleEndian))
    },
    WorstModel("sparsity") { size in
      let count = size / 3
      var sparse = tensor([1, Int32(count)], type: 9)
      sparse[2] = .uint32(1)
      let lists = FlatBufferTable([
        0: .int8(1), 2: .uint8(1), 3: .table(FlatBufferTable([0: .int32s([0, Int32(count)])])),
        4: .uint8(3),
        5: .table(FlatBufferTable([0: .bytes([UInt8](repeating: 0, count: count))])),
      ])
      sparse[6] = .table(
        FlatBufferTable([
          0: .int32s([0, 1]),
          2: .tables([FlatBufferTable([0: .int8(0), 1: .int32(1)]), lists]),
        ]))
      return model(
        tensors: [(sparse, size / 12)], constant: [UInt8](repeating: 0, count: count))
    },
    WorstModel("sparse-order") { size in
      let count = size / 16
      var sparse = tensor(Array(repeating: 1, count: count), type: 9)
      sparse[2] = .uint32(1)
      let level = FlatBufferTable([0: .int8(0), 1: .int32(1)])
      sparse[6] = .table(
        FlatBufferTable([
          0: .int32s((0..<Int32(count)).reversed()), 2: .sharedTables([(level, count)]),
        ]))
      return model(tensors: [(sparse, size / 16)], constant: [0])
    },
  ]

  // MARK: Operators

  private static let operators = [
    WorstModel("option-keys") { size in
      optionsModel(keyBytes: size / 2, count: size / 18, operators: 1)
    },
    WorstModel("options") { size in
      optionsModel(keyBytes: 4, count: size / 18, operators: size / 8)
    },
    WorstModel("operator-name") { size in
      model(
        codes: [text(size / 2)], tensors: [(tensor([1]), 1)],
        operators: [(call("", [], [], 0), size / 8)])
    },
    WorstModel("reshapes") { size in
      let wide = tensor(Array(repeating: 1, count: size / 8))
      return model(
        codes: ["RESHAPE"], tensors: [(wide, 1), (tensor([1]), 1)],
        operators: [(call("RESHAPE", [0], [1], 17), size / 8)])
    },
    WorstModel("operands") { size in
      let operation = call("ADD_N", Array(repeating: 0, count: size / 8), [1], 0)
      return model(
        codes: ["ADD_N"], tensors: [(tensor([1]), 2)], operators: [(operation, size / 8)])
    },
    WorstModel("branches") { size in
      var operation = call("STABLEHLO_CASE", [], [], 0)
      operation[11] = .uint8(23)
      operation[12] = .table(
        FlatBufferTable([0: .int32s(Array(repeating: 1, count: size / 8))]))
      let graph = subgraph(tensors: [], operators: [(operation, size / 8)])
      return model(
        codes: ["STABLEHLO_CASE"], subgraphs: [(graph, 1), (subgraph(tensors: []), 1)])
    },
    WorstModel("nested-calls") { size in
      let count = size / 176
      let graphs = (1...count).map { next in
        var operation = call("CALL_ONCE", [], [], 103)
        operation[4] = .table(FlatBufferTable([0: .int32(Int32(next))]))
        return (subgraph(tensors: [], operators: [(operation, 1)]), 1)
      }
      return model(codes: ["CALL_ONCE"], subgraphs: graphs + [(subgraph(tensors: []), 1)])
    },
    WorstModel("calls-of-all") { size in
      // Everyone calls everyone behind: as many edges as a list that all share can give.
      let count = Int32(size / 64)
      var operation = call("STABLEHLO_CASE", [], [], 0)
      operation[11] = .uint8(23)
      operation[12] = .table(FlatBufferTable([0: .int32s(Array(0..<count))]))
      let graph = subgraph(tensors: [], operators: [(operation, 1)])
      return model(
        codes: ["STABLEHLO_CASE"], subgraphs: [(graph, size / 8)])
    },
  ]

  // MARK: What is behind the tables

  private static let described = [
    WorstModel("label-files") { size in
      // Each output has the same long list of labels.
      let classes = size / 5
      let labels = Array(repeating: "a", count: classes).joined(separator: "\n")
      return describedModel(
        outputs: size / 64, classes: classes, file: "labels.txt", files: [("labels.txt", labels)])
    },
    WorstModel("missing-files") { size in
      // Each output misses a file, and the archive has many to name.
      let names = (0..<min(4000, size / 2200)).map { index in
        let digits = String(index)
        return (String(repeating: "x", count: 500 - digits.count) + digits, "")
      }
      return describedModel(outputs: size / 64, classes: 1, file: "labels.txt", files: names)
    },
    WorstModel("metadata-strings") { size in
      let tensor = FlatBufferTable([
        0: .string(text(size / 4)), 2: .sharedStrings(text(size / 4), count: size / 16),
      ])
      let metadata = FlatBufferTable([
        0: .string("shared"),
        3: .tables([FlatBufferTable([2: .sharedTables([(tensor, size / 16)])])]),
      ])
      return model(
        tensors: [(Self.tensor([1]), 1)], constant: metadata.bytes(identifier: "M001"),
        root: [6: .tables([FlatBufferTable([0: .string("TFLITE_METADATA"), 1: .uint32(1)])])])
    },
  ]
}
