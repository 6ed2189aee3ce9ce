import Foundation
import Testing
import ViewfinderCore
import ViewfinderInference
import ViewfinderTestSupport

@Suite("Real models", .enabled(if: Shared.isPresent))
struct SharedModelTests {
  /// What a reader made from the schema finds in a file.
  struct Facts: Decodable {
    struct Tensor: Decodable {
      let name: String
      let type: String
      let shape: [Int]
    }
    let version: Int
    let subgraphs: Int
    let inputs: [Tensor]
    let outputs: [Tensor]
    let ops: [String: Int]
    let sigs: [String]
    let metadataNames: [String]

    enum CodingKeys: String, CodingKey {
      case version, subgraphs, inputs, outputs, ops, sigs
      case metadataNames = "metadata_names"
    }
  }

  static let models = ["cases/models", "data/models"]
    .flatMap { Shared.files(below: $0, suffix: ".tflite") }
    .filter { !$0.contains("/broken/") }

  // Made for another engine: its biases have their scales along a dimension they do not have.
  static let refused = "cases/models/odd/person_detect.tflite"

  @Test("say what another reader finds in them")
  func facts() throws {
    let file = try Data(contentsOf: URL(filePath: Shared.path("cases/models/FACTS.json")))
    let all = try JSONDecoder().decode([String: Facts].self, from: file)
    var compared = 0
    for (name, facts) in all where Self.models.contains("cases/" + name) {
      guard "cases/" + name != Self.refused else { continue }
      let graph = try ModelGraph(ModelData(contentsOf: Shared.path("cases/" + name)))
      #expect(graph.schemaVersion == facts.version, "\(name)")
      #expect(graph.subgraphCount == facts.subgraphs, "\(name)")
      #expect(graph.signatureKeys == facts.sigs, "\(name)")
      // The other reader marks custom operators, and counts in the first subgraph only.
      let counts = facts.ops.map { ($0.key.replacing("CUSTOM:", with: ""), $0.value) }
      if facts.subgraphs == 1 {
        #expect(graph.operators == Dictionary(uniqueKeysWithValues: counts), "\(name)")
      }
      #expect(graph.metadata.keys.sorted() == facts.metadataNames.sorted(), "\(name)")
      for (found, expected) in [
        (graph.subgraphInputs, facts.inputs), (graph.subgraphOutputs, facts.outputs),
      ] {
        #expect(found.map(\.name) == expected.map(\.name), "\(name)")
        #expect(found.map(\.shape) == expected.map(\.shape), "\(name)")
        #expect(
          found.map { $0.elementType.rawValue.uppercased() } == expected.map(\.type),
          "\(name)"
        )
      }
      compared += 1
    }
    #expect(compared >= 20)
  }

  @Test("run, or say why not", .enabled(if: LiteRT.isPresent), arguments: models)
  func run(name: String) throws {
    let data = try ModelData(contentsOf: Shared.path(name))
    let reasons = [
      Self.refused: "the quantized dimension 3 of the shape [8] does not exist",
      "cases/models/odd/mobilenet_v1_0.25_128_quant_edgetpu.tflite":
        "unresolved custom op: edgetpu-custom-op",
      "cases/models/odd/model_invoking_error.tflite": "unresolved custom op: fake-op-double",
    ]
    if let reason = reasons[name] {
      let error = #expect(throws: ViewfinderError.self) { try InferenceSession(data) }
      #expect(error?.found.contains(reason) == true, "\(error?.found ?? "")")
      return
    }
    let session = try InferenceSession(data)
    #expect(session.inputs.map(\.elementType) == session.graph.inputs.map(\.elementType))
    try session.run()
    for index in session.outputs.indices {
      let output = session.outputs[index]
      let values = try session.readOutput(index)
      #expect(values.count == output.elementCount)
      #expect(values.allSatisfy { $0.isFinite }, "\(output.name)")
    }
  }

  @Test("take other sizes where they leave them open", .enabled(if: LiteRT.isPresent))
  func openSizes() throws {
    let path = try Shared.path("cases/models/tflite_support/dilated_conv.tflite")
    let session = try InferenceSession(ModelData(contentsOf: path))
    #expect(session.inputs[0].shapeSignature == [-1, -1, -1, 3])
    try session.resizeInput(0, to: [1, 40, 30, 3])
    // The size of this model's output comes out of a computation, and so only with a run.
    try session.run()
    #expect(session.outputs[0].shape == [1, 40, 30, 16])
    #expect(try session.readOutput(0).count == 40 * 30 * 16)
    try session.resizeInput(0, to: [2, 9, 10, 3])
    try session.run()
    #expect(session.outputs[0].shape == [2, 9, 10, 16])
    #expect(try session.readOutput(0).count == 2 * 9 * 10 * 16)
  }

  @Test(
    "that are broken are refused",
    arguments: Shared.files(below: "cases/models/broken", suffix: ".tflite")
  )
  func broken(name: String) throws {
    let error = #expect(throws: ViewfinderError.self) {
      try ModelGraph(ModelData(contentsOf: Shared.path(name)))
    }
    #expect(error?.code == .invalidModel)
  }

  @Test(
    "are refused in every fiftieth part",
    arguments: ["mlkit/bird", "tflite_support/deeplabv3", "coral/mobilenet_v2_1.0_224_quant"]
  )
  func prefixes(name: String) throws {
    let data = try ModelData(contentsOf: Shared.path("cases/models/\(name).tflite"))
    let bytes = data.bytes.indices.map { data.bytes[$0] }
    // The zip archive behind the tables is no business of the graph.
    let end = bytes.count * 49 / 50 - 20_000
    for step in 0..<50 {
      let part = ModelData(bytes: Array(bytes[..<(end * step / 50)]))
      #expect(throws: ViewfinderError.self, "\(step)") { try ModelGraph(part) }
    }
  }
}
