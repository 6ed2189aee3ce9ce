internal import Viewfinder

/// `viewfinder models remove`: forgets hosted models.
struct ModelsRemoveCommand: Command {
  static let specification = CommandSpecification(
    name: "remove", summary: "Remove hosted models, or what there is of their downloads.",
    discussion: "Downloads of them that are going on end, in other processes, too.",
    operand: Operand("NAME", count: 1...Int.max, completion: .none),
    groups: [OptionGroup("OPTIONS", [HubOptions.cacheOption])],
    notes: [ModelNames.note], examples: ["viewfinder models remove my_model"])

  private let options: HubOptions
  private let names: [String]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try HubOptions(arguments)
    names = arguments.operands
  }

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    do throws(ViewfinderError) {
      let cache = try options.cache(context.environment)
      // All names are looked up first: with a wrong one nothing is removed.
      for entry in try cache.entries(named: names) {
        var isNews = true
        try cache.remove(entry) { reason in
          if isNews { context.complain("viewfinder: waiting for \(reason): \(entry.name)") }
          isNews = false
        }
      }
    } catch {
      throw .problem(error)
    }
    return .success
  }
}

/// How models in the cache are named.
enum ModelNames {
  static let note = CommandSpecification.Note(
    "NAME",
    [
      (
        "",
        "A name that 'viewfinder models list' shows, a source, or a model's own name when only"
          + " one has it."
      )
    ])
}
