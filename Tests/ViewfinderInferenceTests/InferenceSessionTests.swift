import Testing
import ViewfinderCore
import ViewfinderInference
import ViewfinderTestSupport

@Suite("InferenceSession", .enabled(if: LiteRT.isPresent))
struct InferenceSessionTests {
  @Test(
    "a classifier gives its scores in every type",
    arguments: [
      (ElementType.float32, ElementType?.none), (.uint8, nil), (.int8, nil), (.uint8, .float32),
      (.int8, .float32),
    ]
  )
  func classifies(input: ElementType, output: ElementType?) throws {
    let scores: [Float] = [0.5, 0.25, 0.99609375, 0]
    let model = ModelBuilder.classifier(inputType: input, scores: scores, outputType: output)
    let session = try InferenceSession(model.data())
    #expect(session.inputs[0].elementType == input)
    #expect(session.outputs[0].elementType == output ?? input)
    #expect(session.outputs[0].shape == [1, 4])
    try session.run()
    #expect(try session.readOutput(0) == scores)
  }

  @Test("inputs and outputs are typed memory, and inputs keep their values")
  func typedMemory() throws {
    let session = try InferenceSession(TwoSums.model.data())
    #expect(session.inputs.map(\.shape) == [[1, 3], [1, 2]])
    try session.withInput(0, of: Float.self) { span in
      #expect(span.count == 3)
      for index in span.indices { span[index] = Float(index) }
    }
    try session.withInput(1, of: Float.self) { span in
      #expect(span.count == 2)
      for index in span.indices { span[index] = -1 }
    }
    for _ in 0..<2 {
      try session.run()
      let sums = try session.withOutput(0, of: Float.self) { span in span.indices.map { span[$0] } }
      #expect(sums == [20, 21, 22])
      #expect(try session.readOutput(1) == [9, 9])
    }
  }

  @Test("half-precision and sparse weights run")
  func weights() throws {
    let half = try InferenceSession(ModelCheckTests.halfPrecision.data())
    try half.run()
    #expect(try half.readOutput(0) == [1, 1, 1, 2])
    let sparse = try InferenceSession(ModelCheckTests.sparse.data())
    try sparse.run()
    #expect(try sparse.readOutput(0) == [5, 0, 0, 0, 0, 0, 0, 7])
  }

  @Test("outputs have the shapes that LiteRT works out, not those the file declares")
  func resolvedShapes() throws {
    let session = try InferenceSession(ModelCheckTests.detector.data())
    #expect(session.outputs.map(\.shape) == [[1, 2, 4], [1, 2], [1, 2], [1]])
    try session.withInput(1, of: Float.self) { scores in
      for (index, score) in [0, 0.25, 0.75, 0, 0, 0, 0, 0, 0].enumerated() {
        scores[index] = Float(score)
      }
    }
    try session.run()
    #expect(try session.readOutput(1).first == 1)
    #expect(try session.readOutput(2).first == 0.75)
  }

  @Test("integers become real numbers by the scale of their channel")
  func perChannel() throws {
    var model = ModelBuilder()
    let input = model.add(.init("x", .int8, [2, 1, 3]))
    let shape = model.add(.constant("shape", [2], int32s: [2, 3]))
    let output = model.add(
      .init(
        "y",
        .int8,
        [2, 3],
        quantization: .perChannel(axis: 0, scales: [0.5, 2], zeroPoints: [0, 1])
      )
    )
    model.operators = [
      .init(
        "RESHAPE",
        [input, shape],
        [output],
        optionsType: 17,
        options: FlatBufferTable([0: .int32s([2, 3])])
      )
    ]
    model.inputs = [input]
    model.outputs = [output]
    let session = try InferenceSession(model.data())
    try session.withInput(0, of: Int8.self) { span in
      for index in span.indices { span[index] = Int8(index) }
    }
    try session.run()
    #expect(try session.readOutput(0) == [0, 0.5, 1, 4, 6, 8])
  }

