internal import Viewfinder
internal import ViewfinderSystem

/// Follows the objects through videos, one after another.
struct TrackRun {
  private static let flushInterval = Duration.milliseconds(100)
  private static let tick = Duration.milliseconds(100)

  private let context: Context
  private let options: TrackOptions
  private let detector: Detector
  private let labels: LabelSelection
  private let annotator = Annotator()
  private var status = ExitCode.success
  private var failedCount = 0
  private var frameCount = 0
  private var lastFlush = ContinuousClock.now

  init(_ options: TrackOptions, _ detector: Detector, in context: Context) {
    self.context = context
    self.options = options
    self.detector = detector
    var labels = LabelSelection(threshold: options.detector.labelThreshold ?? 0)
    if options.detector.labels == .classifier, let model = detector.labeling.cropModel {
      labels.hasSeveralHeads = model.heads.count > 1
    }
    self.labels = labels
  }

  /// Follows the objects through videos.
  mutating func run(
    _ inputs: [Input], _ drawings: TrackDrawingPaths?
  ) throws(CommandFailure) -> ExitCode {
    var drawings = drawings
    for input in inputs where !context.environment.isInterrupted() {
      let source = input.source
      let frames: TrackedVideo
      var drawing: TrackDrawing?
      do throws(ViewfinderError) {
        let path = try drawings?.next(for: source)
        let video = try open { () throws(ViewfinderError) in try Self.open(input) }
        frames = track(video)
        drawing = try makeDrawing(path, of: video)
      } catch {
        if context.environment.isInterrupted() { break }
        let report = makeReport(source)
        var bar: ProgressBar?
        try write(
          report.closing(error: error, detectionCount: 0, drawing: nil), clearing: &bar,
          isLive: true)
        note(error, of: source, after: 0)
        continue
      }
      try follow(frames, source: source, &drawing)
    }
    return finish(inputs.count)
  }

  /// Follows the objects before a camera until it ends or the user does.
  mutating func run(
    camera: String, _ drawings: TrackDrawingPaths?
  ) throws(CommandFailure) -> ExitCode {
    var drawings = drawings
    let frames: TrackedVideo
    var drawing: TrackDrawing?
    do throws(ViewfinderError) {
      let video = try open { () throws(ViewfinderError) in try VideoReader(camera: camera) }
      drawing = try makeDrawing(try drawings?.next(for: "camera"), of: video)
      frames = track(video)
    } catch {
      if context.environment.isInterrupted() { return finish(1) }
      throw .problem(error)
    }
    try follow(frames, source: camera, &drawing)
    return finish(1)
  }

  /// Opens a video on a thread of its own, so that an interrupt ends the wait for a pipe.
  private func open(
    _ body: @escaping @Sendable () throws(ViewfinderError) -> VideoReader
  ) throws(ViewfinderError) -> VideoReader {
    let slot = Monitor<Result<VideoReader, ViewfinderError>?>(nil)
    SystemThread.detach {
      let outcome = Result { () throws(ViewfinderError) in try body() }
      slot.change { $0 = outcome }
    }
    while true {
      if let outcome = slot.wait(upTo: Self.tick, for: { $0 }) { return try outcome.get() }
      if context.environment.isInterrupted() {
        throw ViewfinderError(.cancelled, found: "the run was interrupted")
      }
    }
  }

  private static func open(_ input: Input) throws(ViewfinderError) -> VideoReader {
    switch input {
    case .file(let path): return try VideoReader(path: path)
    case .standardInput:
      // Whoever writes it may take its time.
      return try VideoReader(
        descriptor: Descriptor.standardInput, name: input.source,
        options: VideoReader.Options(timeout: nil))
    case .unusable(_, let error): throw error
    }
  }

  /// The frames of a video with their tracks, as its kind and the options want it.
  private func track(_ video: VideoReader) -> TrackedVideo {
    var tracking = Tracker.Options.suiting(video)
    if let stride = options.detectEvery { tracking.detection = .every(stride) }
    // Of many objects some are imagined; the one that is followed alone is wanted at once.
    tracking.confirmation = .automatic
    tracking.region = options.detector.region
    return video.tracked(by: detector, options: tracking)
  }

  private func makeDrawing(
    _ path: String?, of video: VideoReader
  ) throws(ViewfinderError) -> TrackDrawing? {
    guard let path else { return nil }
    return try TrackDrawing(path: path, of: video, annotator: annotator)
  }

