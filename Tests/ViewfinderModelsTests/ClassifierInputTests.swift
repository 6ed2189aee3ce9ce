import Testing
import ViewfinderCore
import ViewfinderInference
import ViewfinderPixels
import ViewfinderTestSupport

@testable import ViewfinderModels

@Suite("The image input of a classifier")
struct ClassifierInputTests {
  typealias Tensor = ModelBuilder.Tensor

  static func model(
    _ input: Tensor, options: ClassifierModel.Options = .init(), metadata: MetadataFixture? = nil
  ) throws -> ClassifierModel {
    let builder = ModelBuilder.bare(inputs: [input], outputs: [ModelBuilder.scores])
    return try ClassifierModel(
      data: metadata.map { builder.with($0) } ?? builder.data(), options: options)
  }

  static func image(
    _ type: ElementType, _ shape: [Int] = [1, 8, 8, 3], open: [Int]? = nil,
    _ quantization: Quantization = .none
  ) -> Tensor {
    Tensor("image", type, shape, shapeSignature: open, quantization: quantization)
  }

  @Test("Bytes go into a uint8 input as they are")
  func bytes() throws {
    let model = try Self.model(
      Self.image(.uint8, [1, 64, 96, 3], .perTensor(scale: 0.1, zeroPoint: 7)),
      metadata: .normalized([127.5], [0]))
    #expect(model.input.transform == .identity)
    #expect(model.input.normalization == nil)
    #expect(model.input.width == 96 && model.input.height == 64)
    #expect(!model.input.isDynamic)
  }

  @Test(
    "A float input is normalised with one or three values",
    arguments: [([127.5], [127.5]), ([123.7, 116.3, 103.5], [58.4, 57.1, 57.4]), ([0], [-255])]
      as [([Float], [Float])])
  func normalization(mean: [Float], std: [Float]) throws {
    let model = try Self.model(Self.image(.float32), metadata: .normalized(mean, std))
    for channel in 0..<3 {
      let (m, s) = (mean[mean.count == 1 ? 0 : channel], std[std.count == 1 ? 0 : channel])
      for x: Float in [0, 100, 255] {
        let value =
          x * model.input.transform.scale[channel] + model.input.transform.bias[channel]
        #expect(abs(value - (x - m) / s) < 1e-5)
      }
    }
  }

