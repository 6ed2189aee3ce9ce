import Foundation
import ViewfinderInference
import ViewfinderModels
import ViewfinderTestSupport

extension FuzzTarget {
  /// A whole model file: its tables, the checks before LiteRT, metadata and what the tasks make of
  /// them.
  static let model = FuzzTarget(
    "model", maximumLength: 1 << 16,
    files: ["Sources/ViewfinderModels/Resources/categories.tflite"], shared: [".tflite"],
    seeds: {
      var signed = ModelBuilder.classifier(inputType: .uint8, scores: [0.5, 0.25])
      signed.signatures = [
        .init("serve", inputs: [("image", 0)], outputs: [("scores", signed.outputs[0])])
      ]
      return [
        ModelBuilder.classifier(scores: [0.5, 0.25]).bytes(), signed.bytes(),
        ModelBuilder.classifier(inputType: .int8, scores: [0.5, 0.25], outputType: .float32)
          .bytes(),
        FuzzSeeds.describedModel(),
      ]
    }
  ) { bytes in try examine(bytes) }

  /// Model files of up to 4 MB whose offsets lead to one place many times over.
  static let sharing: FuzzTarget = {
    var target = FuzzTarget(
      "sharing", maximumLength: 1 << 22,
      seeds: { WorstModel.all.map { $0.bytes(size: 1 << 13) } }
    ) { bytes in try examine(bytes) }
    target.mutate = { OffsetSharer.mutant(of: $0, maximumLength: $1, seed: $2) }
    return target
  }()

  private static func examine(_ bytes: [UInt8]) throws {
    let data = ModelData(bytes: bytes, name: "input")
    let report = try CompatibilityReport(data: data)
    _ = try JSONEncoder().encode(report)
    _ = report.text
    do { _ = try ClassifierModel(data: data) } catch {}
    _ = try DetectorModel(data: data)
  }
}
