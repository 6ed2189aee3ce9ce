internal import Viewfinder

/// `viewfinder models verify`: reads the files again.
struct ModelsVerifyCommand: Command {
  static let specification = CommandSpecification(
    name: "verify", summary: "Check that hosted models are what was downloaded.",
    discussion: """
      Reads every file, or those that are named, and compares it with the hash that was noted when \
      it was checked. Prints the names of those that are well.
      """,
    operand: Operand("NAME", count: 0...Int.max, completion: .none),
    groups: [OptionGroup("OPTIONS", [HubOptions.cacheOption])],
    notes: [
      CommandSpecification.Note(
        "EXIT STATUS",
        [
          ("0", "All are well."), ("65", "A file has been changed or damaged."),
          ("66", "There is no such model, or only the beginning of it."),
        ])
    ],
    examples: ["viewfinder models verify"])

  private let options: HubOptions
  private let names: [String]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try HubOptions(arguments)
    names = arguments.operands
  }

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let cache: ModelCache
    let entries: [CacheEntry]
    do throws(ViewfinderError) {
      cache = try options.cache(context.environment)
      // Without names, what is unfinished is not a failure.
      entries =
        names.isEmpty
        ? try cache.entries().filter { $0.model != nil || $0.isDamaged }
        : try cache.entries(named: names)
    } catch {
      throw .problem(error)
    }
    var status = ExitCode.success
    for entry in entries {
      do throws(ViewfinderError) {
        try cache.verify(entry)
      } catch {
        let style = context.environment.errorStyle
        context.complain(
          "viewfinder: \(style.alarming("error:")) \(TextLayout.printable(error.description))")
        status = status.combined(with: ExitCode(error))
        continue
      }
      try context.print(entry.name + "\n")
    }
    return status
  }
}

extension ModelCache {
  /// The entries that a user means.
  func entries(named names: [String]) throws(ViewfinderError) -> [CacheEntry] {
    var entries: [CacheEntry] = []
    for name in names { entries.append(try entry(named: name)) }
    return entries
  }
}