  @Test("A float input without normalisation says what to do")
  func missing() {
    for metadata in [nil, MetadataFixture()] {
      let error = #expect(throws: ViewfinderError.self) {
        try Self.model(Self.image(.float32), metadata: metadata)
      }
      #expect(error?.code == .missingNormalization)
      #expect(error?.subject?.contains("input tensor 0 (\"image\")") == true)
      #expect(error?.remedy.contains("127.5") == true)
    }
  }

  @Test(
    "A broken normalisation is refused",
    arguments: [
      ([1, 2], [1, 2], "2 mean and 2 std"), ([1], [1, 1, 1], "1 mean and 3 std"),
      ([], [], "0 mean and 0 std"), ([1, 2, 3, 4], [1, 2, 3, 4], "4 mean"),
      ([0], [0], "divide by zero"), ([0, 0, 0], [1, 1e-9, 1], "divide by zero"),
      ([.nan], [1], "nan"), ([0], [.infinity], "inf"),
    ] as [([Float], [Float], String)])
  func brokenNormalization(mean: [Float], std: [Float], words: String) {
    let error = #expect(throws: ViewfinderError.self) {
      try Self.model(Self.image(.float32), metadata: .normalized(mean, std))
    }
    #expect(error?.code == .invalidMetadata)
    #expect(error?.found.contains(words) == true, "\(error?.found ?? "")")
    let argument = #expect(throws: ViewfinderError.self) {
      try Normalization(mean: mean, std: std)
    }
    #expect(argument?.code == .invalidArgument)
  }

  @Test("Two normalisations are one too many")
  func duplicates() {
    var metadata = MetadataFixture.normalized([0], [1])
    metadata.inputs[0].units.append(MetadataFixture.normalization([0], [255]))
    let error = #expect(throws: ViewfinderError.self) {
      try Self.model(Self.image(.float32), metadata: metadata)
    }
    #expect(error?.found == "2 NormalizationOptions in the metadata")
  }

  @Test("The caller's normalisation serves a float input and wins over the metadata's")
  func callers() throws {
    let options = ClassifierModel.Options(normalization: .minusOneToOne)
    let bare = try Self.model(Self.image(.float32), options: options)
    #expect(bare.input.normalization == .minusOneToOne)
    let both = try Self.model(
      Self.image(.float32), options: options, metadata: .normalized([0], [255]))
    #expect(both.input.normalization == .minusOneToOne)
    let error = #expect(throws: ViewfinderError.self) {
      try Self.model(Self.image(.uint8), options: options)
    }
    #expect(error?.code == .invalidArgument)
  }

  @Test("An int8 input takes bytes less 128, or normalised pixels in its own steps")
  func int8() throws {
    let plain = try Self.model(
      Self.image(.int8, [1, 8, 8, 3], .perTensor(scale: 1 / 127.5, zeroPoint: 0)))
    #expect(plain.input.transform.scale[1] == 1)
    #expect(plain.input.transform.bias[1] == -128)
    let normalized = try Self.model(
      Self.image(.int8, [1, 8, 8, 3], .perTensor(scale: 1 / 128, zeroPoint: -1)),
      metadata: .normalized([127], [128]))
    for x: Float in [0, 127, 255] {
      let value = x * normalized.input.transform.scale[2] + normalized.input.transform.bias[2]
      #expect(abs(value - (x - 128)) < 1e-3)
    }
    #expect(throws: ViewfinderError.self) {
      try Self.model(Self.image(.int8), metadata: .normalized([127], [128]))
    }
    let data = ModelBuilder.bare(inputs: [Self.image(.int8)], outputs: [ModelBuilder.scores])
    let report = try CompatibilityReport(data: data.data())
    #expect(report.fitsViewfinder && !report.fitsMLKit)
  }

  @Test(
    "Shapes that are no RGB picture are explained",
    arguments: [
      ([2, 8, 8, 3], "a batch of 2"), ([1, 8, 8, 4], "4 channels"), ([8, 8, 3], "3 dimensions"),
      ([1, 192], "2 dimensions"), ([1, 2, 8, 8, 3], "5 dimensions"), ([], "0 dimensions"),
    ])
  func shapes(shape: [Int], words: String) {
    let error = #expect(throws: ViewfinderError.self) {
      try Self.model(Self.image(.uint8, shape))
    }
    #expect(error?.code == .unsupportedModel)
    #expect(error?.found.contains(words) == true, "\(error?.description ?? "")")
    #expect(error?.expected == "[1, height, width, 3]")
    #expect(error?.remedy.isEmpty == false)
  }

  @Test("Open sizes are possible, for one side or both")
  func dynamic() throws {
    let both = try Self.model(Self.image(.uint8, [1, 1, 1, 3], open: [-1, -1, -1, 3]))
    #expect(both.input.isWidthDynamic && both.input.isHeightDynamic)
    let one = try Self.model(Self.image(.uint8, [1, 1, 8, 3], open: [1, -1, 8, 3]))
    #expect(!one.input.isWidthDynamic && one.input.isHeightDynamic && one.input.isDynamic)
  }

  @Test(
    "Types other than uint8, float32 and int8 are refused",
    arguments: [ElementType.float16, .int32, .int16, .int64, .float64, .bool])
  func types(type: ElementType) {
    let error = #expect(throws: ViewfinderError.self) { try Self.model(Self.image(type)) }
    #expect(error?.code == .unsupportedModel)
    #expect(error?.found == "the type \(type.rawValue)")
    #expect(error?.remedy.isEmpty == false)
  }

  @Test("There must be one input", arguments: [0, 2])
  func count(inputs: Int) {
    let builder = ModelBuilder.bare(
      inputs: Array(repeating: Self.image(.uint8), count: inputs), outputs: [ModelBuilder.scores])
    let error = #expect(throws: ViewfinderError.self) {
      try ClassifierModel(data: builder.data())
    }
    #expect(error?.found.hasPrefix("\(inputs) input tensors") == true)
  }

  @Test("Metadata of another number of inputs is refused", arguments: [0, 2])
  func metadataCount(inputs: Int) {
    var metadata = MetadataFixture()
    metadata.inputs = Array(repeating: .init(), count: inputs)
    let error = #expect(throws: ViewfinderError.self) {
      try Self.model(Self.image(.uint8), metadata: metadata)
    }
    #expect(error?.found == "descriptions of \(inputs) input tensors")
  }

  @Test("Metadata without a subgraph describes no tensors")
  func noSubgraph() throws {
    var metadata = MetadataFixture()
    metadata.hasSubgraph = false
    let model = try Self.model(Self.image(.uint8), metadata: metadata)
    #expect(model.metadata?.name == "Fixture")
    #expect(model.heads[0].labels == nil)
  }

  @Test(
    "Content must be an RGB picture if it is stated",
    arguments: [
      (MetadataFixture.image(colorSpace: 2), "GRAYSCALE"),
      (MetadataFixture.image(colorSpace: 0), "UNKNOWN"),
      (MetadataFixture.content(1), "FeatureProperties"),
      (MetadataFixture.content(3), "BoundingBoxProperties"),
      (MetadataFixture.content(4), "AudioProperties"), (MetadataFixture.content(9), "kind 9"),
    ])
  func content(content: FlatBufferTable, words: String) {
    var metadata = MetadataFixture()
    metadata.inputs[0].content = content
    let error = #expect(throws: ViewfinderError.self) {
      try Self.model(Self.image(.uint8), metadata: metadata)
    }
    #expect(error?.code == .invalidMetadata)
    #expect(error?.found.contains(words) == true, "\(error?.found ?? "")")
  }
}
