internal import Dispatch
internal import Synchronization
internal import ViewfinderCore
internal import ViewfinderPixels

/// Runs a tracker's detector and classifier beside its own thread, one frame at a time.
final class DetectionThread: Sendable {
  /// What is to be found out about a frame.
  struct Task: Sendable {
    var image: PixelBuffer
    var orientation: Orientation
    /// Regions to classify, each with the ID of its track.
    var regions: [(id: Int, region: Rect)] = []
    /// Whether to look for objects.
    var detects = true
  }

  /// What was found.
  struct Findings: Sendable {
    var detections: [DetectorWorker.Detection] = []
    var labels: [(id: Int, labels: [Classification])] = []
  }

  private let work: Work
  /// Told about each task; unlike a block that is put into a queue, this takes no memory.
  ///
  /// It never changes, and tasks are started one after another.
  private nonisolated(unsafe) let source: any DispatchSourceUserDataAdd

  init(detector: ObjectDetector) {
    let work = Work(detector: detector)
    let source = DispatchSource.makeUserDataAddSource(queue: .global(qos: .userInitiated))
    source.setEventHandler { work.run() }
    source.activate()
    self.work = work
    unsafe self.source = source
  }

  deinit {
    unsafe source.cancel()
  }

  /// Does a task on the calling thread.
  ///
  /// The findings become what was found; their memory is used again.
  func perform(_ task: Task, into findings: inout Findings) throws(ViewfinderError) {
    try work.perform(task, into: &findings)
  }

  /// Starts a task; the one before must have been collected.
  func start(_ task: Task) {
    work.state.withLock { $0.task = task }
    unsafe source.add(data: 1)
  }

  /// Takes the findings of the task that was started, and tells whether it is done.
  ///
  /// The memory of those that were there is lent to the next task.
  func collect(waits: Bool, into findings: inout Findings) throws(ViewfinderError) -> Bool {
    guard work.done.wait(timeout: waits ? .distantFuture : .now()) == .success else {
      return false
    }
    let failure = work.state.withLock { state in
      swap(&state.findings, &findings)
      return state.failure
    }
    if let failure { throw failure }
    return true
  }
}

/// What the two threads share.
private final class Work: Sendable {
  struct State {
    /// The task at hand; the thread takes it, so that its image is let go of at its end.
    var task: DetectionThread.Task?
    var findings = DetectionThread.Findings()
    var failure: ViewfinderError?
  }

  private let detector: ObjectDetector
  let state = Mutex(State())
  let done = DispatchSemaphore(value: 0)

  init(detector: ObjectDetector) {
    self.detector = detector
  }

  func perform(
    _ task: DetectionThread.Task, into findings: inout DetectionThread.Findings
  ) throws(ViewfinderError) {
    findings.labels.removeAll(keepingCapacity: true)
    findings.detections.removeAll(keepingCapacity: true)
    if case .classifier(let classifier) = detector.labeling, !task.regions.isEmpty {
      let labels = try classifier.classify(
        task.image, orientation: task.orientation, regions: task.regions.map(\.region))
      for (region, labels) in zip(task.regions, labels) {
        findings.labels.append((region.id, labels))
      }
    }
    if task.detects {
      try detector.findCandidates(
        in: task.image, orientation: task.orientation, into: &findings.detections)
    }
  }

  /// Does the task at hand.
  func run() {
    var findings = DetectionThread.Findings()
    let task = state.withLock { state in
      swap(&state.findings, &findings)
      return state.task.take()
    }
    guard let task else { preconditionFailure("A task must be given before it is run") }
    var failure: ViewfinderError?
    do throws(ViewfinderError) {
      try perform(task, into: &findings)
    } catch {
      failure = error
    }
    state.withLock { state in
      swap(&state.findings, &findings)
      state.failure = failure
    }
    done.signal()
  }
}
