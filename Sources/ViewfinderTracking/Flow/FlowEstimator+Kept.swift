public import ViewfinderCore

extension FlowEstimator {
  /// Keeps the newest frame, so that motion since then can be measured later.
  ///
  /// Only one frame is kept: a second call lets go of the first. So does a frame of another size, and
  /// ``reset()``.
  ///
  /// - Complexity: O(1); nothing is copied.
  public mutating func keepFrame() {
    guard hasFrame else { return }
    kept.place = .later
    kept.camera = Similarity()
  }

  /// Measures how the content of boxes moved from the frame that was kept to the newest one.
  ///
  /// - Parameters:
  ///   - boxes: Where the boxes were in the kept frame, in stored pixels of the frame.
  ///   - motions: Becomes the motion of each box, with no points that agree when it cannot be told;
  ///     that of none when no frame is kept or it is the newest.
  /// - Complexity: That of ``advance(to:boxes:expected:into:)`` without the pixels of the frame.
  public mutating func measureSinceKeptFrame(_ boxes: [Rect], into motions: inout [BoxMotion]) {
    motions.removeAll(keepingCapacity: true)
    for _ in boxes { motions.append(.unseen) }
    switch kept.place {
    case .none, .later: return
    case .earlier: measureOnce(boxes, into: &motions)
    case .aside:
      swap(&earlier, &kept.pyramid)
      measureOnce(boxes, into: &motions)
      swap(&earlier, &kept.pyramid)
    }
  }

  /// Measures motion without taking it for what the camera does from frame to frame.
  private mutating func measureOnce(_ boxes: [Rect], into motions: inout [BoxMotion]) {
    let usual = lastCamera
    lastCamera = kept.camera
    _ = measure(boxes: boxes, expected: [], into: &motions)
    lastCamera = usual
  }
}

/// The frame that an estimator was told to keep.
struct KeptFrame {
  enum Place {
    case none
    /// It is still the estimator's later or earlier frame.
    case later, earlier
    /// It is in ``pyramid``.
    case aside
  }

  var place = Place.none
  /// What the camera did since then, where that is known.
  var camera = Similarity()
  /// Memory for the frame; not built before it is needed.
  var pyramid = GrayPyramid(workingSide: 1)

  mutating func forget() {
    place = .none
  }

  /// Puts the frame aside if the estimator's earlier one, which it is about to let go of, is it.
  mutating func makeRoom(in earlier: inout GrayPyramid) {
    guard place == .earlier else { return }
    if pyramid.levels.isEmpty { pyramid = GrayPyramid(workingSide: earlier.workingSide) }
    swap(&earlier, &pyramid)
    place = .aside
  }

  /// Takes in that the estimator has gone on to a new frame.
  mutating func advance(by motion: Similarity) {
    if place == .later { place = .earlier }
    camera = camera.followed(by: motion)
  }
}
