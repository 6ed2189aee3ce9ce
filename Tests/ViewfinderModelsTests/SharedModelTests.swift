import Testing
import ViewfinderCore
import ViewfinderInference
import ViewfinderPixels
import ViewfinderTestSupport

@testable import ViewfinderModels

@Suite("Models of the shared cases", .enabled(if: Shared.isPresent))
struct SharedModelTests {
  static let accepted: [(file: String, classes: Int, firstText: String?, threshold: Float?)] = [
    ("automl_android_quickstart/model.tflite", 5, nil, nil),
    ("automl_ios_quickstart/automl_labeler_model.tflite", 5, nil, nil),
    ("coral/mobilenet_v1_0.25_128_quant.tflite", 1001, "background", nil),
    ("coral/mobilenet_v1_0.5_160_quant.tflite", 1001, "background", nil),
    (
      "coral/mobilenet_v2_1.0_224_inat_insect_quant.tflite", 1022,
      "Nicrophorus tomentosus (Tomentose Burying Beetle)", nil
    ),
    ("coral/mobilenet_v2_1.0_224_quant.tflite", 1001, "background", nil),
    ("mlkit/bird.tflite", 965, "Haemorhous cassinii (Cassin's Finch)", 0.3),
    ("mlkit/object_labeler.tflite", 631, "Smart speaker", 0.35),
    ("tflite_support/automl_labeler_model.tflite", 5, "daisy", nil),
    ("tflite_support/dilated_conv.tflite", 16, nil, nil),
    ("tflite_support/mobilenet_v1_0.25_224_1_metadata_1.tflite", 1001, "background", nil),
    ("tflite_support/mobilenet_v1_0.25_224_quant.tflite", 1001, "background", nil),
  ]

  @Test("A model that ML Kit takes is taken", arguments: accepted)
  func accepts(file: String, classes: Int, firstText: String?, threshold: Float?) throws {
    let path = try Shared.path("cases/models/\(file)")
    let model = try ClassifierModel(path: path)
    let head = try #require(model.heads.first)
    #expect(model.heads.count == 1)
    #expect(head.classCount == classes)
    #expect(head.labels?.text(at: 0) == firstText)
    #expect(head.labels.map(\.count) == (firstText == nil ? nil : classes))
    #expect(head.scoreThreshold == threshold)
    let report = try CompatibilityReport(path: path)
    #expect(report.fitsMLKit && report.fitsViewfinder)
  }

  static let refused: [(file: String, code: ViewfinderError.Code, words: [String])] = [
    ("broken/empty.tflite", .invalidModel, ["empty"]),
    ("broken/html_404.tflite", .invalidModel, ["web page", "Raw"]),
    ("broken/truncated_half.tflite", .invalidModel, ["offset"]),
    ("broken/wrong_identifier.tflite", .invalidModel, ["TFL2"]),
    ("odd/audio_model_without_metadata.tflite", .unsupportedModel, ["input tensor 0", "[5360]"]),
    (
      "odd/mobilenet_v1_0.25_128_quant_edgetpu.tflite", .unsupportedModel,
      ["edgetpu-custom-op", "Coral"]
    ),
    ("odd/model_invoking_error.tflite", .unsupportedModel, ["fake-op-double"]),
    ("odd/movie_review_text.tflite", .unsupportedModel, ["int32", "uint8"]),
    ("odd/person_detect.tflite", .invalidModel, ["quantized dimension"]),
    ("odd/simple_add_dynamic_shape.tflite", .unsupportedModel, ["2 input tensors"]),
    ("odd/split_concat.tflite", .unsupportedModel, ["3 input tensors"]),
    ("odd/two_signature_keys.tflite", .unsupportedModel, ["3 input tensors"]),
    (
      "tflite_support/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite", .unsupportedModel,
      ["4 output tensors", "SSD"]
    ),
    ("tflite_support/deeplabv3.tflite", .unsupportedModel, ["[1, 257, 257, 21]", "segmentation"]),
    (
      "tflite_support/mobilenet_v1_0.25_224_1_default_1.tflite", .missingNormalization,
      ["float32", "127.5"]
    ),
    ("yolo/yolov5n-int8.tflite", .unsupportedModel, ["[1, 25200, 85]", "YOLO"]),
  ]

  @Test("A model that does not fit is refused with its name and the reason", arguments: refused)
  func refuses(file: String, code: ViewfinderError.Code, words: [String]) throws {
    let path = try Shared.path("cases/models/\(file)")
    let error = #expect(throws: ViewfinderError.self) { try ClassifierModel(path: path) }
    #expect(error?.code == code)
    #expect(error?.subject?.hasPrefix(path) == true)
    for word in words { #expect(error?.description.contains(word) == true, "\(word)") }
    if code != .invalidModel {
      let report = try CompatibilityReport(path: path)
      #expect(!report.tasks[0].fits || !report.tasks[0].options.isEmpty)
      #expect(!report.fitsMLKit)
    }
  }

  @Test("A Teachable Machine export is known by its graph")
  func knownFamily() throws {
    let model = try ClassifierModel(path: Shared.path("cases/models/tm/model_unquant.tflite"))
    #expect(model.input.normalization == .minusOneToOne)
    #expect(model.input.basis == .graph)
  }

  @Test("The whole shared folder is in one of the two tables")
  func tablesAreComplete() {
    let known =
      Self.accepted.map(\.file) + Self.refused.map(\.file) + ["tm/model_unquant.tflite"]
    let files = Shared.files(below: "cases/models", suffix: ".tflite")
    #expect(files.map { $0.dropFirst("cases/models/".count) } == known.map { $0[...] }.sorted())
  }

  @Test("A Teachable Machine export works with its labels and its normalisation")
  func teachableMachine() throws {
    let labels = try LabelList(path: Shared.path("cases/models/tm/labels.txt"), form: .numbered)
    let options = ClassifierModel.Options(labels: labels, normalization: .minusOneToOne)
    let model = try ClassifierModel(
      path: Shared.path("cases/models/tm/model_unquant.tflite"),
      options: options
    )
    #expect(model.heads[0].labels?.names == ["good", "bad"])
    #expect(model.input.transform.scale[0] == 1 / 127.5)
    #expect(model.input.transform.bias[0] == -1)
    let report = try CompatibilityReport(
      path: Shared.path("cases/models/tm/model_unquant.tflite"),
      options: options
    )
    #expect(report.fitsViewfinder && !report.fitsMLKit)
  }

  @Test(
    "A quickstart manifest gives the model its labels",
    arguments: [
      "automl_android_quickstart/manifest.json",
      "automl_ios_quickstart/automl_labeler_manifest.json",
    ]
  )
  func manifests(file: String) throws {
    let model = try ClassifierModel(manifestPath: Shared.path("cases/models/\(file)"))
    #expect(
      model.heads[0].labels?.names == ["daisy", "dandelion", "roses", "sunflowers", "tulips"]
    )
  }
}
