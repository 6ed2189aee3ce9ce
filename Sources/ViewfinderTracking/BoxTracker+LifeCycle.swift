internal import ViewfinderCore

extension BoxTracker {
  /// How long a confirmed track that is missed is still reported, in seconds; the first frame
  /// in which it is missed counts in any case.
  private static let predictionTime = 0.135
  /// The same for one that another track hides.
  private static let coveredPredictionTime = 0.35
  /// The share of a box that must be under another one for it to count as hidden.
  private static let hidingCoverage = 0.3
  /// How many detections a track must have to be reported while it is missed.
  private static let maturity = 10
  /// How many frames with detections a track must be missed in to be given up.
  private static let minimumMissCount = 3

  /// Checks and keeps the detections of a frame.
  mutating func take(_ detections: [BoxDetection]) throws(ViewfinderError) {
    confident.removeAll(keepingCapacity: true)
    uncertain.removeAll(keepingCapacity: true)
    guard detections.count <= Self.maximumCount else {
      throw ViewfinderError(
        .tooLarge, subject: "detections", found: "\(detections.count) boxes in a frame",
        expected: "at most \(Self.maximumCount)")
    }
    for (index, detection) in detections.enumerated() { try detection.check(index: index) }
    for (index, detection) in detections.enumerated()
    where detection.box.width > 0 && detection.box.height > 0
      && detection.confidence > options.ignoredConfidence
    {
      let box = BoxVector(detection.box)
      let candidate = Candidate(
        box: box, confidence: Double(detection.confidence), classIndex: detection.classIndex ?? -1,
        index: index)
      extent.x = min(extent.x, box.left)
      extent.y = min(extent.y, box.top)
      extent.z = max(extent.z, box.right)
      extent.w = max(extent.w, box.bottom)
      if detection.confidence >= options.confidentThreshold {
        confident.append(candidate)
      } else {
        uncertain.append(candidate)
      }
    }
  }

  /// Whether a track that was reported may still be reported again: it is seen, or remembered.
  ///
  /// - Complexity: O(*tracks*).
  public func remembers(_ id: Int) -> Bool {
    states.contains { $0.id == id }
  }

  /// Counts misses and gives up tracks that were not seen for too long or left the frame.
  mutating func endUnmatched() {
    for index in states.indices where !states[index].isMatched {
      states[index].missCount += 1
      if states[index].phase == .active { states[index].phase = .lost }
    }
    let memory = memory
    states.removeAll { state in
      guard !state.isMatched else { return false }
      if state.phase == .tentative { return true }
      if clock.time - state.lastSeenTime > memory
        && state.missCount >= Self.minimumMissCount
      {
        return true
      }
      guard let frameSize else { return false }
      let centre = state.filter.position
      return centre.x < 0 || centre.y < 0 || centre.x > frameSize.x || centre.y > frameSize.y
    }
    for index in states.indices where states[index].phase == .lost {
      states[index].isCovered = isCovered(index)
    }
  }

  /// Whether an object nearer to the camera, whose feet are lower, hides a track.
  private func isCovered(_ index: Int) -> Bool {
    let box = states[index].expected
    return states.contains { other in
      other.isMatched && other.filter.position.bottom > box.bottom - 0.1 * box.w
        && box.coverage(by: other.filter.box) >= Self.hidingCoverage
    }
  }

  /// Begins tracks for confident detections that are left.
  mutating func beginTracks() {
    let threshold = max(options.newTrackThreshold, options.confidentThreshold)
    for candidate in confident where !candidate.isTaken && candidate.confidence >= Double(threshold)
    {
      if states.count >= Self.maximumCount && !dropLongestLost() { return }
      let isConfirmed = options.confirmation == .immediate || frameCount == 1
      states.append(
        TrackState(
          serial: nextSerial, phase: isConfirmed ? .active : .tentative,
          filter: BoxFilter(candidate.box), expected: candidate.box,
          confidence: candidate.confidence, classIndex: candidate.classIndex,
          birthTime: clock.time, lastSeenTime: clock.time, surprise: scene.surprise,
          detectionIndex: candidate.index))
      nextSerial += 1
    }
  }

  /// Makes room for a new track.
  private mutating func dropLongestLost() -> Bool {
    var longest: Int?
    for index in states.indices where states[index].phase == .lost {
      if longest.map({ states[index].lastSeenTime < states[$0].lastSeenTime }) ?? true {
        longest = index
      }
    }
    guard let longest else { return false }
    states.remove(at: longest)
    return true
  }

  /// Writes down what is reported.
  mutating func publish() {
    tracks.removeAll(keepingCapacity: true)
    for index in states.indices where isAnswered(states[index]) {
      let state = states[index]
      let id = state.id ?? nextID
      if state.id == nil {
        states[index].id = id
        nextID += 1
      }
      tracks.append(TrackedBox(state, id: id, at: clock.time))
    }
    listMotionRegions()
  }

  private func isAnswered(_ state: TrackState) -> Bool {
    switch state.phase {
    case .tentative: return false
    case .active:
      // Nothing vouches for it when there are no detections at all for so long.
      return state.isFollowed || clock.time - state.lastSeenTime <= memory
    case .lost:
      guard state.detectionCount >= Self.maturity else { return false }
      let absence = clock.time - state.lastSeenTime
      let isRecent = state.missCount <= 1 || absence <= Self.predictionTime
      guard isRecent || (state.isCovered && absence <= Self.coveredPredictionTime) else {
        return false
      }
      // Who is about to leave is more likely gone than hidden.
      let box = state.filter.box
      let (left, right, bottom) =
        frameSize.map { (0, $0.x, $0.y) } ?? (extent.x, extent.z, extent.w)
      return box.left >= left && box.right <= right && box.bottom <= bottom
    }
  }
}

extension BoxDetection {
  func check(index: Int) throws(ViewfinderError) {
    func check(_ number: Double) throws(ViewfinderError) {
      guard abs(number) <= BoxTracker.maximumCoordinate else {
        throw ViewfinderError(
          .invalidArgument, subject: "detection \(index)", found: "the number \(number) in a box",
          expected: "at most \(BoxTracker.maximumCoordinate)")
      }
    }
    try check(box.x)
    try check(box.y)
    try check(box.width)
    try check(box.height)
    guard box.width >= 0, box.height >= 0 else {
      throw ViewfinderError(
        .invalidArgument, subject: "detection \(index)",
        found: "a box of \(box.width) × \(box.height)", expected: "sides that are not negative")
    }
    guard confidence.isFinite else {
      throw ViewfinderError(
        .invalidArgument, subject: "detection \(index)", found: "the confidence \(confidence)",
        expected: "a finite number")
    }
  }
}
