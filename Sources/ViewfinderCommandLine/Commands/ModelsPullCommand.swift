internal import Viewfinder

/// `viewfinder models pull`: fetches a hosted model.
struct ModelsPullCommand: Command {
  private static let hash = Option.value(
    "sha256", "HEX",
    help: """
      For https: refuse any file that does not hash to this, and keep the model apart from what the \
      address gives otherwise.
      """)
  private static let quiet = Option.flag(
    "quiet", letter: "q", help: "No progress bar and no closing remarks.")

  static let specification = CommandSpecification(
    name: "pull", summary: "Fetch a hosted model, or its newer version.",
    discussion: """
      Prints the path of the file, which is put in place only when it is whole, checked and a \
      sound model. A download that was broken off is gone on with. What is the newest already is \
      not fetched again.
      """,
    operand: Operand("SOURCE", count: 1...1, completion: .none),
    groups: [
      OptionGroup(
        "OPTIONS",
        [
          HubOptions.projectOption, HubOptions.configurationOption, hash,
          HubOptions.authoritiesOption, HubOptions.leastRateOption,
          HubOptions.leastRatePeriodOption, HubOptions.cacheOption, quiet,
        ])
    ],
    notes: [
      CommandSpecification.Note("SOURCE", HubOptions.sourceEntries),
      CommandSpecification.Note(
        "EXIT STATUS",
        [
          ("0", "The newest version is here."),
          ("1", "The server cannot be reached, refuses, or is too slow."),
          ("64", "The command line or the app's configuration is wrong."),
          ("65", "The server sends what is no sound model, or not what it promised."),
          ("66", "There is no such model, or it was removed meanwhile."),
          ("73", "The file cannot be written, or the disk is full."),
          ("130", "Interrupted; the next call goes on with it."),
        ]),
    ],
    examples: [
      "viewfinder models pull gs://bucket/path/model.tflite",
      "viewfinder models pull firebase:my_model --project demo",
      "viewfinder models pull https://host/model.tflite --cache models/",
    ])

  private let source: ModelSource
  private let options: HubOptions
  private let isQuiet: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try HubOptions(arguments)
    isQuiet = arguments.has(Self.quiet)
    var digest: SHA256Digest?
    if let text = try arguments.string(Self.hash) {
      digest = SHA256Digest(hexadecimal: text)
      if digest == nil { throw UsageError("'--sha256' takes 64 hexadecimal digits") }
    }
    do throws(ViewfinderError) {
      source = try ModelSource(arguments.operands[0], sha256: digest)
    } catch {
      throw UsageError(error.description)
    }
  }

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    context.environment.catchInterrupts()
    let before: CachedModel?
    let model: CachedModel
    do throws(ViewfinderError) {
      let hub = try options.hub(context.environment)
      before = try hub.cachedModel(source)
      model = try ModelFetch(hub: hub, source: source, isQuiet: isQuiet).run(in: context)
    } catch {
      throw .problem(error)
    }
    if !isQuiet {
      let what =
        before?.installed == model.installed
        ? "is the newest already" : before == nil ? "has been fetched" : "has been updated"
      let size = TextLayout.bytes(Double(model.byteCount))
      context.complain("viewfinder: \(TextLayout.printable(model.source)) \(what), \(size)")
    }
    try context.print(model.path + "\n")
    return .success
  }
}
