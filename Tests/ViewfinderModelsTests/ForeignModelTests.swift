import Testing
import ViewfinderCore
import ViewfinderInference
import ViewfinderPixels
import ViewfinderTestSupport

@testable import ViewfinderModels

@Suite("Models as exporters write them")
struct ForeignModelTests {
  typealias Tensor = ModelBuilder.Tensor

  static func image(
    _ shape: [Int], _ type: ElementType = .uint8, _ quantization: Quantization = .none
  ) -> Tensor {
    Tensor("image", type, shape, quantization: quantization)
  }

  static func classifier(_ input: Tensor) throws -> ClassifierModel {
    try ClassifierModel(
      data: ModelBuilder.bare(inputs: [input], outputs: [ModelBuilder.scores]).data())
  }

  @Test(
    "Gray and planar inputs are taken, and marked as not for ML Kit",
    arguments: [
      ([1, 6, 8, 1], ImageInput.Channels.gray, ImageInput.Arrangement.channelsLast),
      ([1, 6, 8], .gray, .noChannels), ([1, 1, 6, 8], .gray, .channelsFirst),
      ([1, 3, 6, 8], .rgb, .channelsFirst), ([1, 6, 8, 3], .rgb, .channelsLast),
    ])
  func forms(
    shape: [Int], channels: ImageInput.Channels, arrangement: ImageInput.Arrangement
  ) throws {
    let input = try Self.classifier(Self.image(shape)).input
    #expect(input.width == 8 && input.height == 6)
    #expect(input.channels == channels && input.arrangement == arrangement)
    #expect(input.shape(width: 8, height: 6) == shape)
    let builder = ModelBuilder.bare(inputs: [Self.image(shape)], outputs: [ModelBuilder.scores])
    let report = try CompatibilityReport(data: builder.data())
    #expect(report.fitsMLKit == (channels == .rgb && arrangement == .channelsLast))
    #expect(report.fitsViewfinder)
  }

