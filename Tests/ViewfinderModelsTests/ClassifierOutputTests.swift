import Testing
import ViewfinderCore
import ViewfinderInference
import ViewfinderTestSupport

@testable import ViewfinderModels

@Suite("The scores of a classifier")
struct ClassifierOutputTests {
  typealias Tensor = ModelBuilder.Tensor

  static func model(
    _ outputs: [Tensor], options: ClassifierModel.Options = .init()
  ) throws -> ClassifierModel {
    let builder = ModelBuilder.bare(inputs: [ModelBuilder.rgb], outputs: outputs)
    return try ClassifierModel(data: builder.data(), options: options)
  }

  static func floats(_ shape: [Int], open: [Int]? = nil) -> Tensor {
    Tensor("scores", .float32, shape, shapeSignature: open)
  }

  @Test(
    "Scores are 1 × N or 1 × 1 × 1 × N",
    arguments: [([1, 5], 5), ([1, 1], 1), ([1, 1, 1, 7], 7), ([1, 1, 1, 1], 1)])
  func shapes(shape: [Int], classes: Int) throws {
    #expect(try Self.model([Self.floats(shape)]).heads.map(\.classCount) == [classes])
  }

  @Test("A model that runs is taken", arguments: [ElementType.float32, .uint8, .int8])
  func runnable(type: ElementType) throws {
    let builder = ModelBuilder.classifier(inputType: type, scores: [0.25, 0.5])
    let options = ClassifierModel.Options(
      normalization: type == .float32 ? .zeroToOne : nil)
    let model = try ClassifierModel(data: builder.data(), options: options)
    #expect(model.heads[0].classCount == 2)
    #expect(model.heads[0].elementType == type)
    #expect(model.input.elementType == type)
  }

  @Test(
    "Outputs that are no class scores are explained",
    arguments: [
      ([floats([5])], "1 dimension,", "[1, N]"), ([floats([])], "0 dimensions", "[1, N]"),
      ([floats([2, 5])], "a batch of 2", "[1, N]"),
      ([floats([1, 257, 257, 21])], "for each place", "[1, N]"),
      ([floats([1, 10, 3])], "3 dimensions", "[1, N]"),
      ([floats([1, 1], open: [1, -1])], "open number of classes", "[1, N]"),
      ([floats([1, 25200, 85])], "YOLO", "class scores"),
      ([floats([1, 84, 8400])], "YOLO", "class scores"),
      ([floats([1, 13, 13, 255]), floats([1, 26, 26, 255])], "YOLO", "class scores"),
      (
        [floats([1, 10, 4]), floats([1, 10]), floats([1, 10]), floats([1])], "SSD", "class scores"
      ),
      ([floats([1, 1917, 4]), floats([1, 1917, 91])], "SSD", "class scores"),
      ([], "no output tensor", "at least one"),
    ] as [([Tensor], String, String)])
  func refused(outputs: [Tensor], words: String, expected: String) {
    let error = #expect(throws: ViewfinderError.self) { try Self.model(outputs) }
    #expect(error?.code == .unsupportedModel)
    #expect(error?.found.contains(words) == true, "\(error?.description ?? "")")
    #expect(error?.expected.contains(expected) == true)
    #expect(error?.remedy.isEmpty == false)
  }

  @Test("Integer scores need their quantisation", arguments: [ElementType.uint8, .int8])
  func quantization(type: ElementType) throws {
    let bare = Tensor("scores", type, [1, 4])
    let error = #expect(throws: ViewfinderError.self) { try Self.model([bare]) }
    #expect(error?.found == "the type \(type.rawValue) without a scale and a zero point")
    let quantization = Quantization.perTensor(scale: 0.5, zeroPoint: 3)
    let sound = Tensor("scores", type, [1, 4], quantization: quantization)
    #expect(try Self.model([sound]).heads[0].quantization == quantization)
  }

  @Test("Other types are refused", arguments: [ElementType.float16, .int32, .int64, .bool])
  func types(type: ElementType) {
    let error = #expect(throws: ViewfinderError.self) {
      try Self.model([Tensor("scores", type, [1, 4])])
    }
    #expect(error?.found == "the type \(type.rawValue)")
  }

  @Test("A model may have several heads, and the report says what ML Kit makes of it")
  func heads() throws {
    let byte = Tensor(
      "b", .uint8, [1, 2], quantization: .perTensor(scale: 1 / 256, zeroPoint: 0))
    let outputs = [Self.floats([1, 3]), byte]
    let model = try Self.model(outputs)
    #expect(model.heads.map(\.classCount) == [3, 2])
    #expect(model.heads.map(\.outputIndex) == [0, 1])
    let builder = ModelBuilder.bare(inputs: [ModelBuilder.rgb], outputs: outputs)
    let report = try CompatibilityReport(data: builder.data())
    #expect(report.fitsViewfinder && !report.fitsMLKit)
  }

  @Test("Given labels go to the first head of their size")
  func givenLabels() throws {
    let outputs = [Self.floats([1, 3]), Self.floats([1, 2]), Self.floats([1, 2])]
    let model = try Self.model(outputs, options: .init(labels: LabelList(["a", "b"])))
    #expect(model.heads.map { $0.labels?.count } == [nil, 2, nil])
    let error = #expect(throws: ViewfinderError.self) {
      try Self.model(outputs, options: .init(labels: LabelList(["a", "b", "c", "d"])))
    }
    #expect(error?.found == "4 labels")
    #expect(error?.expected.contains("3 or 2 or 2") == true)
  }

  @Test(
    "Custom operators are refused with their family's remedy",
    arguments: [
      ("edgetpu-custom-op", "Coral"), ("FlexErf", "SELECT_TF_OPS"), ("Mystery", "built-in"),
    ])
  func customOperators(name: String, words: String) {
    var builder = ModelBuilder.bare(
      inputs: [ModelBuilder.rgb], outputs: [ModelBuilder.scores])
    builder.operators = [ModelBuilder.Operator(name, [0], [1])]
    let error = #expect(throws: ViewfinderError.self) {
      try ClassifierModel(data: builder.data())
    }
    #expect(error?.code == .unsupportedModel)
    #expect(error?.subject?.contains(name) == true)
    #expect(error?.remedy.contains(words) == true)
  }

  @Test("Metadata counts in the order of the subgraph, scores in that of the signature")
  func order() throws {
    var builder = ModelBuilder.bare(
      inputs: [ModelBuilder.rgb],
      outputs: [Tensor("colour", .float32, [1, 2]), Tensor("shape", .float32, [1, 2])])
    builder.signatures = [
      ModelBuilder.Signature(
        "serve", inputs: [("image", 0)], outputs: [("shape", 2), ("colour", 1)])
    ]
    var metadata = MetadataFixture()
    metadata.outputs = [
      .init(name: "colour", files: [MetadataFixture.file("colours.txt")]),
      .init(name: "shape", files: [MetadataFixture.file("shapes.txt")]),
    ]
    let data = builder.with(
      metadata, files: ["colours.txt": "red\nblue", "shapes.txt": "round\nsquare"])
    let model = try ClassifierModel(data: data)
    #expect(model.heads.map(\.name) == ["shape", "colour"])
    #expect(model.heads.map { $0.labels?.names[0] } == ["round", "red"])
  }
}
