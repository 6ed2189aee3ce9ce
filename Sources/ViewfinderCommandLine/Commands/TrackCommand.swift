internal import Viewfinder
internal import ViewfinderSystem

/// `viewfinder track`: follows the objects through videos.
struct TrackCommand: Command {
  static let specification = CommandSpecification(
    name: "track", summary: "Follow the objects through videos.",
    discussion: """
      Prints where the most prominent object is seen, or with '--multiple' the objects: a line for \
      each track, with the seconds in which it was seen first and last and its mean box in pixels \
      of the upright video, or with '--json' what is in each frame. Numbers count from 0 in each \
      video and are never given twice. A video that is damaged or ends early is followed as far as \
      it can be decoded.
      """,
    operand: TrackOptions.operand, groups: TrackOptions.groups, notes: TrackOptions.notes,
    examples: TrackOptions.examples)

  private let options: TrackOptions

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try TrackOptions(arguments)
  }

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    var inputs: [Input] = []
    switch options.source {
    case .boxes(let boxes): return try BoxTrackRun(boxes, in: context).run()
    case .camera: break
    case .videos(let operands):
      var expander = InputExpander(operands, isRecursive: options.isRecursive, of: .videos)
      while let input = expander.next() { inputs.append(input) }
      try checkCount(inputs.count)
    }
    let drawings: TrackDrawingPaths?
    let detector: Detector
    do throws(ViewfinderError) {
      drawings = try options.annotate.map { (target) throws(ViewfinderError) in
        try TrackDrawingPaths(target, keeping: inputs)
      }
    } catch {
      throw .problem(error)
    }
    let models = try options.detector.fetchingModels(isQuiet: options.isQuiet, in: context)
    do throws(ViewfinderError) {
      detector = try makeDetector(models, context.environment.activeCores)
    } catch {
      throw .problem(error)
    }
    context.environment.catchInterrupts()
    var run = TrackRun(options, detector, in: context)
    if case .camera(let path) = options.source { return try run.run(camera: path, drawings) }
    return try run.run(inputs, drawings)
  }

  /// Loads the models while another thread loads FFmpeg.
  private func makeDetector(
    _ models: DetectorOptions, _ cores: Int
  ) throws(ViewfinderError) -> Detector {
    let loader = try? SystemThread { _ = VideoReader.isAvailable }
    defer { loader?.join() }
    // A file is done soonest when the detector has every core, though it shares one with motion. A
    // camera's frames wait for nobody: motion keeps a core of its own.
    var busy = 0
    if case .camera = options.source, options.detectEvery != 1 { busy = 1 }
    let threads = options.threads ?? max(1, min(cores - busy, 4))
    return try models.makeDetector(Concurrency(jobs: 1, threads: threads))
  }

  private func checkCount(_ count: Int) throws(CommandFailure) {
    if count <= 1 { return }
    if let target = options.annotate, TrackOptions.isVideo(target) {
      throw .usage(
        UsageError("\(count) videos do not fit into '\(target)': name a folder with '--annotate'"))
    }
    if options.format == .mot {
      throw .usage(UsageError("MOT text holds one video, not \(count): use '--json'"))
    }
  }
}
