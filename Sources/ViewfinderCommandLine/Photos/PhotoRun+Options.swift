internal import Viewfinder
internal import ViewfinderSystem

extension PhotoRun {
  /// Runs over the inputs that the options name.
  ///
  /// - Parameters:
  ///   - options: The inputs and how they are shared out among the cores.
  ///   - makeProcessor: Loads the models.
  /// - Returns: The status of the gravest failure of an input.
  /// - Throws: ``CommandFailure`` when the models cannot be loaded or the results not be written.
  mutating func run<Processor: PhotoProcessor>(
    _ options: PhotoOptions,
    makeProcessor: (Concurrency) throws(ViewfinderError) -> Processor
  ) throws(CommandFailure) -> ExitCode where Processor.Answer == Report.Answer {
    let environment = context.environment
    let cores = environment.activeCores
    let showsProgress = environment.showsProgress && !options.isQuiet
    // A count of all inputs is needed for the bar only; else it is enough to know whether there
    // is one for each thread.
    let total = InputExpander.count(
      options.inputs, isRecursive: options.isRecursive,
      upTo: showsProgress ? .max : options.jobs ?? cores)
    let plan = options.concurrency(inputs: total ?? .max, cores: cores)
    let processor = try load(plan, makeProcessor)
    environment.catchInterrupts()
    return try run(
      InputExpander(options.inputs, isRecursive: options.isRecursive),
      total: showsProgress ? total : nil, jobs: plan.jobs, processor: processor)
  }

  /// Compiles models while another thread loads the image library, which takes as long.
  func load<Processor: PhotoProcessor>(
    _ plan: Concurrency, _ makeProcessor: (Concurrency) throws(ViewfinderError) -> Processor
  ) throws(CommandFailure) -> Processor {
    // Without a thread the first photo loads it.
    let loader = try? SystemThread { _ = PhotoDecoder.isAvailable }
    defer { loader?.join() }
    do throws(ViewfinderError) {
      return try makeProcessor(plan)
    } catch {
      throw .problem(error)
    }
  }
}
