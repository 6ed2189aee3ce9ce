package import ViewfinderCore
package import ViewfinderPixels

/// Measures how the camera and the content of boxes moved from one frame of a video to the next.
///
/// Frames are shrunk to a small gray pyramid. Corners spread over the earlier frame, and more of
/// them in every box, are followed into the later one by pyramidal Lucas–Kanade, and back again;
/// those that do not return to where they began are dropped. The camera's motion is the similarity
/// that most of them share, and a box's motion the shift and growth that most points of the box
/// share, without those that move with the background.
///
/// Nothing depends on chance or on earlier runs: the same frames give the same numbers. The memory
/// is kept from frame to frame, so that frames of one size allocate nothing after the second, unless
/// more are kept by ``keepFrames()`` than ever before.
package struct FlowEstimator: Sendable {
  /// The work that is done for each frame.
  package struct Options: Hashable, Sendable {
    /// The length in pixels that a frame's longer side is shrunk near to, by a whole number; at
    /// least 64.
    package var workingSide: Int
    /// The most corners outside boxes, spread over the frame.
    package var cameraCorners: Int
    /// The most corners in each box.
    package var cornersPerBox: Int
    /// The most corners in all boxes together; many boxes get fewer each, but at least 4.
    package var cornersInBoxes: Int

    /// Creates options.
    package init(
      workingSide: Int = 320, cameraCorners: Int = 96, cornersPerBox: Int = 16,
      cornersInBoxes: Int = 320
    ) {
      self.workingSide = workingSide
      self.cameraCorners = cameraCorners
      self.cornersPerBox = cornersPerBox
      self.cornersInBoxes = cornersInBoxes
    }
  }

  /// The options it was created with.
  package let options: Options

  var earlier: GrayPyramid
  var later: GrayPyramid
  /// Whether `later` holds a frame.
  var hasFrame = false
  var follower = PointFollower()
  var finder = CornerFinder()
  var places: [SIMD2<Float>] = []
  var points: [FollowedPoint] = []
  var misses: [Float] = []
  /// The camera's last motion: about where to look for what the camera does next.
  var lastCamera = Similarity()
  var kept = KeptFrames()

  /// Creates an estimator that has seen no frame.
  package init(options: Options = Options()) {
    precondition(options.workingSide >= 64, "The working side must be at least 64")
    self.options = options
    earlier = GrayPyramid(workingSide: options.workingSide)
    later = earlier
  }

  /// Forgets the frames seen: the next one is a first one.
  package mutating func reset() {
    hasFrame = false
    lastCamera = Similarity()
    kept.forget()
  }

  /// Takes in a frame and measures the motion since the one before.
  ///
  /// - Parameters:
  ///   - image: The frame; only its first plane is looked at when it is YCbCr. A frame of another
  ///     size starts anew.
  ///   - boxes: Where boxes were in the frame before, in stored pixels of the frame.
  /// - Returns: The camera's motion, or nothing when it is unknown (the first frame, a cut, a
  ///   frame without structure); and the motion of each box, with no points that agree when it
  ///   is unknown. Both in stored pixels of the frame.
  /// - Complexity: O(pixels of the frame + corners).
  package mutating func advance(
    to image: PixelBuffer, boxes: [Box]
  ) -> (camera: CameraMotion?, boxes: [BoxMotion]) {
    var motions: [BoxMotion] = []
    let camera = advance(to: image, boxes: boxes, into: &motions)
    return (camera, motions)
  }

  /// Takes in a frame and measures the motion since the one before, into memory of the caller.
  ///
  /// - Parameters:
  ///   - image: The frame; only its first plane is looked at when it is YCbCr. A frame of another
  ///     size starts anew.
  ///   - boxes: Where boxes were in the frame before, in stored pixels of the frame.
  ///   - expected: How far the centre of each box is expected to move besides what the camera
  ///     moves, in pixels, such as ``BoxTracker/expectedShifts``; empty when nothing is known. It
  ///     helps with fast objects and with telling an object from what passes in front of it.
  ///   - motions: Becomes the motion of each box, with no points that agree when it is unknown.
  /// - Returns: The camera's motion, or nothing when it is unknown.
  /// - Precondition: `expected` is empty or has an element for each box.
  /// - Complexity: O(pixels of the frame + corners).
  package mutating func advance(
    to image: PixelBuffer, boxes: [Box], expected: [SIMD2<Double>] = [],
    into motions: inout [BoxMotion]
  ) -> CameraMotion? {
    precondition(
      expected.isEmpty || expected.count == boxes.count,
      "There must be an expected motion for each box, or none")
    kept.put(&earlier)
    swap(&earlier, &later)
    later.build(from: image)
    motions.removeAll(keepingCapacity: true)
    for _ in boxes { motions.append(.unseen) }
    defer { hasFrame = true }
    guard hasFrame, later.hasSize(of: earlier) else {
      lastCamera = Similarity()
      kept.forget()
      return nil
    }
    let isStill = isStill()
    let camera = measureCamera(boxes: boxes, isStill: isStill)
    lastCamera = camera ?? Similarity()
    kept.note(KeptFrames.Step(camera: camera, isStill: isStill))
    measure(
      boxes: boxes, expected: expected, camera: camera, isStill: isStill,
      mostCorners: options.cornersInBoxes, into: &motions)
    return camera.map { CameraMotion($0, reduction: Double(earlier.reduction)) }
  }
}
