import Testing
import ViewfinderCore
import ViewfinderInference
import ViewfinderTestSupport

@Suite("ModelGraph")
struct ModelGraphTests {
  @Test("a model's inputs, outputs, operators and metadata are read")
  func reads() throws {
    var model = ModelBuilder.classifier(
      inputType: .uint8,
      height: 5,
      width: 7,
      scores: [0.5, 0.25],
      outputType: .float32
    )
    model.metadata = [("TFLITE_METADATA", [1, 2, 3]), ("min_runtime_version", [4, 5])]
    model.tail = Array("PK tail".utf8)
    let data = model.data(name: "a.tflite")
    let graph = try ModelGraph(data)
    #expect(graph.description == "built for a test")
    #expect(graph.schemaVersion == 3)
    #expect(graph.subgraphCount == 1)
    #expect(graph.signatureKeys.isEmpty)
    #expect(
      graph.inputs == [
        TensorDescription(
          name: "image",
          elementType: .uint8,
          shape: [1, 5, 7, 3],
          quantization: .perTensor(scale: 1 / 128, zeroPoint: 128)
        )
      ]
    )
    #expect(
      graph.outputs == [
        TensorDescription(name: "dequantized", elementType: .float32, shape: [1, 2])
      ]
    )
    #expect(
      graph.operators == ["AVERAGE_POOL_2D": 1, "CONV_2D": 1, "RESHAPE": 1, "DEQUANTIZE": 1]
    )
    #expect(graph.customOperators.isEmpty)
    #expect(graph.metadata.keys.sorted() == ["TFLITE_METADATA", "min_runtime_version"])
    let range = try #require(graph.metadata["TFLITE_METADATA"])
    #expect(range.map { data.bytes[$0] } == [1, 2, 3])
  }

  @Test("a signature decides the order, and the subgraph's order stays visible")
  func signature() throws {
    let graph = try ModelGraph(TwoSums.model.data())
    #expect(graph.signatureKeys == ["sums"])
    #expect(graph.inputs.map(\.name) == ["b", "a"])
    #expect(graph.outputs.map(\.name) == ["b+20", "a+10"])
    #expect(graph.subgraphInputs.map(\.name) == ["a", "b"])
    #expect(graph.inputOrder == [1, 0])
    #expect(graph.outputOrder == [1, 0])
  }

  @Test("open sizes and custom operators are named")
  func openSizes() throws {
    var model = ModelBuilder()
    let input = model.add(
      .init("x", .float32, [1, 1], shapeSignature: [-1, 1])
    )
    let output = model.add(.init("y", .float32, [1, 1]))
    model.operators = [.init("my-op", [input], [output])]
    model.inputs = [input]
    model.outputs = [output]
    let graph = try ModelGraph(model.data())
    #expect(graph.inputs[0].shapeSignature == [-1, 1])
    #expect(graph.outputs[0].shapeSignature == [1, 1])
    #expect(graph.operators == ["my-op": 1])
    #expect(graph.customOperators == ["my-op"])
  }

  @Test("weights may follow the tables, as in models beyond 2 GiB")
  func weightsBehindTheTables() throws {
    var model = ModelBuilder.classifier(scores: [0.5, 0.25])
    let weights = try #require(model.tensors.firstIndex { $0.name == "weights" })
    model.tensors[weights].bufferOverrides = [0: .bytes([])]
    // The offset does not change the length of the file, so it can be found first.
    model.tensors[weights].bufferOverrides[1] = .uint64(16)
    model.tensors[weights].bufferOverrides[2] = .uint64(24)
    let offset = model.bytes().count
    model.tensors[weights].bufferOverrides[1] = .uint64(UInt64(offset))
    model.tail = Array(repeating: 0, count: 24)
    _ = try ModelGraph(model.data())
    model.tail.removeLast()
    let error = #expect(throws: ViewfinderError.self) { try ModelGraph(model.data()) }
    #expect(error?.found == "a buffer of 24 bytes at byte \(offset) leaves the file")
  }

  @Test("every prefix of a model is refused")
  func prefixes() {
    let bytes = ModelBuilder.classifier(scores: [0.5, 0.25]).bytes()
    // The last byte ends no text.
    for count in 0..<bytes.count - 1 {
      let data = ModelData(bytes: Array(bytes[..<count]))
      #expect(throws: ViewfinderError.self, "\(count) bytes") { try ModelGraph(data) }
    }
  }

  @Test("no change of a single byte makes the reader fail otherwise than by throwing")
  func flips() {
    let bytes = TwoSums.model.bytes()
    var refused = 0
    for position in bytes.indices {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF, bytes[position] &+ 1, bytes[position] ^ 4] {
        var changed = bytes
        changed[position] = value
        do { _ = try ModelGraph(ModelData(bytes: changed)) } catch { refused += 1 }
      }
    }
    #expect(refused > bytes.count)
  }
}

/// A model of two sums, a + 10 and b + 20, whose signature names them the other way round.
enum TwoSums {
  static var model: ModelBuilder {
    var model = ModelBuilder()
    let a = model.add(.init("a", .float32, [1, 2]))
    let b = model.add(.init("b", .float32, [1, 3]))
    let ten = model.add(.constant("ten", [1], floats: [10]))
    let twenty = model.add(.constant("twenty", [1], floats: [20]))
    let aSum = model.add(.init("a+10", .float32, [1, 2]))
    let bSum = model.add(.init("b+20", .float32, [1, 3]))
    model.operators = [
      .init("ADD", [a, ten], [aSum], optionsType: 11, options: .init()),
      .init("ADD", [b, twenty], [bSum], optionsType: 11, options: .init()),
    ]
    model.inputs = [a, b]
    model.outputs = [aSum, bSum]
    model.signatures = [
      .init("sums", inputs: [("second", b), ("first", a)], outputs: [("z", bSum), ("y", aSum)])
    ]
    return model
  }
}
