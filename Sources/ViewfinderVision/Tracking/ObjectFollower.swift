internal import ViewfinderCore
internal import ViewfinderModels
internal import ViewfinderPixels
internal import ViewfinderSystem
internal import ViewfinderTracking

/// What an ``Tracker`` does with each frame; used by one thread at a time.
///
/// A frame goes through four steps: motion is measured, the tracks are moved, detections that have
/// come are taken in, and the detector gets the frame if it is free. Nothing waits for the detector
/// but a first frame, one after a pause, and those whose turn it is under
/// ``Tracker/Detection/every(_:)``.
struct ObjectFollower {
  /// The most objects that are classified along with one detection, so that detections stay fresh.
  private static let looksPerDetection = 3
  /// The seconds after which what moved since the frame before is unknown.
  private static let pause = 0.5

  private let options: Tracker.Options
  private let maxObjects: Int
  private let thread: DetectionThread
  private var flow = FlowEstimator()
  private var motions: [BoxMotion] = []
  private var findings = DetectionThread.Findings()
  private var boxes: [BoxDetection] = []
  private var tracker: BoxTracker
  private var namer: TrackNamer
  private var selector: ProminentSelector
  private var numbers = TrackNumbers()
  private var layout: Layout?
  private let start = ContinuousClock.now
  private var frameIndex = 0
  private var lastSeconds = 0.0
  /// The frame that the detector is looking at.
  private var pendingFrame: Int?
  /// Whether what it finds there is of no use any more.
  private var isPendingStale = false
  private(set) var detectionCount = 0

  private struct Layout: Hashable {
    var width: Int
    var height: Int
    var orientation: ImageOrientation
  }

  init(detector: Detector, options: Tracker.Options) {
    self.options = options
    maxObjects = detector.options.maxObjects
    let loose = detector.forTracking
    thread = DetectionThread(detector: loose.detector)
    tracker = BoxTracker(
      options: BoxTracker.Options(
        confirmation: options.confirmsAtOnce(maxObjects: maxObjects)
          ? .immediate : .secondSighting,
        confidentThreshold: loose.threshold, newTrackThreshold: loose.threshold,
        ignoredConfidence: 0, memory: options.memory))
    namer = TrackNamer(detector: detector)
    selector = ProminentSelector(isLearned: detector.model.isClassAgnostic)
  }

  /// With a fixed cadence, tracks must not depend on how fast the machine is.
  private var waitsForPending: Bool { options.detection != .whenFree }

  mutating func reset() {
    // What the detector finds in a frame of the other video is of no use.
    isPendingStale = pendingFrame != nil
    if waitsForPending, isPendingStale {
      _ = try? thread.collect(waits: true, into: &findings)
      (pendingFrame, isPendingStale) = (nil, false)
    }
    layout = nil
    tracker.reset()
    flow.reset()
    namer.reset()
    selector.reset()
    numbers.endAll()
  }

  /// Forgets all objects, and returns the tracks that this ends.
  mutating func end() -> [EndedTrack] {
    numbers.beginFrame()
    reset()
    let ended = numbers.ended
    numbers.beginFrame()
    return ended
  }

  mutating func follow(_ image: InputImage) throws(ViewfinderError) -> TrackedFrame {
    let began = ContinuousClock.now
    let time = image.time ?? (began - start)
    let seconds = time / .seconds(1)
    let pixels = image.pixels
    let layout = Layout(
      width: pixels.width, height: pixels.height, orientation: image.orientation)
    numbers.beginFrame()
    if layout != self.layout {
      if self.layout != nil { reset() }
      tracker.setFrameSize(width: pixels.width, height: pixels.height)
    }
    let isFirst = self.layout == nil || seconds - lastSeconds > Self.pause
    self.layout = layout
    lastSeconds = seconds
    frameIndex += 1
    if isFirst {
      // A pause costs one detection, that of this frame: an earlier one that is not done is left.
      try takeFindings(seconds, waits: waitsForPending)
      isPendingStale = pendingFrame != nil
      tracker.forgetVelocities()
    }
    let camera = flow.advance(
      to: pixels, boxes: tracker.motionRegions, expected: tracker.expectedShifts, into: &motions)
    let frame = Frame(image: image, time: time, seconds: seconds, camera: camera)
    let detectsNow = isFirst || options.detection == .every(1)
    if detectsNow {
      try detect(frame)
    } else {
      tracker.advance(to: time, cameraMotion: camera, boxMotions: motions)
      try takeFindings(seconds, waits: false)
    }
    let chosen = selector.select(tracker.tracks, most: maxObjects, in: pixels, at: time)
    if detectsNow {
      try name(chosen, frame)
    } else if pendingFrame == nil {
      startTask(chosen, frame)
    }
    let objects = objects(chosen, in: image, at: time)
    numbers.endGone(from: tracker, at: time)
    var tracked = TrackedFrame(
      image: image, time: time, index: frameIndex - 1, objects: objects,
      // Empty ones of their own, so that the memory of these is not shared, and copied for the next.
      ended: numbers.ended.isEmpty ? [] : numbers.ended,
      newIDs: numbers.new.isEmpty ? [] : numbers.new)
    tracked.trackingTime = ContinuousClock.now - began
    return tracked
  }

