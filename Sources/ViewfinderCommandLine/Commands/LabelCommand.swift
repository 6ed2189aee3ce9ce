internal import Viewfinder

/// `viewfinder label`: labels pictures with a classifier.
struct LabelCommand: Command {
  static let specification = CommandSpecification(
    name: "label", summary: "Label pictures with an image classifier.",
    discussion: """
      Prints the likeliest labels of each picture, best first, in the order of the inputs. An \
      input that fails is reported and the run goes on.
      """,
    operand: Operand("INPUT", count: 1...Int.max, completion: .file),
    groups: LabelOptions.groups, notes: LabelOptions.notes, examples: LabelOptions.examples)

  private let options: LabelOptions

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try LabelOptions(arguments)
  }

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    .success
  }
}
