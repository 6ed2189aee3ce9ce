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
    let environment = context.environment
    let cores = environment.activeCores
    let showsProgress = environment.showsProgress && !options.isQuiet
    // A count of all inputs is needed for the bar only; else it is enough to know whether there
    // is one for each thread.
    let total = InputExpander.count(
      options.inputs, isRecursive: options.isRecursive,
      upTo: showsProgress ? .max : options.jobs ?? cores)
    let plan = options.concurrency(inputs: total ?? .max, cores: cores)
    let labeler: PhotoLabeler
    do throws(ViewfinderError) {
      labeler = try makeLabeler(plan)
    } catch {
      throw .problem(error)
    }
    environment.catchInterrupts()
    var run = LabelRun(
      in: context, isJSON: options.isJSON, showsTimings: options.showsTimings,
      isQuiet: options.isQuiet)
    return try run.run(
      InputExpander(options.inputs, isRecursive: options.isRecursive),
      total: showsProgress ? total : nil, jobs: plan.jobs, labeler: labeler)
  }

  /// Compiles the model while another thread loads the image library, which takes as long.
  private func makeLabeler(
    _ plan: (jobs: Int, threads: Int)
  ) throws(ViewfinderError) -> PhotoLabeler {
    let loader = WorkerThread { _ = PhotoDecoder.isAvailable }
    defer { loader?.join() }
    return try PhotoLabeler(options, jobs: plan.jobs, threads: plan.threads)
  }
}