  private struct Frame {
    var image: InputImage
    var time: Duration
    var seconds: Double
    var camera: CameraMotion?
  }

  /// Detects in the frame itself.
  private mutating func detect(_ frame: Frame) throws(ViewfinderError) {
    let task = DetectionThread.Task(image: frame.image, area: options.region)
    detectionCount += 1
    do throws(ViewfinderError) {
      try thread.perform(task, into: &findings)
    } catch {
      tracker.advance(to: frame.time, cameraMotion: frame.camera, boxMotions: motions)
      throw error
    }
    takeBoxes()
    try tracker.update(
      boxes, at: frame.time, cameraMotion: frame.camera, boxMotions: motions)
    namer.note(tracker.tracks, findings.detections, at: frame.seconds)
  }

  /// Puts the findings' boxes into ``boxes``.
  private mutating func takeBoxes() {
    boxes.removeAll(keepingCapacity: true)
    for detection in findings.detections { boxes.append(BoxDetection(detection)) }
  }

  /// Classifies what is new in the frame itself.
  private mutating func name(_ tracks: [TrackedBox], _ frame: Frame) throws(ViewfinderError) {
    let regions = namer.regions(of: tracks, most: maxObjects, in: frame.image)
    guard !regions.isEmpty else { return }
    let task = DetectionThread.Task(image: frame.image, regions: regions, detects: false)
    try thread.perform(task, into: &findings)
    namer.note(findings.labels, at: frame.seconds)
  }

  /// Takes in what the detector found in an earlier frame, if it is due.
  private mutating func takeFindings(
    _ seconds: Double, waits: Bool
  ) throws(ViewfinderError) {
    guard let pendingFrame else { return }
    var isDue = waits
    if !waits, case .every(let count) = options.detection {
      isDue = frameIndex - pendingFrame >= count
      guard isDue else { return }
    }
    let isStale = isPendingStale
    do throws(ViewfinderError) {
      guard try thread.collect(waits: isDue, into: &findings) else { return }
    } catch {
      self.pendingFrame = nil
      isPendingStale = false
      if isStale { return }
      throw error
    }
    self.pendingFrame = nil
    isPendingStale = false
    detectionCount += 1
    if isStale { return }
    takeBoxes()
    try tracker.absorb(boxes) { step, boxes, expected, motions in
      flow.measureAgain(step: step, boxes: boxes, expected: expected, into: &motions)
    }
    namer.note(tracker.tracks, findings.detections, at: seconds)
    namer.note(findings.labels, at: seconds)
  }

  private mutating func startTask(_ tracks: [TrackedBox], _ frame: Frame) {
    tracker.expectDetections()
    flow.keepFrames()
    pendingFrame = frameIndex
    thread.start(
      DetectionThread.Task(
        image: frame.image,
        regions: namer.regions(of: tracks, most: Self.looksPerDetection, in: frame.image),
        area: options.region))
  }

  private mutating func objects(
    _ tracks: [TrackedBox], in image: InputImage, at time: Duration
  ) -> [TrackedObject] {
    var objects: [TrackedObject] = []
    objects.reserveCapacity(tracks.count)
    for track in tracks {
      objects.append(
        TrackedObject(
          id: numbers.number(of: track.id, at: time), box: image.upright(track.box),
          confidence: track.confidence, labels: namer.labels(of: track.id)))
    }
    return objects
  }
}

extension BoxDetection {
  init(_ detection: DetectorWorker.Detection) {
    self.init(
      box: detection.frame, confidence: detection.confidence,
      classIndex: detection.classIndex)
  }
}

extension Detector {
  /// The share of the threshold down to which boxes may continue a track.
  private static let uncertainShare: Float = 0.4

  /// The detector that a tracker uses: it finds less certain boxes too, and many of them.
  ///
  /// All trackers of a detector share it, and so its compiled models.
  var forTracking: (detector: Detector, threshold: Float) {
    let threshold = options.confidenceThreshold ?? model.scoreThreshold
    let detector = loose.withLock { loose in
      if let loose { return loose }
      var options = options
      options.maxObjects = max(options.maxObjects, 100)
      options.confidenceThreshold = threshold * Self.uncertainShare
      let detector = Detector(model: model, labeling: labeling, options: options)
      loose = detector
      return detector
    }
    return (detector, threshold)
  }
}
