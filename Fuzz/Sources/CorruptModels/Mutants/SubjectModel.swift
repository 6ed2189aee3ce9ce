import Foundation
import Viewfinder
import ViewfinderTestSupport

/// The models that are damaged.
enum SubjectModel {
  /// The bytes of a file, of one of the models that are built here, or of one that is bundled.
  static func bytes(of name: String) throws -> [UInt8] {
    switch name {
    case "built:float": return ModelBuilder.classifier(scores: [0.5, 0.25]).bytes()
    case "built:int8":
      return ModelBuilder.classifier(
        inputType: .int8, height: 8, width: 8, scores: [0.5, 0.25], outputType: .float32
      ).bytes()
    case "built:signature":
      var model = ModelBuilder.classifier(inputType: .uint8, scores: [0.5, 0.25, 0.125])
      model.signatures = [
        .init("serve", inputs: [("image", 0)], outputs: [("scores", model.outputs[0])])
      ]
      return model.bytes()
    case "bundled:classifier": return copy(try ClassifierModel.bundled().data)
    case "bundled:localizer": return copy(try DetectorModel.bundled().data)
    default: return [UInt8](try Data(contentsOf: URL(filePath: name)))
    }
  }

  private static func copy(_ data: ModelData) -> [UInt8] {
    let bytes = data.bytes
    return bytes.indices.map { bytes[$0] }
  }
}
