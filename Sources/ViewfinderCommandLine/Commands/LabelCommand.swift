internal import Viewfinder

/// `viewfinder label`: labels pictures with a classifier.
struct LabelCommand: Command {
  static let specification = CommandSpecification(
    name: "label", summary: "Label pictures with an image classifier.",
    discussion: """
      Prints the likeliest labels of each picture, best first, in the order of the inputs. An \
      input that fails is reported and the run goes on.
      """,
    operand: PhotoOptions.operand, groups: LabelOptions.groups, notes: LabelOptions.notes,
    examples: LabelOptions.examples)

  private let options: LabelOptions

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try LabelOptions(arguments)
  }

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    var options = options
    options.classifier = try options.classifier.fetchingModel(
      isQuiet: options.photos.isQuiet, in: context)
    return try run(options, in: context)
  }

  private func run(
    _ options: LabelOptions, in context: Context
  ) throws(CommandFailure) -> ExitCode {
    let report = LineReport<LabelAnswer>(
      isJSON: options.isJSON, showsTimings: options.photos.showsTimings,
      style: context.environment.outputStyle)
    var run = PhotoRun(in: context, report: report, isQuiet: options.photos.isQuiet)
    return try run.run(options.photos) { (plan) throws(ViewfinderError) in
      try PhotoLabeler(options, plan)
    }
  }
}
