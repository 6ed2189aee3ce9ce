import Foundation

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
    let mutator = try Mutator(SubjectModel.bytes(of: arguments[1]))
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
}
