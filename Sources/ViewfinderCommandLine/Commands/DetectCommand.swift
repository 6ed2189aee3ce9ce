internal import Viewfinder

/// `viewfinder detect`: finds the objects in pictures.
struct DetectCommand: Command {
  static let specification = CommandSpecification(
    name: "detect", summary: "Find the objects in pictures.",
    discussion: """
      Prints where the most prominent object of each picture is, or with '--multiple' where the \
      objects are, in pixels of the full size as the picture is looked at. A picture without an \
      object that is sure enough has none. An input that fails is reported and the run goes on.
      """,
    operand: PhotoOptions.operand, groups: DetectOptions.groups, notes: DetectOptions.notes,
    examples: DetectOptions.examples)

  private let options: DetectOptions

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try DetectOptions(arguments)
  }

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    var options = options
    options.detector = try options.detector.fetchingModels(
      isQuiet: options.photos.isQuiet, in: context)
    return try DetectCommand(options).look(in: context)
  }

  private init(_ options: DetectOptions) {
    self.options = options
  }

  private func look(in context: Context) throws(CommandFailure) -> ExitCode {
    let drawings: DrawingFolder?
    var numbers: COCONumbers?
    do throws(ViewfinderError) {
      drawings = try options.annotateFolder.map { (path) throws(ViewfinderError) in
        try DrawingFolder(path, keeping: options.photos)
      }
      if options.format == .coco { numbers = try COCONumbers(annotations: options.annotations) }
    } catch {
      throw .problem(error)
    }
    if let numbers {
      return try run(COCOReport(numbers: numbers), drawings, in: context) {
        (input) throws(ViewfinderError) in try numbers.image(input.source)
      }
    }
    let report = LineReport<DetectAnswer>(
      isJSON: options.format == .json, showsTimings: options.photos.showsTimings,
      style: context.environment.outputStyle)
    return try run(report, drawings, in: context)
  }

  private func run(
    _ report: some PhotoReport<DetectAnswer>, _ drawings: DrawingFolder?, in context: Context,
    numbering: PhotoDetector.Numbering? = nil
  ) throws(CommandFailure) -> ExitCode {
    var run = PhotoRun(in: context, report: report, isQuiet: options.photos.isQuiet)
    return try run.run(options.photos) { (plan) throws(ViewfinderError) in
      try PhotoDetector(
        options.detector, options.photos, plan, numbering: numbering, drawings: drawings)
    }
  }
}