  @Test("open sizes can be chosen at the start and changed later")
  func resizes() throws {
    let session = try InferenceSession(Self.open.data(), inputShapes: [[3, 2]])
    #expect(session.inputs[0].shape == [3, 2])
    #expect(session.outputs[0].shape == [3, 2])
    try session.resizeInput(0, to: [5, 2])
    try session.withInput(0, of: Float.self) { span in
      for index in span.indices { span[index] = Float(-index) }
    }
    try session.run()
    #expect(try session.readOutput(0) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  }

  @Test(
    "shapes that the model leaves no room for are refused, and the session goes on",
    arguments: [[5, 3], [0, 2], [-1, 2], [2], [1, 1, 2], [Int.max, 2], [1 << 28, 2]]
  )
  func refusesShapes(shape: [Int]) throws {
    let session = try InferenceSession(Self.open.data(), inputShapes: [[3, 2]])
    let error = #expect(throws: ViewfinderError.self) { try session.resizeInput(0, to: shape) }
    #expect([.unsupportedModel, .tooLarge].contains(error?.code))
    #expect(session.inputs[0].shape == [3, 2])
    try session.run()
    #expect(session.outputs[0].shape == [3, 2])
  }

  @Test("an operator that LiteRT does not have is named")
  func customOperator() {
    var model = ModelBuilder.classifier(scores: [0.5])
    model.operators[2].name = "my-operator"
    let error = #expect(throws: ViewfinderError.self) {
      try InferenceSession(model.data(name: "a.tflite"))
    }
    #expect(error?.code == .unsupportedModel)
    #expect(error?.subject == "a.tflite")
    #expect(error?.found.contains("unresolved custom op: my-operator") == true)
    #expect(error.map { ($0.runtimeStatus ?? 0) != 0 } == true)
  }

  @Test("a run that fails says what LiteRT says")
  func failedRun() throws {
    // An index out of range is found only when the model runs.
    var model = ModelBuilder()
    let values = model.add(.constant("values", [2, 2], floats: [1, 2, 3, 4]))
    let index = model.add(.init("index", .int32, [1]))
    let output = model.add(.init("row", .float32, [1, 2]))
    model.operators = [
      .init("GATHER", [values, index], [output], optionsType: 23, options: .init())
    ]
    model.inputs = [index]
    model.outputs = [output]
    let session = try InferenceSession(model.data(name: "rows"))
    try session.withInput(0, of: Int32.self) { $0[0] = 9 }
    let error = #expect(throws: ViewfinderError.self) { try session.run() }
    #expect(error?.code == .inferenceFailed)
    #expect(error?.subject == "rows")
    #expect(error?.found.contains("gather index out of bounds") == true, "\(error?.found ?? "")")
    #expect(error.map { ($0.runtimeStatus ?? 0) != 0 } == true)
    try session.withInput(0, of: Int32.self) { $0[0] = 1 }
    try session.run()
    #expect(try session.readOutput(0) == [3, 4])
  }

  @Test("a model of texts is refused")
  func texts() {
    var model = ModelBuilder()
    let input = model.add(.init("words", .string, [1]))
    let output = model.add(.init("echo", .string, [1]))
    model.operators = [.init("RESHAPE", [input], [output], optionsType: 17, options: .init())]
    model.inputs = [input]
    model.outputs = [output]
    let error = #expect(throws: ViewfinderError.self) { try InferenceSession(model.data()) }
    #expect(error?.code == .unsupportedModel)
    #expect(error?.found == "the tensor \"words\" has elements of type string")
  }

  @Test("a session keeps the model's bytes alive")
  func keepsBytes() throws {
    weak var bytes: ModelData?
    var session: InferenceSession?
    do {
      let data = ModelBuilder.classifier(scores: [0.5]).data()
      bytes = data
      session = try InferenceSession(data)
    }
    #expect(bytes != nil)
    try session?.run()
    #expect(try session?.readOutput(0) == [0.5])
    session = nil
    #expect(bytes == nil)
  }

  @Test("asking for another element type is a mistake of the caller")
  func wrongType() async {
    await #expect(processExitsWith: .failure) {
      let session = try InferenceSession(ModelBuilder.classifier(scores: [0.5]).data())
      try session.withInput(0, of: Int8.self) { $0[0] = 1 }
    }
    await #expect(processExitsWith: .failure) {
      let session = try InferenceSession(ModelBuilder.classifier(scores: [0.5]).data())
      _ = try session.readOutput(1)
    }
  }

  @Test("no more threads are used than make sense", arguments: [1, 2, 100_000])
  func threads(asked: Int) throws {
    let options = InferenceOptions(threads: asked)
    #expect((1...InferenceOptions.maximumThreads).contains(options.threads))
    #expect(InferenceOptions.maximumThreads <= 16)
    let session = try InferenceSession(
      ModelBuilder.classifier(scores: [0.5]).data(),
      options: options
    )
    try session.run()
    #expect(try session.readOutput(0) == [0.5])
  }

  /// ABS of N × 2 numbers.
  static var open: ModelBuilder {
    var model = ModelBuilder()
    let input = model.add(.init("x", .float32, [1, 2], shapeSignature: [-1, 2]))
    let output = model.add(.init("y", .float32, [1, 2], shapeSignature: [-1, 2]))
    model.operators = [.init("ABS", [input], [output], optionsType: 78, options: .init())]
    model.inputs = [input]
    model.outputs = [output]
    return model
  }
}