  private func makeReport(_ source: String) -> TrackReport {
    TrackReport(
      source: source, format: options.format, showsTimings: options.showsTimings,
      style: context.environment.outputStyle)
  }

  // MARK: One video

  private mutating func follow(
    _ frames: TrackedVideo, source: String, _ drawing: inout TrackDrawing?
  ) throws(CommandFailure) {
    let environment = context.environment
    var report = makeReport(source)
    var bar = makeBar(frames.video.header.frameCount)
    let watch = InterruptWatch(environment, cancelling: frames.video)
    defer {
      watch.end()
      bar?.clear()
    }
    var count = 0
    var problem: ViewfinderError?
    while !environment.isInterrupted() {
      var record: TrackRecord
      let image: InputImage
      do throws(ViewfinderError) {
        guard let tracked = try frames.next() else { break }
        image = tracked.image
        record = TrackRecord(tracked, source: source, labels: labels)
      } catch {
        problem = error
        break
      }
      do throws(ViewfinderError) {
        try Self.draw(&record, on: image, &drawing)
      } catch {
        problem = error
        drawing = nil
        break
      }
      count += 1
      do throws(CommandFailure) {
        try write(report.text(for: record), clearing: &bar, isLive: frames.video.isCamera)
      } catch {
        drawing?.discard()
        throw error
      }
      bar?.update(done: count, now: environment.now())
    }
    bar?.clear()
    frameCount += count
    if environment.isInterrupted() { problem = nil }
    if let failure = Self.complete(&drawing, frameCount: count) { problem = problem ?? failure }
    try write(
      report.closing(
        error: problem, detectionCount: frames.tracker.detectionCount, drawing: drawing?.path),
      clearing: &bar, isLive: true)
    if let problem { note(problem, of: source, after: count) }
    if frames.droppedCount > 0, !options.isQuiet {
      context.complain(
        "\(TextLayout.printable(source)): \(frames.droppedCount) late frames were dropped")
    }
  }

  private static func draw(
    _ record: inout TrackRecord, on image: InputImage, _ drawing: inout TrackDrawing?
  ) throws(ViewfinderError) {
    guard drawing != nil else { return }
    let start = ContinuousClock.now
    try drawing?.append(image, record)
    record.timings.annotate = ContinuousClock.now - start
  }

  /// Completes the copy if there is anything in it; also of a video that was cut short.
  private static func complete(
    _ drawing: inout TrackDrawing?, frameCount: Int
  ) -> ViewfinderError? {
    guard frameCount > 0 else {
      drawing?.discard()
      drawing = nil
      return nil
    }
    do throws(ViewfinderError) {
      try drawing?.finish()
      return nil
    } catch {
      drawing = nil
      return error
    }
  }

  // MARK: What is reported

  private func makeBar(_ total: Int?) -> ProgressBar? {
    let environment = context.environment
    guard environment.showsProgress, !options.isQuiet else { return nil }
    return ProgressBar(
      to: context.error, columns: environment.columns, total: total, start: environment.now())
  }

  private mutating func write(
    _ text: String, clearing bar: inout ProgressBar?, isLive: Bool
  ) throws(CommandFailure) {
    let toTerminal = context.environment.outputIsTerminal
    if toTerminal, !text.isEmpty { bar?.clear() }
    let now = ContinuousClock.now
    do throws(OutputFailure) {
      try context.output.write(text)
      guard isLive || toTerminal || now - lastFlush > Self.flushInterval else { return }
      lastFlush = now
      try context.output.flush()
    } catch {
      throw .output(error)
    }
  }

  /// Tells what went wrong with a video; results come first.
  private mutating func note(
    _ error: ViewfinderError, of source: String, after count: Int
  ) {
    failedCount += 1
    status = status.combined(with: ExitCode(inputFailure: error))
    let message = TextLayout.printable(
      error.subject == source ? error.message : error.description)
    let name = TextLayout.printable(source)
    guard count > 0, error.code == .invalidVideo else {
      let style = context.environment.errorStyle
      return context.complain("\(name): \(style.alarming("error:")) \(message)")
    }
    context.warn(name, message)
  }

  private func finish(_ count: Int) -> ExitCode {
    if context.environment.isInterrupted() {
      if !options.isQuiet { context.complain("interrupted after \(frameCount) frames") }
      return .interrupted
    }
    if failedCount > 0, count > 1, !options.isQuiet {
      context.complain("\(failedCount) of \(count) videos failed")
    }
    return status
  }
}
