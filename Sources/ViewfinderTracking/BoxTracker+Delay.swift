public import ViewfinderCore

extension BoxTracker {
  /// The most frames that detections may be late by: 512.
  public static let maximumDelay = 512

  /// Remembers the newest frame as the one that a detector is at work on.
  ///
  /// Frames that follow are answered by ``advance(to:cameraMotion:boxMotions:)`` until the
  /// detections come; ``absorb(_:measuring:)`` takes them in. Only one frame is remembered: a second
  /// call replaces the first, and ``update(_:at:cameraMotion:boxMotions:)`` forgets it.
  ///
  /// - Complexity: O(*tracks*).
  public mutating func expectDetections() {
    expectation.begin(
      states: states, scene: scene, clock: clock, frameCount: frameCount, knowsCamera: knowsCamera)
  }

  /// Whether a frame is remembered whose detections have not come.
  public var isExpectingDetections: Bool { expectation.isActive }

  /// Takes in the detections of the frame that was remembered, as if they had come at once.
  ///
  /// The tracker goes back to that frame, associates, and goes through the frames since then once
  /// more with the motions that were measured then.
  ///
  /// - Parameters:
  ///   - detections: What a detector found in the remembered frame.
  ///   - measure: Is given the boxes in the remembered frame of objects that no motion to the newest
  ///     frame is known for, the new and those found again, and appends how the content of each moved
  ///     since then, as ``FlowEstimator/measureSinceKeptFrame(_:into:)`` does; or appends nothing. It
  ///     is not called when there are no such objects.
  /// - Returns: The objects in the newest frame: ``tracks``. When ``isExpectingDetections`` is
  ///   false, because more than ``maximumDelay`` frames went by or the tracker was reset, the
  ///   detections are too old to be of use and the answer stays as it is.
  /// - Throws: As ``update(_:at:cameraMotion:boxMotions:)``; the answer then stays as it is, and
  ///   the frame is forgotten.
  /// - Precondition: There are as many motions as boxes or none.
  /// - Complexity: That of ``update(_:at:cameraMotion:boxMotions:)`` and O(*tracks*) for each frame
  ///   since then.
  @discardableResult
  public mutating func absorb(
    _ detections: [BoxDetection],
    measuring measure: (_ boxes: [Rect], _ motions: inout [BoxMotion]) -> Void = { _, _ in }
  ) throws(ViewfinderError) -> [TrackedBox] {
    guard expectation.isActive else { return tracks }
    expectation.isActive = false
    try take(detections)
    swap(&states, &expectation.states)
    scene = expectation.scene
    clock = expectation.clock
    frameCount = expectation.frameCount
    knowsCamera = expectation.knowsCamera
    for index in states.indices { states[index].detectionIndex = -1 }
    associate()
    for step in expectation.steps { replay(step) }
    if !expectation.steps.isEmpty { placeUnfollowed(detections, measuring: measure) }
    publish()
    return tracks
  }

  /// Puts what was detected, but not followed since, to where its content is seen now.
  private mutating func placeUnfollowed(
    _ detections: [BoxDetection],
    measuring measure: (_ boxes: [Rect], _ motions: inout [BoxMotion]) -> Void
  ) {
    unplaced.removeAll(keepingCapacity: true)
    for state in states where state.isMatched && !state.isFollowed {
      unplaced.append(detections[state.detectionIndex].frame)
    }
    if unplaced.isEmpty { return }
    placements.removeAll(keepingCapacity: true)
    measure(unplaced, &placements)
    precondition(
      placements.isEmpty || placements.count == unplaced.count,
      "There must be a motion for each box")
    var place = 0
    for index in states.indices where states[index].isMatched && !states[index].isFollowed {
      defer { place += 1 }
      guard place < placements.count, placements[place].isReliable else { continue }
      let (box, motion) = (BoxVector(unplaced[place]), placements[place])
      states[index].filter.correct(
        BoxVector(
          box.x + motion.dx, box.y + motion.dy, box.z * motion.scale, box.w * motion.scale),
        confidence: states[index].confidence)
      states[index].isFollowed = true
    }
  }

  /// Moves every track as in a frame that has gone by.
  private mutating func replay(_ step: Expectation.Step) {
    let elapsed = beginFrame(at: step.time, cameraMotion: step.cameraMotion)
    let camera = step.cameraMotion.flatMap { $0.isPlausible ? $0 : nil }
    // Both are in the order of the serial numbers.
    var place = step.motions.lowerBound
    for index in states.indices {
      while place < step.motions.upperBound
        && expectation.motions[place].serial < states[index].serial
      { place += 1 }
      let isLogged =
        place < step.motions.upperBound
        && expectation.motions[place].serial == states[index].serial
      let detection = states[index].detectionIndex
      move(
        index, elapsed: elapsed, camera: camera,
        motion: isLogged ? expectation.motions[place].motion : nil)
      states[index].detectionIndex = detection
    }
  }
}

/// A frame whose detections are to come, and what was measured since.
struct Expectation: Sendable {
  struct Step: Sendable {
    var time: Double
    var cameraMotion: CameraMotion?
    /// Its range among the motions.
    var motions: Range<Int>
  }

  struct Motion: Sendable {
    /// The serial number of the track.
    var serial: Int
    var motion: BoxMotion
  }

  var isActive = false
  var states: [TrackState] = []
  private(set) var scene = SceneMotion()
  private(set) var clock = FrameClock()
  private(set) var frameCount = 0
  private(set) var knowsCamera = true
  private(set) var steps: [Step] = []
  private(set) var motions: [Motion] = []

  mutating func begin(
    states: [TrackState], scene: SceneMotion, clock: FrameClock, frameCount: Int,
    knowsCamera: Bool
  ) {
    isActive = true
    // A copy of the elements: sharing the array would make the next change allocate.
    self.states.removeAll(keepingCapacity: true)
    self.states.append(contentsOf: states)
    self.scene = scene
    self.clock = clock
    self.frameCount = frameCount
    self.knowsCamera = knowsCamera
    steps.removeAll(keepingCapacity: true)
    motions.removeAll(keepingCapacity: true)
  }

  mutating func log(
    time: Double, cameraMotion: CameraMotion?, motions measured: [BoxMotion],
    tracks: [Int], states: [TrackState]
  ) {
    guard steps.count < BoxTracker.maximumDelay else {
      isActive = false
      return
    }
    let start = motions.count
    for (motion, track) in zip(measured, tracks) {
      motions.append(Motion(serial: states[track].serial, motion: motion))
    }
    steps.append(Step(time: time, cameraMotion: cameraMotion, motions: start..<motions.count))
  }
}
