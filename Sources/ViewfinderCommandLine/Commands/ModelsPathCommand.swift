internal import Viewfinder

/// `viewfinder models path`: where a hosted model's file is.
struct ModelsPathCommand: Command {
  static let specification = CommandSpecification(
    name: "path", summary: "Print the path of a hosted model's file.",
    discussion: "The path stays the same when the model is updated.",
    operand: Operand("NAME", count: 1...1, completion: .none),
    groups: [OptionGroup("OPTIONS", [HubOptions.cacheOption])],
    notes: [ModelNames.note], examples: ["viewfinder models path my_model"])

  private let options: HubOptions
  private let name: String

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try HubOptions(arguments)
    name = arguments.operands[0]
  }

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let path: String
    do throws(ViewfinderError) {
      let entry = try options.cache(context.environment).entry(named: name)
      guard let model = entry.model else {
        throw ViewfinderError(
          .notDownloaded, subject: entry.source, found: "only the beginning of the model is here",
          remedy: "Run 'viewfinder models pull' to go on with the download.")
      }
      path = model.path
    } catch {
      throw .problem(error)
    }
    try context.print(path + "\n")
    return .success
  }
}
