internal import Viewfinder

/// `viewfinder model inspect`: what a model file says, what it serves, and with which options.
struct ModelInspectCommand: Command {
  private static let json = Option.flag(
    "json", help: "Print one JSON object; for a folder of models one a line.")

  static let specification = CommandSpecification(
    name: "inspect",
    summary: "Show what a model takes and gives, what it serves, and how to run it.",
    discussion: """
      Prints inputs, outputs, quantisation, metadata, labels, whether the model labels pictures or \
      finds objects, the command that does so, and if the model does not fit ML Kit or Viewfinder, \
      why not and what to do. LiteRT is not needed.
      """,
    operand: Operand("FILE", count: 1...1, completion: .file),
    groups: [OptionGroup("OPTIONS", [json])],
    notes: [
      CommandSpecification.Note(
        "FILE",
        [
          (
            "",
            "A .tflite model, an AutoML manifest.json, or a folder with either; of a folder with "
              + "several models a table is printed."
          )
        ]),
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
      "viewfinder model inspect models/",
    ])

  private let path: String
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = arguments.operands[0]
    isJSON = arguments.has(Self.json)
  }

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let path = try HostedModel.path(path, updating: false, in: context) ?? path
    if let models = ModelPath.several(in: path) { return try inspect(models, in: context) }
    let report: CompatibilityReport
    do throws(ViewfinderError) {
      report = try CompatibilityReport(path: try ModelPath.resolve(path))
    } catch {
      throw .problem(error)
    }
    try context.print((isJSON ? report.json : report.text) + "\n")
    return .success
  }

  /// A line for each model of a folder; the status is that of the gravest failure.
  private func inspect(
    _ models: [String], in context: Context
  ) throws(CommandFailure) -> ExitCode {
    var status = ExitCode.success
    var rows: [[String]] = []
    for model in models {
      let name = model.split(separator: "/").last.map(String.init) ?? model
      switch Result(catching: { () throws(ViewfinderError) in try CompatibilityReport(path: model) }
      ) {
      case .success(let report):
        if isJSON {
          try context.print(report.json + "\n")
        } else {
          rows.append([name] + Self.columns(report))
        }
      case .failure(let error):
        status = status.combined(with: ExitCode(error))
        let message = error.subject == model ? error.message : error.description
        if isJSON {
          try context.print(Self.json(of: error, model) + "\n")
        } else {
          rows.append([name, "no", "", TextLayout.printable(message)])
        }
      }
    }
    if !rows.isEmpty { try context.print(Self.table(rows)) }
    return status
  }

  private static func columns(_ report: CompatibilityReport) -> [String] {
    let input = report.inputs.first.map { "\($0.type) \($0.shapeSignature)" } ?? ""
    guard let task = report.tasks.first(where: \.fits) else {
      let problem = report.tasks.first { $0.problem != nil }?.problem ?? ""
      return ["no", input, TextLayout.printable(problem)]
    }
    let words = task.family.map { "\($0)  " } ?? ""
    return [
      task.task.rawValue, input, TextLayout.printable(words + task.options.joined(separator: " ")),
    ]
  }

  private static func table(_ rows: [[String]]) -> String {
    let rows = [["MODEL", "TASK", "INPUT", "OPTIONS, OR WHY NOT"]] + rows
    var widths = [0, 0, 0]
    for row in rows {
      for column in 0..<3 { widths[column] = max(widths[column], row[column].count) }
    }
    return rows.map { row in
      let cells = (0..<3).map { TextLayout.padded(TextLayout.printable(row[$0]), to: widths[$0]) }
      return (cells + [row[3]]).joined(separator: "  ") + "\n"
    }.joined()
  }

  private static func json(of error: ViewfinderError, _ path: String) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("path", path)
      json.member(
        error: error, message: error.subject == path ? error.message : error.description)
    }
    return json.text
  }
}
