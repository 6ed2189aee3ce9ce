import Foundation
import Testing
import ViewfinderCore
import ViewfinderInference
import ViewfinderTestSupport

@testable import ViewfinderModels

@Suite("Real metadata", .enabled(if: Shared.isPresent))
struct GoldenMetadataTests {
  static let facts: [String: Fact] = {
    guard let path = try? Shared.path("cases/models/FACTS.json"),
      let data = FileManager.default.contents(atPath: path)
    else { return [:] }
    return (try? JSONDecoder().decode([String: Fact].self, from: data)) ?? [:]
  }()

  static let described = sound.filter { facts[$0]?.meta != nil }
  static let sound: [String] = facts.keys.sorted().filter {
    // This one is a TensorFlow Lite Micro file that LiteRT refuses.
    !$0.contains("/broken/") && !$0.hasSuffix("person_detect.tflite")
  }

  @Test("There are facts for the shared models")
  func factsExist() {
    #expect(Self.sound.count >= 20)
  }

  @Test("Tensors, operators and files are what another reader found", arguments: sound)
  func tensors(file: String) throws {
    let fact = try #require(Self.facts[file])
    let report = try CompatibilityReport(path: Shared.path("cases/\(file)"))
    #expect(report.byteCount == fact.size)
    #expect(report.inputs.map { $0.type.uppercased() }.sorted() == fact.inputs.map(\.type).sorted())
    #expect(Set(report.inputs.map(\.shape)) == Set(fact.inputs.map(\.shape)))
    #expect(Set(report.outputs.map(\.shape)) == Set(fact.outputs.map(\.shape)))
    // The facts cover the first subgraph.
    if report.subgraphCount == 1 { #expect(report.operators.count == fact.ops.count) }
    if fact.meta != nil {
      #expect(
        Set(report.associatedFiles.map { [$0.name, String($0.byteCount), "stored"] })
          == Set(fact.zip ?? []))
    }
  }

  @Test(
    "Metadata is what another reader found", arguments: described)
  func metadata(file: String) throws {
    let fact = try #require(Self.facts[file]?.meta)
    let data = try ModelData(contentsOf: Shared.path("cases/\(file)"))
    let range = try #require(try ModelGraph(data).metadata[ModelMetadata.entryName])
    let metadata = try MetadataReader.read(data.bytes.extracting(range))
    #expect(metadata.name == fact.name)
    #expect(metadata.version == fact.version)
    #expect(metadata.author == fact.author)
    // The facts are cut at 72 characters.
    #expect((metadata.license ?? "").hasPrefix(fact.license ?? ""))
    #expect(metadata.minimumParserVersion == fact.minparser)
    let pairs = zip(metadata.inputs + metadata.outputs, fact.inputs + fact.outputs)
    #expect(metadata.inputs.count == fact.inputs.count)
    #expect(metadata.outputs.count == fact.outputs.count)
    for (tensor, expected) in pairs {
      #expect(tensor.name == expected.name)
      if case .image(let colors) = tensor.content {
        #expect(expected.content == "ImageProperties")
        #expect(colors.rawValue.uppercased() == expected.colorspace)
      } else if tensor.content == .feature {
        #expect(expected.content == "FeatureProperties")
      }
      #expect(tensor.associatedFiles.map(\.name) == (expected.files ?? []).map(\.name))
      #expect(tensor.associatedFiles.map(\.locale) == (expected.files ?? []).map(\.locale))
      for (unit, expected) in zip(tensor.processUnits, expected.process ?? []) {
        switch unit {
        case .normalization(let mean, let std):
          #expect(mean == expected.mean && std == expected.std)
        case .scoreThreshold(let value): #expect(value == expected.thr)
        default: Issue.record("an unexpected unit \(unit)")
        }
      }
      #expect(tensor.processUnits.count == expected.process?.count ?? 0)
    }
  }

  @Test(
    "The calibration files of Google's tests are read",
    arguments: [
      ("image_classifier__score_calibration.txt", 511),
      ("object_detector__score_calibration.csv", 90),
    ])
  func calibrations(file: String, lines: Int) throws {
    let path = try Shared.path("cases/models/metadata_golden/\(file)")
    let calibration = try ScoreCalibration(
      bytes: WholeFile.bytes(of: path, limit: 1 << 20, for: .text), classCount: lines,
      transform: .log,
      defaultScore: 0.2, source: file)
    let first = try #require(calibration.parameters.compactMap(\.self).first)
    #expect(first.scale == 0.9876328110694885 && first.minimumScore == 0.71484375)
  }

  @Test(
    "Every prefix of a model is read or refused",
    arguments: [
      "tflite_support/mobilenet_v1_0.25_224_quant.tflite",
      "tflite_support/automl_labeler_model.tflite",
      "mlkit/object_labeler.tflite",
    ])
  func prefixes(file: String) throws {
    let data = try ModelData(contentsOf: Shared.path("cases/models/\(file)"))
    let bytes = data.bytes.indices.map { data.bytes[$0] }
    for step in 0..<50 {
      let prefix = ModelData(bytes: Array(bytes.prefix(bytes.count * step / 50)))
      let error = #expect(throws: ViewfinderError.self) { try ClassifierModel(data: prefix) }
      #expect(error?.message.isEmpty == false)
    }
    #expect(throws: Never.self) { try ClassifierModel(data: ModelData(bytes: bytes)) }
  }
}

/// What another reader found in a model file.
struct Fact: Decodable {
  let size: Int
  let inputs: [Tensor]
  let outputs: [Tensor]
  let ops: [String: Int]
  let zip: [[String]]?
  let meta: Meta?

  struct Tensor: Decodable {
    let name: String?
    let type: String
    let shape: [Int]
  }

  struct Meta: Decodable {
    let name: String?
    let version: String?
    let author: String?
    let license: String?
    let minparser: String?
    let inputs: [Described]
    let outputs: [Described]
  }

  struct Described: Decodable {
    let name: String?
    let content: String?
    let colorspace: String?
    let process: [Unit]?
    let files: [File]?
  }

  struct Unit: Decodable {
    let type: String
    let mean: [Float]?
    let std: [Float]?
    let thr: Float?
  }

  struct File: Decodable {
    let name: String
    let type: String
    let locale: String?
  }

  enum CodingKeys: CodingKey { case size, inputs, outputs, ops, zip, meta }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    size = try values.decode(Int.self, forKey: .size)
    inputs = try values.decode([Tensor].self, forKey: .inputs)
    outputs = try values.decode([Tensor].self, forKey: .outputs)
    ops = try values.decode([String: Int].self, forKey: .ops)
    meta = try values.decodeIfPresent(Meta.self, forKey: .meta)
    zip = try values.decodeIfPresent([[Mixed]].self, forKey: .zip)?.map { $0.map(\.text) }
  }

  /// A string or a number.
  struct Mixed: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      text = try (try? value.decode(String.self)) ?? String(value.decode(Int.self))
    }
  }
}
