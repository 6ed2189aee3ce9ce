internal import Dispatch
internal import Synchronization
internal import ViewfinderCore
internal import ViewfinderPixels

/// Runs a tracker's detector and classifier on a thread of their own, one frame at a time.
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

  private let detector: ObjectDetector
  private let queue = DispatchQueue(label: "viewfinder.detection", qos: .userInitiated)
  private let findings = Mutex<Result<Findings, ViewfinderError>?>(nil)
  private let done = DispatchSemaphore(value: 0)

  init(detector: ObjectDetector) {
    self.detector = detector
  }

  /// Does a task on the calling thread.
  func perform(_ task: Task) throws(ViewfinderError) -> Findings {
    var findings = Findings()
    if case .classifier(let classifier) = detector.labeling, !task.regions.isEmpty {
      let labels = try classifier.classify(
        task.image, orientation: task.orientation, regions: task.regions.map(\.region))
      findings.labels = zip(task.regions, labels).map { ($0.id, $1) }
    }
    if task.detects {
      findings.detections = try detector.candidates(
        in: task.image, orientation: task.orientation)
    }
    return findings
  }

  /// Starts a task; the one before must have been collected.
  func start(_ task: Task) {
    queue.async { [self] in
      let outcome = Result { () throws(ViewfinderError) in try perform(task) }
      findings.withLock { $0 = outcome }
      done.signal()
    }
  }

  /// Takes the findings of the task that was started, or nothing while it runs and `waits` is false.
  func collect(waits: Bool) throws(ViewfinderError) -> Findings? {
    guard done.wait(timeout: waits ? .distantFuture : .now()) == .success else { return nil }
    let outcome = findings.withLock { findings in
      defer { findings = nil }
      return findings
    }
    guard let outcome else { preconditionFailure("A task that is done has findings") }
    return try outcome.get()
  }
}
