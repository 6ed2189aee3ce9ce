internal import ViewfinderCore

extension BoxTracker {
  /// The fewest points of a motion that is relied on.
  static let minimumInlierCount = 3

  /// Moves every track to where it is expected in the next frame.
  mutating func move(to time: Double, cameraMotion: CameraMotion?, boxMotions: [BoxMotion]) {
    precondition(
      boxMotions.isEmpty || boxMotions.count == motionRegions.count,
      "There must be a motion for each region")
    let elapsed = beginFrame(at: time, cameraMotion: cameraMotion)
    let camera = cameraMotion.flatMap { $0.isPlausible ? $0 : nil }
    var region = 0
    for index in states.indices {
      if region < boxMotions.count && regionTracks[region] == index {
        move(index, elapsed: elapsed, camera: camera, motion: boxMotions[region])
        region += 1
      } else {
        move(index, elapsed: elapsed, camera: camera, motion: nil)
      }
    }
  }

  /// Forgets how fast objects move, as after a pause in which they may have done anything.
  public mutating func forgetVelocities() {
    for index in states.indices { states[index].filter.halt() }
    expectedShifts.refill(.zero, count: expectedShifts.count)
  }

  /// Counts the frame and tells the seconds since the one before.
  mutating func beginFrame(at time: Double, cameraMotion: CameraMotion?) -> Double {
    frameCount += 1
    if cameraMotion?.isPlausible != true { knowsCamera = false }
    return clock.advance(to: time)
  }

  /// Moves one track by the camera's motion and by its own, measured or expected.
  mutating func move(_ index: Int, elapsed: Double, camera: CameraMotion?, motion: BoxMotion?) {
    let before = states[index].filter.position
    if let camera { states[index].filter.move(with: camera) }
    states[index].detectionIndex = -1
    states[index].isCovered = false
    let wasMoved = states[index].hasMoved
    states[index].hasMoved = true
    if let motion, motion.isReliable {
      let after = states[index].filter.position
      // Half a pixel, or a hundredth of the box, is what the pyramid's coarse pixels leave open.
      let deviation = max(motion.spread, 0.5, 0.01 * after.sides.y)
      states[index].filter.follow(
        shift: SIMD2(before.x + motion.dx - after.x, before.y + motion.dy - after.y),
        scale: min(max(motion.scale, 0.9), 1.1) / (camera?.scale ?? 1), deviation: deviation,
        elapsed: elapsed, step: clock.step)
      states[index].isFollowed = true
    } else {
      states[index].filter.predict(
        elapsed: elapsed, step: clock.step,
        // How fast sides grow is known too badly to go on with for more than a frame.
        keepsSize: states[index].missCount > 0 || wasMoved)
      states[index].isFollowed = false
    }
    states[index].expected = states[index].filter.box
  }

  /// Lists the boxes whose motion is worth measuring: those of tracks that were not missed and do
  /// not lie mostly in another one's.
  mutating func listMotionRegions() {
    motionRegions.removeAll(keepingCapacity: true)
    expectedShifts.removeAll(keepingCapacity: true)
    regionTracks.removeAll(keepingCapacity: true)
    for index in states.indices where states[index].missCount == 0 {
      let box = states[index].filter.box
      motionRegions.append(box.rect)
      let velocity = states[index].filter.velocity
      expectedShifts.append(clock.interval * SIMD2(velocity.x, velocity.y))
      regionTracks.append(index)
    }
  }
}

extension BoxMotion {
  /// Whether enough points agree on it.
  var isReliable: Bool {
    inlierCount >= BoxTracker.minimumInlierCount && dx.isFinite && dy.isFinite && scale.isFinite
      && scale > 0 && spread.isFinite
  }
}
