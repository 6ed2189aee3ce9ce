package import ViewfinderCore

extension FlowEstimator {
  /// Keeps the newest frame and those that follow, so that motion between them can be measured for
  /// boxes that are found later.
  ///
  /// A second call lets go of what was kept and begins with the frame that is newest then. So many as
  /// ``BoxTracker/maximumDelay`` would be too much memory: behind ``maximumKeptCount`` frames all
  /// are let go of, as they are by a frame of another size and ``reset()``.
  ///
  /// - Complexity: O(1); no frame is copied, neither here nor when others follow.
  package mutating func keepFrames() {
    kept.count = 0
    kept.steps.removeAll(keepingCapacity: true)
    kept.isKeeping = hasFrame
  }

  /// The most frames that are kept: 32, each of about half a megabyte.
  package static let maximumKeptCount = 32

  /// Measures how the content of boxes moved between two frames that were kept.
  ///
  /// - Parameters:
  ///   - step: 0 for the motion from the first frame that was kept to the one behind it, and so on.
  ///   - boxes: Where the boxes were in the earlier of the two, in stored pixels of the frame.
  ///   - expected: As of ``advance(to:boxes:expected:into:)``.
  ///   - motions: Becomes the motion of each box, with no points that agree when it is unknown or
  ///     the frames are not kept.
  /// - Precondition: `expected` is empty or has an element for each box.
  /// - Complexity: O(corners); all steps together look at not many more corners than one
  ///   ``advance(to:boxes:expected:into:)``.
  package mutating func measureAgain(
    step: Int, boxes: [Box], expected: [SIMD2<Double>] = [], into motions: inout [BoxMotion]
  ) {
    precondition(
      expected.isEmpty || expected.count == boxes.count,
      "There must be an expected motion for each box, or none")
    motions.removeAll(keepingCapacity: true)
    for _ in boxes { motions.append(.unseen) }
    guard kept.isKeeping, kept.steps.indices.contains(step) else { return }
    bringBack(step)
    measure(
      boxes: boxes, expected: expected, camera: kept.steps[step].camera,
      isStill: kept.steps[step].isStill,
      mostCorners: options.cornersInBoxes / kept.steps.count, into: &motions)
    putBack(step)
  }

  /// Exchanges the estimator's frames for those of a step.
  private mutating func bringBack(_ step: Int) {
    if step + 1 < kept.count {
      swap(&earlier, &kept.frames[step])
      swap(&later, &kept.frames[step + 1])
    } else if step + 1 == kept.count {
      // The earlier one is the later one of the step.
      swap(&later, &kept.frames[step])
      swap(&earlier, &later)
    }
  }

  /// Undoes ``bringBack(_:)``.
  private mutating func putBack(_ step: Int) {
    if step + 1 < kept.count {
      swap(&earlier, &kept.frames[step])
      swap(&later, &kept.frames[step + 1])
    } else if step + 1 == kept.count {
      swap(&earlier, &later)
      swap(&later, &kept.frames[step])
    }
  }
}

/// The frames that an estimator keeps, but for its own two.
struct KeptFrames {
  struct Step {
    /// What the camera did, if that is known, in pixels of the finest level.
    var camera: Similarity?
    /// Whether the two frames show the same.
    var isStill: Bool
  }

  var isKeeping = false
  /// Memory for frames, of which ``count`` are kept.
  var frames: [GrayPyramid] = []
  var count = 0
  /// What is known of the motion from each frame to the next, up to the newest one.
  var steps: [Step] = []

  mutating func forget() {
    isKeeping = false
  }

  /// Puts a frame aside that the estimator is about to overwrite, in exchange for one to overwrite.
  mutating func put(_ frame: inout GrayPyramid) {
    // While there is no step, the first frame to keep is not the one that is overwritten.
    guard isKeeping, !steps.isEmpty else { return }
    if count == FlowEstimator.maximumKeptCount { return forget() }
    if count == frames.count { frames.append(GrayPyramid(workingSide: frame.workingSide)) }
    swap(&frames[count], &frame)
    count += 1
  }

  mutating func note(_ step: Step) {
    if isKeeping { steps.append(step) }
  }
}
