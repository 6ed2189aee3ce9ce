import Testing
import ViewfinderCore
import ViewfinderInference
import ViewfinderTestSupport

@Suite("Damaged models")
struct ModelCheckTests {
  /// A way to damage a model, and words of the refusal.
  struct Damage: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let words: String
    let model: ModelBuilder

    init(
      _ description: String,
      _ words: String,
      of model: ModelBuilder = .classifier(scores: [1, 0]),
      _ change: (inout ModelBuilder) -> Void
    ) {
      testDescription = description
      self.words = words
      var model = model
      change(&model)
      self.model = model
    }
  }

  @Test("is refused, saying what is wrong", arguments: damages + operatorDamages)
  func refuses(damage: Damage) {
    let error = #expect(throws: ViewfinderError.self) {
      try ModelGraph(damage.model.data(name: "a.tflite"))
    }
    #expect(error?.code == .invalidModel)
    #expect(error?.subject == "a.tflite")
    #expect(error?.found.contains(damage.words) == true, "\(error?.found ?? "accepted")")
  }

  @Test("the models that are damaged are sound before")
  func soundBefore() throws {
    for model in [
      .classifier(scores: [1, 0]), TwoSums.model, Self.halfPrecision, Self.sparse, Self.detector,
      Self.calling, Self.splitting,
    ] as [ModelBuilder] {
      #expect(throws: Never.self) { try ModelGraph(model.data()) }
    }
  }

  // In `classifier`: 0 image, 1 mean, 2 weights, 3 biases, 4 convolved, 5 shape, 6 scores;
  // operators 0 AVERAGE_POOL_2D, 1 CONV_2D, 2 RESHAPE.
  static let damages: [Damage] = [
    // Found when a test's model had two of them.
    Damage("two outputs of one name", "two outputs have the name \"half\"", of: splitting) {
      $0.tensors[2].name = "half"
      $0.tensors[3].name = "half"
    },
    Damage("another schema version", "the schema version is 4") { $0.version = 4 },
    Damage("no subgraph", "no subgraph") { $0.overrides[2] = .tables([]) },
    Damage("no buffers", "is in buffer") { $0.overrides[4] = .tables([]) },
    Damage("metadata in a buffer that is not there", "buffer 99") {
      $0.overrides[6] = .tables([FlatBufferTable([0: .string("a"), 1: .uint32(99)])])
    },
    Damage("weights in other files", "in other files") {
      $0.overrides[9] = .tables([FlatBufferTable([0: .uint32(1)])])
    },
    Damage("a tensor whose values are in another file", "in another file") {
      $0.tensors[2].overrides[10] = .uint32(1)
    },
    Damage("a tensor in a buffer that is not there", "is in buffer 77") {
      $0.tensors[2].overrides[2] = .uint32(77)
    },
    Damage("a buffer behind the end", "leaves the file") {
      $0.tensors[2].bufferOverrides = [0: .bytes([]), 1: .uint64(1 << 40), 2: .uint64(64)]
    },
    Damage("a buffer whose end overflows", "leaves the file") {
      $0.tensors[2].bufferOverrides = [0: .bytes([]), 1: .uint64(UInt64.max - 15), 2: .uint64(64)]
    },
    Damage("a buffer in two places", "both inside and behind") {
      $0.tensors[2].bufferOverrides = [1: .uint64(16), 2: .uint64(16)]
    },
    Damage("an element type that does not exist", "element type 99") {
      $0.tensors[0].overrides[1] = .int8(99)
    },
    Damage("a negative size", "shape [1, -4, 4, 3] is not possible") {
      $0.tensors[0].shape = [1, -4, 4, 3]
    },
    Damage("a size that overflows", "is not possible") {
      $0.tensors[0].shape = [65536, 65536, 65536, 65536]
    },
    Damage("a tensor beyond a gigabyte", "is not possible") {
      $0.tensors[0].shape = [1, 40000, 40000, 3]
    },
    Damage("a shape signature of another rank", "shape signature [-1]") {
      $0.tensors[0].shapeSignature = [-1]
    },
    Damage("a size against its signature", "[-1, 5, 4, 3] does not belong to") {
      $0.tensors[0].shapeSignature = [-1, 5, 4, 3]
    },
    Damage("a constant that is too short", "24 bytes in the file for the shape [200, 1, 1, 3]") {
      $0.tensors[2].shape = [200, 1, 1, 3]
    },
    Damage("a variable with values", "a variable with values") {
      $0.tensors[2].overrides[5] = .bool(true)
    },
    Damage("zero points without scales", "1 zero points for 0 scales") {
      $0.tensors[2].overrides[4] = .table(FlatBufferTable([3: .int64s([0])]))
    },
    Damage("more scales than channels", "3 scales for dimension 0") {
      $0.tensors[2].quantization = .perChannel(
        axis: 0,
        scales: [1, 1, 1],
        zeroPoints: [0, 0, 0]
      )
    },
    Damage("scales along a dimension that is not there", "dimension 4 of the shape [2, 1, 1, 3]") {
      $0.tensors[2].quantization = .perChannel(axis: 4, scales: [1, 1], zeroPoints: [0, 0])
    },
    Damage("a scale that is not a number", "the scale nan") {
      $0.tensors[0].quantization = .perTensor(scale: .nan, zeroPoint: 0)
    },
    Damage(
      "a zero point out of range",
      "the zero point 256 of uint8",
      of: .classifier(inputType: .uint8, scores: [0.5])
    ) { $0.tensors[0].quantization = .perTensor(scale: 1, zeroPoint: 256) },
    Damage("block scales in a tensor that is not there", "in tensors that do not exist") {
      $0.tensors[2].overrides[4] = .table(
        FlatBufferTable([
          4: .uint8(2), 5: .table(FlatBufferTable([0: .int32(500), 1: .int32(-1)])),
        ])
      )
    },
    Damage("texts that leave their bytes", "text 1 lies outside") {
      $0.tensors[5] = .init(
        "texts",
        .string,
        [1],
        data: [1, 0, 0, 0, 12, 0, 0, 0, 99, 0, 0, 0, 65]
      )
    },
    Damage("an input that is not there", "subgraph 0 names tensor 9 of 7") { $0.inputs = [9] },
    Damage("an input that is a constant", "an input of subgraph 0 twice, or a constant") {
      $0.inputs = [0, 2]
    },
    Damage("an output that nothing writes", "is never written") {
      $0.operators.removeLast()
    },
    Damage("a tensor that is written twice", "which has its values already") {
      $0.operators.append($0.operators[2])
    },
    Damage("a constant that is written", "which has its values already") {
      $0.operators[2].outputs = [3]
    },
    Damage("a tensor read before it is written", "before it is written") {
      $0.operators.swapAt(0, 1)
    },
    Damage("an offset out of the file", "leaves the") { $0.overrides[3] = .rawOffset(1 << 30) },
  ]

  static let operatorDamages: [Damage] = [
    Damage("an operator of a kind that is not there", "has kind 50 of 3") {
      $0.operators[1].overrides[0] = .uint32(50)
    },
    Damage("a custom operator without a name", "has no name") {
      $0.overrides[1] = .tables([FlatBufferTable([0: .int8(32)])])
    },
    Damage("an operator on a tensor that is not there", "names tensor 99 of 7") {
      $0.operators[1].inputs[0] = 99
    },
    Damage("a convolution with one input", "operator 1 (CONV_2D): it has 1 inputs") {
      $0.operators[1].inputs = [1]
    },
    Damage("a depthwise convolution without biases", "(DEPTHWISE_CONV_2D): it has 2 inputs") {
      $0.operators[1].name = "DEPTHWISE_CONV_2D"
      $0.operators[1].inputs = [1, 2]
    },
    Damage("an operator without its options", "its options are missing") {
      $0.operators[1].options = nil
    },
    Damage("an operator with the options of another", "are of kind 17 instead of 1") {
      $0.operators[1].optionsType = 17
    },
    Damage("a shape made of weights", "input 1 is float32 instead of int32") {
      $0.operators[2].inputs[1] = 2
    },
    Damage("a shape of too many numbers", "[9] for at most 8 numbers") {
      $0.tensors[5] = .constant("shape", [9], int32s: Array(repeating: 1, count: 9))
    },
    Damage("weights spread out without a shape", "turns the shape [2, 4] into []", of: sparse) {
      $0.tensors[2].shape = []
    },
    Damage("a window that does not move", "its option stride_h is 0") {
      $0.operators[0].options?[2] = .int32(0)
    },
    Damage("a split into more parts than outputs", "num_splits is 3 for 2", of: splitting) {
      $0.operators[0].options?[0] = .int32(3)
    },
    Damage("a split that makes elements up", "turns 4 elements into 5", of: splitting) {
      $0.tensors[2].shape = [3]
    },
    Damage("an image that grows under its window", "into [1, 9, 9, 3]") {
      $0.tensors[1].shape = [1, 9, 9, 3]
    },
    Damage("a sum of another shape", "[1, 2] and [1] into [7, 2]", of: TwoSums.model) {
      $0.tensors[4].shape = [7, 2]
    },
    Damage("an operator without its input", "input 0 is left out") {
      $0.operators[0].inputs = [-1]
    },
    Damage("an operator without its output", "an output is left out") {
      $0.operators[0].outputs = [-1]
    },
    Damage("biases of another length", "biases for 2 outputs") {
      $0.tensors[3] = .constant("biases", [1], floats: [0])
    },
    Damage("a filter for other channels", "does not fit the image [1, 1, 1, 4]") {
      $0.tensors[0].shape = [1, 4, 4, 4]
      $0.tensors[1].shape = [1, 1, 1, 4]
    },
    Damage(
      "a constant that is to grow",
      "turns the shape [4] into [40000000]",
      of: halfPrecision
    ) {
      $0.tensors[1].shape = [40_000_000]
      $0.tensors[0].shape = [40_000_000]
      $0.tensors[2].shape = [40_000_000]
    },
    Damage("a sparse child outside its row", "has a child outside 4", of: sparse) {
      $0.tensors[1].overrides[6] = .table(sparsity(indices: [0, 9]))
    },
    Damage("a sparse child before its row", "has a child outside 4", of: sparse) {
      $0.tensors[1].overrides[6] = .table(sparsity(indices: [-1, 3]))
    },
    Damage("a sparse list that ends before it starts", "ends before it starts", of: sparse) {
      $0.tensors[1].overrides[6] = .table(sparsity(segments: [0, 3, 2]))
    },
    Damage("sparse lists of another length", "have wrong lengths", of: sparse) {
      $0.tensors[1].overrides[6] = .table(sparsity(segments: [0, 1, 5]))
    },
    Damage("a sparse level of another size", "has 5 instead of 2 children", of: sparse) {
      $0.tensors[1].overrides[6] = .table(sparsity(rows: 5))
    },
    Damage("sparse levels in an impossible order", "do not belong to the shape", of: sparse) {
      $0.tensors[1].overrides[6] = .table(sparsity(order: [0, 0]))
    },
    Damage("a detector without options", "it has no options", of: detector) {
      $0.operators[0].customOptions = nil
    },
    Damage("a detector whose options are not a map", "not a map of numbers", of: detector) {
      $0.operators[0].customOptions?[3...] = [255, 255, 255, 255]
    },
    Damage("a detector that is to find nothing", "max_detections", of: detector) {
      $0.operators[0].customOptions = flexBufferMap(
        detectorOptions.merging(["max_detections": 0]) { $1 }
      )
    },
    Damage("a detector with more classes than scores", "do not belong together", of: detector) {
      $0.operators[0].customOptions = flexBufferMap(
        detectorOptions.merging(["num_classes": 9]) { $1 }
      )
    },
    Damage("a detector with too few anchors", "do not belong together", of: detector) {
      $0.tensors[2] = .constant("anchors", [2, 4], floats: Array(repeating: 1, count: 8))
    },
    Damage("a subgraph that calls itself", "calls itself", of: calling) {
      $0.subgraphs[1].operators = $0.subgraphs[0].operators
      $0.subgraphs[1].tensors = $0.subgraphs[0].tensors
      $0.subgraphs[1].inputs = $0.subgraphs[0].inputs
      $0.subgraphs[1].outputs = $0.subgraphs[0].outputs
    },
    Damage("a call to a subgraph that is not there", "calls subgraph 7 of 2", of: calling) {
      $0.operators[0].options?[1] = .int32(7)
    },
  ]

  // MARK: Models

  /// A float16 constant that is turned into float32 and added to the input.
  static var halfPrecision: ModelBuilder {
    var model = ModelBuilder()
    let input = model.add(.init("x", .float32, [4]))
    let wide = model.add(.init("wide", .float32, [4]))
    let output = model.add(.init("y", .float32, [4]))
    let half = model.add(.init("half", .float16, [4], data: [0, 0x3C, 0, 0x3C, 0, 0x3C, 0, 0x40]))
    model.operators = [
      .init("DEQUANTIZE", [half], [wide], optionsType: 38, options: .init()),
      .init("ADD", [input, wide], [output], optionsType: 11, options: .init()),
    ]
    model.inputs = [input]
    model.outputs = [output]
    return model
  }

  /// Four numbers in two halves.
  static var splitting: ModelBuilder {
    var model = ModelBuilder()
    let axis = model.add(.constant("axis", [], int32s: [0]))
    let input = model.add(.init("x", .float32, [4]))
    let outputs = (0..<2).map { model.add(.init("half \($0)", .float32, [2])) }
    model.operators = [
      .init(
        "SPLIT", [axis, input], outputs, optionsType: 35,
        options: FlatBufferTable([0: .int32(2)]))
    ]
    model.inputs = [input]
    model.outputs = outputs
    return model
  }

  /// A sparse constant [[5, 0, 0, 0], [0, 0, 0, 7]] that is spread out and added to the input.
  static var sparse: ModelBuilder {
    var model = ModelBuilder()
    let input = model.add(.init("x", .float32, [2, 4]))
    var constant = ModelBuilder.Tensor.constant("sparse", [2, 4], floats: [5, 7])
    constant.overrides[6] = .table(sparsity())
    let stored = model.add(constant)
    let dense = model.add(.init("dense", .float32, [2, 4]))
    let output = model.add(.init("y", .float32, [2, 4]))
    model.operators = [
      .init("DENSIFY", [stored], [dense], optionsType: 99, options: .init()),
      .init("ADD", [input, dense], [output], optionsType: 11, options: .init()),
    ]
    model.inputs = [input]
    model.outputs = [output]
    return model
  }

  static func sparsity(
    order: [Int32] = [0, 1],
    rows: Int32 = 2,
    segments: [Int32] = [0, 1, 2],
    indices: [Int32] = [0, 3]
  ) -> FlatBufferTable {
    FlatBufferTable([
      0: .int32s(order),
      2: .tables([
        FlatBufferTable([0: .int8(0), 1: .int32(rows)]),
        FlatBufferTable([
          0: .int8(1), 2: .uint8(1), 3: .table(FlatBufferTable([0: .int32s(segments)])),
          4: .uint8(1), 5: .table(FlatBufferTable([0: .int32s(indices)])),
        ]),
      ]),
    ])
  }

  static let detectorOptions: [String: Float] = [
    "max_detections": 2, "max_classes_per_detection": 1, "num_classes": 2,
    "nms_score_threshold": 0, "nms_iou_threshold": 0.5, "x_scale": 10, "y_scale": 10,
    "w_scale": 5, "h_scale": 5,
  ]

  /// The last step of a detector with three anchors and two classes.
  static var detector: ModelBuilder {
    var model = ModelBuilder()
    let boxes = model.add(.init("boxes", .float32, [1, 3, 4]))
    let scores = model.add(.init("scores", .float32, [1, 3, 3]))
    let anchors = model.add(
      .constant("anchors", [3, 4], floats: Array(repeating: 0.5, count: 12))
    )
    let outputs = (0..<4).map { model.add(.init("output \($0)", .float32, [])) }
    model.operators = [
      .init(
        "TFLite_Detection_PostProcess",
        [boxes, scores, anchors],
        outputs,
        customOptions: flexBufferMap(detectorOptions)
      )
    ]
    model.inputs = [boxes, scores]
    model.outputs = outputs
    return model
  }

  /// IF with two subgraphs, of which both branches are the second.
  static var calling: ModelBuilder {
    var model = ModelBuilder()
    let condition = model.add(.init("condition", .bool, [1]))
    let input = model.add(.init("x", .float32, [1]))
    let output = model.add(.init("y", .float32, [1]))
    model.operators = [
      .init(
        "IF",
        [condition, input],
        [output],
        optionsType: 92,
        options: FlatBufferTable([0: .int32(1), 1: .int32(1)])
      )
    ]
    model.inputs = [condition, input]
    model.outputs = [output]
    var branch = ModelBuilder.Subgraph()
    branch.tensors = [
      .init("x", .float32, [1]), .init("y", .float32, [1]),
    ]
    branch.inputs = [0]
    branch.outputs = [1]
    branch.operators = [.init("ABS", [0], [1], optionsType: 78, options: .init())]
    model.subgraphs.append(branch)
    return model
  }
}