  @Test("An int8 input gets pixels in the range that its quantisation spans")
  func ranges() throws {
    let wide = try Self.classifier(
      Self.image([1, 8, 8, 3], .int8, .perTensor(scale: 0.0187, zeroPoint: -14)))
    #expect(wide.input.normalization == .imageNet)
    for (x, channel) in [(Float(0), 0), (255, 1), (100, 2)] {
      let mean = Normalization.imageNet.mean[channel]
      let real = (x - mean) / Normalization.imageNet.std[channel]
      let value = x * wide.input.transform.scale[channel] + wide.input.transform.bias[channel]
      #expect(abs(value - (real / 0.0187 - 14)) < 0.01)
    }
    let bytes = try Self.classifier(
      Self.image([1, 8, 8, 3], .int8, .perTensor(scale: 1 / 255, zeroPoint: -128)))
    #expect(bytes.input.normalization == nil && bytes.input.transform.bias[0] == -128)
    let unknown = #expect(throws: ViewfinderError.self) {
      try Self.classifier(Self.image([1, 8, 8, 3], .int8, .perTensor(scale: 0.5, zeroPoint: 3)))
    }
    #expect(unknown?.code == .missingNormalization)
  }

  static func convolution(_ weight: Float, leading: [(String, Float)] = []) -> ModelData {
    var model = ModelBuilder()
    var last = model.add(Tensor("image", .float32, [1, 8, 8, 3]))
    model.inputs = [last]
    for (name, value) in leading {
      let constant = model.add(.constant("c", [1], floats: [value]))
      let next = model.add(Tensor(name, .float32, [1, 8, 8, 3]))
      let kinds: [String: UInt8] = ["MUL": 21, "SUB": 28, "ADD": 11]
      model.operators.append(
        .init(name, [last, constant], [next], optionsType: kinds[name] ?? 0, options: .init()))
      last = next
    }
    let weights = model.add(
      .constant("w", [4, 8, 8, 3], floats: Array(repeating: weight, count: 768)))
    let biases = model.add(.constant("b", [4], floats: [0, 0, 0, 0]))
    let output = model.add(Tensor("scores", .float32, [1, 1, 1, 4]))
    model.operators.append(
      .init(
        "CONV_2D", [last, weights, biases], [output], optionsType: 1,
        options: FlatBufferTable([0: .int8(1), 1: .int32(1), 2: .int32(1)])))
    model.outputs = [output]
    return model.data()
  }

  @Test("What the graph says for certain is applied")
  func graph() throws {
    #expect(
      try ClassifierModel(data: Self.convolution(0.002)).input.normalization == Normalization.none)
    let scaled = Self.convolution(0.2, leading: [("MUL", 1 / 127.5), ("SUB", 1)])
    #expect(try ClassifierModel(data: scaled).input.normalization == Normalization.none)
    let doubled = Self.convolution(0.2, leading: [("MUL", 2), ("SUB", 1)])
    #expect(try ClassifierModel(data: doubled).input.normalization == .zeroToOne)
    #expect(try ClassifierModel(data: doubled).input.basis == .graph)
  }

  @Test("What is only likely is proposed and asked for")
  func likely() throws {
    let data = Self.convolution(0.2)
    let error = #expect(throws: ViewfinderError.self) { try ClassifierModel(data: data) }
    #expect(error?.code == .missingNormalization)
    #expect(error?.remedy.contains("Most likely mean 0 and std 255") == true)
    let report = try CompatibilityReport(data: data)
    #expect(report.tasks.map(\.task) == [.label, .detect])
    #expect(report.tasks[0].fits)
    #expect(report.tasks[0].options == ["--mean", "0", "--std", "255", "--raw"])
    #expect(report.tasks[0].because == .convention)
    #expect(!report.tasks[1].fits && report.tasks[1].problem?.contains("classifier") == true)
  }

  static func detector(
    _ outputs: [[Int]], side: Int = 640, tail: [UInt8] = []
  ) throws -> DetectorModel.Layout {
    var builder = ModelBuilder.bare(
      inputs: [image([1, side, side, 3])],
      outputs: outputs.enumerated().map { Tensor("output \($0)", .float32, $1) })
    builder.tail = tail
    return try DetectorModel(data: builder.data()).layout
  }

  @Test("Detectors are known by the shapes of their outputs")
  func layouts() throws {
    #expect(
      try Self.detector([[1, 84, 8400]]) == .yoloColumns(output: 0, boxCount: 8400, classCount: 80))
    #expect(
      try Self.detector([[1, 25200, 85]]) == .yoloRows(output: 0, boxCount: 25200, classCount: 80))
    #expect(
      try Self.detector([[1, 25200, 6]]) == .yoloRows(output: 0, boxCount: 25200, classCount: 1))
    #expect(try Self.detector([[1, 300, 6]]) == .endToEnd(output: 0, boxCount: 300))
    #expect(
      try Self.detector([[1, 116, 8400], [1, 160, 160, 32]])
        == .yoloColumns(output: 0, boxCount: 8400, classCount: 80))
    #expect(
      try Self.detector([[1, 300, 38], [1, 160, 160, 32]]) == .endToEnd(output: 0, boxCount: 300))
    #expect(
      try Self.detector([[1, 3598, 112]], side: 416)
        == .distributions(output: 0, strides: [8, 16, 32, 64], classCount: 80))
    #expect(
      try Self.detector([[1, 3549, 85]], side: 416)
        == .gridRows(output: 0, strides: [8, 16, 32], classCount: 80))
    guard
      case .anchored(_, _, let head) = try Self.detector(
        [[1, 1917, 4], [1, 1917, 91]], side: 300)
    else {
      Issue.record("an SSD with anchors")
      return
    }
    #expect(head.anchors.count == 1917 && head.classCount == 90)
  }

  @Test(
    "Detectors of other things are refused by name",
    arguments: [
      ([[1, 56, 8400]], 640, "pose"), ([[1, 20, 21504]], 1024, "turned boxes"),
      ([[1, 300, 57]], 640, "pose"), ([[1, 5000, 6]], 640, "may be boxes after suppression"),
      ([[1, 80, 80, 255], [1, 40, 40, 255], [1, 20, 20, 255]], 640, "raw grids"),
      ([[1, 10]], 640, "classifier"),
    ] as [([[Int]], Int, String)])
  func refused(outputs: [[Int]], side: Int, words: String) {
    let error = #expect(throws: ViewfinderError.self) {
      _ = try Self.detector(outputs, side: side)
    }
    #expect(error?.found.contains(words) == true, "\(error?.description ?? "")")
  }

  static func export(_ text: String, name: String = "metadata.json") -> [UInt8] {
    ArchiveFixture(entries: [.init(name, Array(text.utf8))]).bytes()
  }

  @Test("An Ultralytics export says its task and its names")
  func ultralytics() throws {
    var builder = ModelBuilder.bare(
      inputs: [Self.image([1, 640, 640, 3], .float32)],
      outputs: [Tensor("output", .float32, [1, 6, 8400])])
    builder.tail = Self.export(
      "{'task': 'detect', 'names': {0: 'it\\'s', 1: \"b\"}, 'imgsz': [640, 640], 'x': None}",
      name: "temp_meta.txt")
    let model = try DetectorModel(data: builder.data())
    #expect(model.labels?.names == ["it's", "b"])
    #expect(model.input.normalization == .zeroToOne)
    for (task, words) in [("pose", "pose"), ("obb", "turned boxes")] {
      builder.tail = Self.export("{\"task\": \"\(task)\", \"names\": {\"0\": \"a\"}}")
      let error = #expect(throws: ViewfinderError.self) { try DetectorModel(data: builder.data()) }
      #expect(error?.found.contains(words) == true)
    }
    builder = ModelBuilder.bare(
      inputs: [Self.image([1, 640, 640, 3], .float32)],
      outputs: [Tensor("output", .float32, [1, 300, 6])])
    builder.tail = Self.export(
      #"{"task": "detect", "end2end": true, "names": {"0": "a", "7": "h"}}"#)
    let last = try DetectorModel(data: builder.data())
    #expect(last.layout == .endToEnd(output: 0, boxCount: 300))
    #expect(last.label(7) == "h" && last.label(3) == "")
  }

  @Test("A first label for the background is left out when labels are one more than classes")
  func background() throws {
    for first in ["???", "background"] {
      let labels = try LabelList(bytes: Array("\(first)\na\nb".utf8), source: "labels")
      #expect(try labels.fitted(to: 2, mayHaveMore: true)?.names == ["a", "b"])
      #expect(try labels.fitted(to: 3)?.names == [first, "a", "b"])
    }
    let plain = try LabelList(bytes: Array("x\na\nb".utf8), source: "labels")
    #expect(try plain.fitted(to: 2, mayHaveMore: true)?.names == ["x", "a", "b"])
  }

  @Test(
    "Lines that begin with numbers are a map from class to label",
    arguments: [
      ("0 person\n2 car\n3 truck", 4, ["person", "", "car", "truck"]),
      ("2:car\n0:person\n1:bicycle\n", 3, ["person", "bicycle", "car"]),
      ("0, a b\n1, c", 2, ["a b", "c"]), ("0\tx\n1\ty", 2, ["x", "y"]),
      ("100 kyat\n500 kyat", 2, ["100 kyat", "500 kyat"]), ("a\nb", 2, ["a", "b"]),
      (#"{"1": "dog", "0": "cat"}"#, 2, ["cat", "dog"]), (#"["cat", "dog"]"#, 2, ["cat", "dog"]),
    ])
  func keyed(text: String, count: Int, names: [String]) throws {
    let labels = try LabelList(bytes: Array(text.utf8), source: "labels", form: .keyed)
    #expect(try labels.fitted(to: count)?.names == names)
  }

  @Test("Labels that are numbered from 1 are refused")
  func fromOne() throws {
    let labels = try LabelList(bytes: Array("1 a\n2 b".utf8), source: "labels", form: .keyed)
    let error = #expect(throws: ViewfinderError.self) { try labels.fitted(to: 2) }
    #expect(error?.found.contains("from 1 through 2") == true)
  }

  @Test("A mended model says by itself what goes in and comes out, and its weights are the same")
  func mended() throws {
    var builder = ModelBuilder.classifier(scores: [0.25, 0.75])
    builder.signatures = [.init("broken", inputs: [("x", 3)], outputs: [("y", 4)])]
    let data = builder.data()
    var mender = ModelMender()
    mender.labels = LabelList(["cat", "dog"])
    mender.normalization = .zeroToOne
    mender.threshold = 0.5
    mender.name = "pets"
    let bytes = try mender.mend(data)
    let model = try ClassifierModel(data: ModelData(bytes: bytes))
    #expect(model.heads[0].labels?.names == ["cat", "dog"])
    #expect(model.heads[0].scoreThreshold == 0.5)
    #expect(model.input.normalization == .zeroToOne && model.input.basis == .metadata)
    #expect(model.metadata?.name == "pets")
    #expect(model.graph.signatureFault == nil && model.graph.signatureKeys.isEmpty)
    let old = data.bytes
    let start = bytes.count - old.count
    var isKept = false
    for shift in stride(from: 0, through: start, by: 64)
    where (0..<old.count).allSatisfy({ bytes[shift + $0] == old[$0] }) {
      isKept = true
    }
    #expect(isKept)
    let again = try ModelMender().mend(ModelData(bytes: bytes))
    #expect(
      try ClassifierModel(data: ModelData(bytes: again)).heads[0].labels?.names == ["cat", "dog"])
  }

  @Test("A signature that does not fit is left out")
  func signatures() throws {
    var builder = ModelBuilder.classifier(inputType: .uint8, scores: [0.25, 0.75])
    builder.signatures = [.init("serving_default", inputs: [("x", 3)], outputs: [("y", 4)])]
    let report = try CompatibilityReport(data: builder.data())
    #expect(report.fitsViewfinder && report.signatures == ["serving_default"])
    #expect(report.findings.contains { $0.subject == "signatures" })
  }

  @Test(
    "Files of other kinds are named",
    arguments: [
      ("version https://git-lfs.github.com/spec/v1\noid sha256:1\n", "git lfs pull"),
      ("<!DOCTYPE html><html>", "Raw"), ("{\"message\": \"Not Found\"}", ".tflite"),
      ("PK\u{3}\u{4}rest of it", "inside"),
    ])
  func otherFiles(text: String, remedy: String) {
    let error = #expect(throws: ViewfinderError.self) {
      try ClassifierModel(data: ModelData(bytes: Array(text.utf8)))
    }
    #expect(error?.code == .invalidModel)
    #expect(error?.remedy.contains(remedy) == true)
  }
}
