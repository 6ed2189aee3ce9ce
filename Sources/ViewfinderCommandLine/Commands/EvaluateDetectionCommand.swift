internal import Viewfinder
internal import ViewfinderEvaluation

/// `viewfinder evaluate detection`: how well a detector finds the objects of annotated pictures.
struct EvaluateDetectionCommand: Command {
  static let specification = CommandSpecification(
    name: "detection", summary: "Measure a detector on annotated pictures.",
    discussion: """
      Prints average precision (AP, AP50, AP75) and recall (AR) by the rules of COCO, for any kind \
      of object and, when the detector names kinds, for each of them. Then, with an overlap (IoU) \
      of 0.5: how often the first result is an object, or the most prominent one. A picture that \
      fails is reported and left out.
      """,
    groups: EvaluateDetectionOptions.groups,
    notes: [
      CommandSpecification.Note(
        "EXIT STATUS",
        [
          ("0", "All pictures, or the results, have been measured."),
          ("1", "LiteRT is missing or failed."),
          ("64", "The command line is wrong."),
          ("65", "The model, an annotation, a result or a picture has bad data."),
          ("66", "A file is missing; bad data elsewhere comes first."),
          ("130", "Interrupted; nothing is printed."),
        ])
    ],
    examples: [
      "viewfinder evaluate detection --annotations coco.json --images photos/",
      "viewfinder evaluate detection --annotations labels/ --images images/",
      "viewfinder evaluate detection --annotations coco.json --results r.json",
    ])

  private let options: EvaluateDetectionOptions

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try EvaluateDetectionOptions(arguments)
  }

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let data = try checked { () throws(ViewfinderError) in try AnnotatedImages(options) }
    if let path = options.results {
      let figures = try checked { () throws(ViewfinderError) in
        try DetectionFigures(
          name: path, truth: data.truth,
          results: try DetectionResultFile(contentsOf: path).results)
      }
      return try show(figures, .success, in: context)
    }
    return try judge(data, in: context)
  }

  private func judge(
    _ data: AnnotatedImages, in context: Context
  ) throws(CommandFailure) -> ExitCode {
    let environment = context.environment
    let plan = options.photos.concurrency(
      inputs: data.paths.count, cores: environment.activeCores)
    var run = PhotoRun(in: context, report: AnswerCollector(), isQuiet: options.photos.isQuiet)
    let images = Dictionary(data.paths.map { ($0.path, $0.image) }) { first, _ in first }
    var threshold: Float = 0
    let models = try options.detector.fetchingModels(
      isQuiet: options.photos.isQuiet, in: context)
    let processor = try run.load(plan) { (plan) throws(ViewfinderError) in
      let detector = try PhotoDetector(models, options.photos, plan)
      threshold = detector.ownThreshold
      return AnnotatedPhotoDetector(detector: detector, images: images)
    }
    environment.catchInterrupts()
    let inputs = data.paths.map { Input.file(path: $0.path) }
    let status = try run.run(
      inputs.makeIterator(), total: inputs.count, jobs: plan.jobs, processor: processor)
    if status == .interrupted { return status }
    let numbers = COCONumbers(categories: data.truth.categories)
    let figures = try checked { () throws(ViewfinderError) in
      try DetectionFigures(
        name: options.detector.path ?? BundledModel.localizerFileName, truth: data.truth,
        answers: run.report.answers, threshold: threshold, category: numbers.category(of:))
    }
    return try show(figures, status, in: context)
  }

  private func show(
    _ figures: DetectionFigures, _ status: ExitCode, in context: Context
  ) throws(CommandFailure) -> ExitCode {
    try context.print(
      options.isJSON ? figures.json + "\n" : figures.text(context.environment.outputStyle))
    return status
  }

  private func checked<Value>(
    _ body: () throws(ViewfinderError) -> Value
  ) throws(CommandFailure) -> Value {
    do throws(ViewfinderError) { return try body() } catch { throw .problem(error) }
  }
}
