import ViewfinderInference
import ViewfinderTestSupport

@testable import ViewfinderModels

/// Metadata to be written, sound or not; slot numbers as in `metadata_schema.fbs`.
struct MetadataFixture {
  var name = "Fixture"
  var identifier = "M001"
  var hasSubgraph = true
  var inputs = [Tensor()]
  var outputs = [Tensor()]

  struct Tensor {
    var name = ""
    var content: FlatBufferTable?
    var units: [FlatBufferTable] = []
    var files: [FlatBufferTable] = []

    var table: FlatBufferTable {
      var table = FlatBufferTable([0: .string(name)])
      table[3] = content.map { .table($0) }
      if !units.isEmpty { table[4] = .tables(units) }
      if !files.isEmpty { table[6] = .tables(files) }
      return table
    }
  }

  /// A subject with an image input of this normalisation, or without one.
  static func normalized(_ mean: [Float], _ std: [Float]) -> MetadataFixture {
    var fixture = MetadataFixture()
    fixture.inputs[0].content = image(colorSpace: 1)
    fixture.inputs[0].units = [normalization(mean, std)]
    return fixture
  }

  static func content(_ kind: UInt8) -> FlatBufferTable {
    FlatBufferTable([0: .uint8(kind), 1: .table(FlatBufferTable())])
  }

  static func image(colorSpace: Int8) -> FlatBufferTable {
    FlatBufferTable([0: .uint8(2), 1: .table(FlatBufferTable([0: .int8(colorSpace)]))])
  }

  static func normalization(_ mean: [Float], _ std: [Float]) -> FlatBufferTable {
    unit(1, [0: .floats(mean), 1: .floats(std)])
  }

  static func calibration(transform: Int8, defaultScore: Float) -> FlatBufferTable {
    unit(2, [0: .int8(transform), 1: .float32(defaultScore)])
  }

  static func threshold(_ value: Float) -> FlatBufferTable {
    unit(3, [0: .float32(value)])
  }

  static func unit(_ kind: UInt8, _ fields: [Int: FlatBufferValue]) -> FlatBufferTable {
    FlatBufferTable([0: .uint8(kind), 1: .table(FlatBufferTable(fields))])
  }

  static func file(_ name: String, kind: Int8 = 2, locale: String? = nil) -> FlatBufferTable {
    var table = FlatBufferTable([0: .string(name), 2: .int8(kind)])
    table[3] = locale.map { .string($0) }
    return table
  }

  func bytes() -> [UInt8] {
    var root = FlatBufferTable([0: .string(name)])
    if hasSubgraph {
      root[3] = .tables([
        FlatBufferTable([2: .tables(inputs.map(\.table)), 3: .tables(outputs.map(\.table))])
      ])
    }
    return root.bytes(identifier: identifier)
  }
}

extension ModelBuilder {
  /// The model with metadata in it and files behind it.
  func with(_ metadata: MetadataFixture, files: [String: String] = [:]) -> ModelData {
    var builder = self
    builder.metadata.append((name: "TFLITE_METADATA", bytes: metadata.bytes()))
    var bytes = builder.bytes()
    if !files.isEmpty {
      let entries = files.sorted { $0.key < $1.key }
        .map { ArchiveFixture.Entry($0.key, Array($0.value.utf8)) }
      bytes += ArchiveFixture(entries: entries, start: bytes.count).bytes()
    }
    return ModelData(bytes: bytes, name: "fixture")
  }

  /// A model whose outputs are filled with zeros, whatever its inputs are.
  ///
  /// Of several tensors, all but the first get a number behind their names.
  static func bare(inputs: [Tensor], outputs: [Tensor]) -> ModelBuilder {
    func numbered(_ index: Int, _ tensor: Tensor) -> Tensor {
      var tensor = tensor
      if index > 0 { tensor.name += " \(index)" }
      return tensor
    }
    var model = ModelBuilder()
    model.inputs = inputs.enumerated().map { model.add(numbered($0, $1)) }
    model.outputs = outputs.enumerated().map { model.add(numbered($0, $1)) }
    let byteCounts: [ElementType: Int] = [
      .uint8: 1, .int8: 1, .bool: 1, .float16: 2, .int16: 2, .int64: 8, .float64: 8,
    ]
    for (index, output) in zip(model.outputs, outputs) {
      let sizes = model.add(
        .constant("sizes", [output.shape.count], int32s: output.shape.map(Int32.init)))
      let zero = [UInt8](repeating: 0, count: byteCounts[output.type] ?? 4)
      let value = model.add(
        Tensor("value", output.type, [], quantization: output.quantization, data: zero))
      model.operators.append(Operator("FILL", [sizes, value], [index]))
    }
    return model
  }

  static let rgb = Tensor("image", .uint8, [1, 8, 8, 3])
  static let scores = Tensor("scores", .float32, [1, 4])
}
