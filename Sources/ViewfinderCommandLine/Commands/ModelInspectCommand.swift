internal import Viewfinder

/// `viewfinder model inspect`: what a model file says, and whether ML Kit would take it.
struct ModelInspectCommand: Command {
  private static let json = Option.flag("json", help: "Print one JSON object.")

  static let specification = CommandSpecification(
    name: "inspect", summary: "Show what a model takes and gives, and whether it fits ML Kit.",
    operand: Operand("FILE", count: 1...1, completion: .file),
    groups: [OptionGroup("OPTIONS", [json])],
    examples: ["viewfinder model inspect bird.tflite"])

  private let path: String
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = arguments.operands[0]
    isJSON = arguments.has(Self.json)
  }

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    .success
  }
}
