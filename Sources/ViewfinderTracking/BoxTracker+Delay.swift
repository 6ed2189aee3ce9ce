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
  ///   - measure: Measures what was not measured, or not in the right place, when the frames went
  ///     by: objects that are new, found again, or were not where they were expected. Is given the
  ///     number of the step, 0 for the one from the remembered frame to the next, boxes in the
  ///     earlier of the two frames and their expected shifts, and makes the motions those of the
  ///     boxes, or leaves them empty. Without it, such objects go on with their velocity.
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
    measuring measure: (
      _ step: Int, _ boxes: [Box], _ expected: [SIMD2<Double>], _ motions: inout [BoxMotion]
    ) -> Void = { _, _, _, _ in }
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
    for number in expectation.steps.indices {
      listStrays(in: expectation.steps[number])
      strayMotions.removeAll(keepingCapacity: true)
      if !strays.isEmpty { measure(number, strayBoxes, strayShifts, &strayMotions) }
      precondition(
        strayMotions.isEmpty || strayMotions.count == strays.count,
        "There must be a motion for each box")
      replay(expectation.steps[number])
    }
    publish()
    return tracks
  }

  /// Lists the tracks with a detection whose motion was not measured in a step, or elsewhere.
  private mutating func listStrays(in step: Expectation.Step) {
    strays.removeAll(keepingCapacity: true)
    strayBoxes.removeAll(keepingCapacity: true)
    strayShifts.removeAll(keepingCapacity: true)
    var place = step.motions.lowerBound
    for index in states.indices where states[index].isMatched {
      let isLogged = expectation.find(states[index].serial, in: step, from: &place) != nil
      guard states[index].isMisplaced || !isLogged else { continue }
      let (box, velocity) = (states[index].filter.box, states[index].filter.velocity)
      strays.append(index)
      strayBoxes.append(box.rect)
      strayShifts.append(clock.interval * SIMD2(velocity.x, velocity.y))
    }
  }

  /// Moves every track as in a frame that has gone by.
  private mutating func replay(_ step: Expectation.Step) {
    let elapsed = beginFrame(at: step.time, cameraMotion: step.cameraMotion)
    let camera = step.cameraMotion.flatMap { $0.isPlausible ? $0 : nil }
    var place = step.motions.lowerBound
    var stray = 0
    for index in states.indices {
      var motion = expectation.find(states[index].serial, in: step, from: &place)
      if stray < strays.count, strays[stray] == index {
        motion = strayMotions.isEmpty ? nil : strayMotions[stray]
        stray += 1
      }
      let detection = states[index].detectionIndex
      move(index, elapsed: elapsed, camera: camera, motion: motion)
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

  /// The motion of a track in a step; tracks must be asked for by rising serial number.
  func find(_ serial: Int, in step: Step, from place: inout Int) -> BoxMotion? {
    while place < step.motions.upperBound, motions[place].serial < serial { place += 1 }
    guard place < step.motions.upperBound, motions[place].serial == serial else { return nil }
    return motions[place].motion
  }
}
