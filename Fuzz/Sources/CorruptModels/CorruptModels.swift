import Foundation
import Viewfinder
import ViewfinderTestSupport

/// Runs mutants of a model through everything that a model goes through: the checks, LiteRT, one
/// run, and a task's reading of the outputs.
///
/// Each mutant is announced before and reported after, so that the process that started this one
/// knows which mutant has ended it. Everything follows from the model, the seed and the number.
@main
enum CorruptModels {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 5 || arguments.count == 6, let seed = UInt64(arguments[2]),
      let first = Int(arguments[3]), let last = Int(arguments[4]), first <= last
    else {
      FileHandle.standardError.write(
        Data("usage: CorruptModels MODEL SEED FIRST LAST [FILE for the first mutant]\n".utf8))
      exit(64)
    }
    let mutator = try Mutator(bytes(of: arguments[1]))
    if arguments.count == 6 {
      try Data(mutator.mutant(first, seed: seed)).write(to: URL(filePath: arguments[5]))
      return
    }
    for number in first...last {
      say("begin \(number)")
      let outcome = Outcome(of: mutator.mutant(number, seed: seed))
      say("end \(number) \(outcome.rawValue)")
    }
  }

  /// Prints a line at once: what is still in a buffer is lost in a crash.
  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }

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
