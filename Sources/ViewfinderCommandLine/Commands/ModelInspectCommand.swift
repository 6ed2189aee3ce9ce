internal import Viewfinder

/// `viewfinder model inspect`: what a model file says, and whether ML Kit would take it.
struct ModelInspectCommand: Command {
  private static let json = Option.flag("json", help: "Print one JSON object.")

  static let specification = CommandSpecification(
    name: "inspect", summary: "Show what a model takes and gives, and whether it fits ML Kit.",
    discussion: """
      Prints inputs, outputs, quantisation, metadata, labels and, if the model does not fit ML \
      Kit or Viewfinder, why not and what to do. LiteRT is not needed.
      """,
    operand: Operand("FILE", count: 1...1, completion: .file),
    groups: [OptionGroup("OPTIONS", [json])],
    notes: [
      CommandSpecification.Note(
        "FILE",
        [("", "A .tflite model, an AutoML manifest.json, or a folder with either.")]),
      CommandSpecification.Note(
        "EXIT STATUS",
        [
          ("0", "The file has been read, whether the model fits or not."),
          ("65", "The file is not a sound model."),
          ("66", "The file is missing."),
        ]),
    ],
    examples: [
      "viewfinder model inspect bird.tflite",
      "viewfinder model inspect --json bird.tflite",
    ])

  private let path: String
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = arguments.operands[0]
    isJSON = arguments.has(Self.json)
  }

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let path = try HostedModel.path(path, updating: false, in: context) ?? path
    let report: CompatibilityReport
    do throws(ViewfinderError) {
      report = try CompatibilityReport(path: try ModelPath.resolve(path))
    } catch {
      throw .problem(error)
    }
    try context.print((isJSON ? report.json : report.text) + "\n")
    return .success
  }
}
