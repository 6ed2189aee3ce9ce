import Testing
import ViewfinderCore
import ViewfinderInference
import ViewfinderTestSupport

// Scales at which LiteRT 2.3.0 ends the process; found by `make corrupt-models`.
@Suite("Scales of quantised tensors")
struct ScaleCheckTests {
  /// One operator over tensors of 8 bits.
  static func model(
    _ name: String, optionsType: UInt8, inputs: [Float], output: Float,
    zeroPoint: Int = 0, outputType: ElementType = .int8, constant: Float? = nil
  ) -> ModelBuilder {
    var model = ModelBuilder()
    model.inputs = inputs.enumerated().map { index, scale in
      model.add(
        .init("x\(index)", .int8, [1, 4], quantization: .perTensor(scale: scale, zeroPoint: 0)))
    }
    var operands = model.inputs
    if let constant {
      let tensor = ModelBuilder.Tensor(
        "c", .int8, [1, 4], quantization: .perTensor(scale: constant, zeroPoint: 0),
        data: [0, 0, 0, 0])
      operands.append(model.add(tensor))
    }
    let quantization: Quantization =
      outputType == .int8 ? .perTensor(scale: output, zeroPoint: zeroPoint) : .none
    model.outputs = [model.add(.init("y", outputType, [1, 4], quantization: quantization))]
    model.operators = [
      .init(name, operands, model.outputs, optionsType: optionsType, options: .init())
    ]
    return model
  }

  static let refused: [(String, ModelBuilder)] = [
    ("scale 0.0", model("ADD", optionsType: 11, inputs: [0, 0.5], output: 0.5)),
    ("scale 1e-37", model("ADD", optionsType: 11, inputs: [0.5, 0.5], output: 1e-37)),
    ("scale 0.0", model("QUANTIZE", optionsType: 89, inputs: [0.5], output: 0)),
    ("do not go with", model("ADD", optionsType: 11, inputs: [1000, 0.5], output: 1e-4)),
    ("do not go with", model("SUB", optionsType: 28, inputs: [0.5, 1000], output: 1e-4)),
    (
      "do not go with",
      model("SQUARED_DIFFERENCE", optionsType: 76, inputs: [100, 0.5], output: 1e-4)
    ),
    ("do not go with", model("SOFTMAX", optionsType: 9, inputs: [1e-9], output: 1 / 256)),
    (
      "do not go with",
      model("LESS", optionsType: 54, inputs: [2, 0.5], output: 0, outputType: .bool)
    ),
  ]

  @Test("that end the process are refused", arguments: refused)
  func refuses(words: String, model: ModelBuilder) {
    let error = #expect(throws: ViewfinderError.self) { try ModelGraph(model.data()) }
    #expect(error?.code == .invalidModel)
    #expect(error?.found.contains(words) == true, "\(error?.found ?? "accepted")")
  }

  static let accepted = [
    model("ADD", optionsType: 11, inputs: [0.5, 0.25], output: 0.5),
    model("ADD", optionsType: 11, inputs: [0.5], output: 0.5, constant: 0.25),
    model("SUB", optionsType: 28, inputs: [1, 0.001], output: 0.001),
    model("QUANTIZE", optionsType: 89, inputs: [0.5], output: 0.25),
    model("SQUARED_DIFFERENCE", optionsType: 76, inputs: [0.5, 0.5], output: 0.25),
    model("SOFTMAX", optionsType: 9, inputs: [0.1], output: 1 / 256, zeroPoint: -128),
    model("LESS", optionsType: 54, inputs: [0.5, 0.5], output: 0, outputType: .bool),
  ]

  @Test("that models have are accepted, and run", .enabled(if: LiteRT.isPresent))
  func accepts() throws {
    for model in Self.accepted {
      let session = try InferenceSession(model.data(name: model.operators[0].name))
      try session.run()
    }
  }
}
