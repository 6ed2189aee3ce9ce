internal import ViewfinderCore
internal import ViewfinderPixels
internal import ViewfinderSystem

/// Runs a tracker's detector and labeler beside its own thread, one frame at a time.
final class DetectionThread: Sendable {
  /// What is to be found out about a frame.
  struct Task: Sendable {
    var image: InputImage
    /// Regions to label, each with the ID of its track.
    var regions: [(id: Int, region: Box)] = []
    /// Whether to look for objects.
    var detects = true
    /// The part that is looked at for objects; all of it unless given.
    var area: Box?
  }

  /// What was found.
  struct Findings: Sendable {
    var detections: [DetectorWorker.Detection] = []
    var labels: [(id: Int, labels: [DetectedLabel])] = []
  }

  private let work: DetectionWork

  /// Makes one; its thread begins with the first task that is started, and ends with it.
  init(detector: Detector) {
    work = DetectionWork(detector: detector)
  }

  deinit {
    work.state.change { $0.isClosed = true }
  }

  /// Does a task on the calling thread.
  ///
  /// The findings become what was found; their memory is used again.
  func perform(_ task: Task, into findings: inout Findings) throws(ViewfinderError) {
    try work.perform(task, into: &findings)
  }

  /// Starts a task; the one before must have been collected.
  func start(_ task: Task) {
    let isFirst = work.state.change { state in
      precondition(state.task == nil && !state.isDone, "One task at a time")
      state.task = task
      defer { state.hasThread = true }
      return !state.hasThread
    }
    if !isFirst { return }
    do throws(SystemThread.NoThread) {
      try SystemThread { [work] in work.run() }.detach()
    } catch {
      // Then the frame waits for its detections, as every one after it.
      work.runOnce()
      work.state.change { $0.hasThread = false }
    }
  }

  /// Takes the findings of the task that was started, and tells whether it is done.
  ///
  /// The memory of those that were there is lent to the next task.
  func collect(waits: Bool, into findings: inout Findings) throws(ViewfinderError) -> Bool {
    if waits { work.state.wait(until: { $0.isDone }) }
    let (isDone, failure) = work.state.withLock { state in
      guard state.isDone else { return (false, nil as ViewfinderError?) }
      state.isDone = false
      swap(&state.findings, &findings)
      return (true, state.failure)
    }
    if let failure { throw failure }
    return isDone
  }
}

/// What the two threads share.
private final class DetectionWork: Sendable {
  struct State: Sendable {
    /// The task at hand; the thread takes it, so that its image is let go of at its end.
    var task: DetectionThread.Task?
    var isDone = false
    var findings = DetectionThread.Findings()
    var failure: ViewfinderError?
    var hasThread = false
    var isClosed = false
  }

  private let detector: Detector
  let state = Monitor(State())

  init(detector: Detector) {
    self.detector = detector
  }

  func perform(
    _ task: DetectionThread.Task, into findings: inout DetectionThread.Findings
  ) throws(ViewfinderError) {
    findings.labels.removeAll(keepingCapacity: true)
    findings.detections.removeAll(keepingCapacity: true)
    if case .labeler(let labeler) = detector.labeling, !task.regions.isEmpty {
      let labels = try labeler.label(task.image, in: task.regions.map(\.region))
      for (region, labels) in zip(task.regions, labels) {
        findings.labels.append((region.id, labels))
      }
    }
    if task.detects {
      try detector.findCandidates(
        in: task.image, region: task.area, into: &findings.detections)
    }
  }

  /// Does one task after another until the tracker is gone.
  func run() {
    while runOnce() {}
  }

  /// Waits for a task and does it.
  ///
  /// - Returns: Whether there was one, and not the end.
  @discardableResult
  func runOnce() -> Bool {
    var findings = DetectionThread.Findings()
    let task: DetectionThread.Task? = state.wait { state in
      if state.task == nil { return state.isClosed ? .some(nil) : nil }
      swap(&state.findings, &findings)
      return .some(state.task.take())
    }
    guard let task else { return false }
    var failure: ViewfinderError?
    do throws(ViewfinderError) {
      try perform(task, into: &findings)
    } catch {
      failure = error
    }
    state.change { state in
      swap(&state.findings, &findings)
      state.failure = failure
      state.isDone = true
    }
    return true
  }
}
