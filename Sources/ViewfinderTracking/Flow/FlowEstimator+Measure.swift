internal import ViewfinderCore

extension FlowEstimator {
  /// Corners closer together than this, in pixels of their level, show the same.
  private static let spacing = (inFrame: 3, inBoxes: 2)
  /// What a point in a box counts for the camera's motion.
  private static let weightInBoxes: Float = 0.2
  /// What a point that lies in another box too counts for a box.
  private static let weightShared: Float = 0.25

  /// Measures the motion of boxes between the two frames.
  ///
  /// The camera's motion, if that is known, is in pixels of the finest level; `isStill` says that the
  /// two frames show the same. `mostCorners` are shared by all boxes, but each gets at least 4.
  mutating func measure(
    boxes: [Box], expected: [SIMD2<Double>], camera: Similarity?, isStill: Bool,
    mostCorners: Int, into motions: inout [BoxMotion]
  ) {
    let reduction = Double(earlier.reduction)
    let perBox = min(options.cornersPerBox, max(4, mostCorners / max(boxes.count, 1)))
    for (index, box) in boxes.enumerated() {
      guard let area = BoxArea(box, reduction: earlier.reduction, levels: earlier.levels)
      else { continue }
      let background = camera?.shift(at: area.center)
      let expectedShift =
        expected.isEmpty
        ? nil : SIMD2<Float>(expected[index] / reduction) + (background ?? .zero)
      findCorners(
        level: area.level, region: area.region, most: perBox, spacing: Self.spacing.inBoxes)
      follow(
        guess: expectedShift ?? background ?? .zero, coarsest: coarsest(for: area),
        isStill: isStill)
      for point in points.indices {
        let place = SIMD2<Double>(points[point].place) * reduction
        for other in boxes.indices where other != index && boxes[other].contains(place) {
          points[point].weight = Self.weightShared
        }
      }
      let query = BoxFit.Query(
        center: area.center, size: area.size, background: background, expected: expectedShift)
      guard let found = BoxFit.fit(&points, query, misses: &misses) else { continue }
      motions[index] = BoxMotion(
        dx: Double(found.shift.x) * reduction, dy: Double(found.shift.y) * reduction,
        scale: Double(found.scale), inlierCount: found.count,
        spread: Double(found.spread) * reduction)
    }
  }

  /// Whether the two frames show exactly the same, so that nothing need be followed.
  func isStill() -> Bool {
    let level = earlier.levels[0]
    let (a, b) = (earlier.pixels.span, later.pixels.span)
    for y in 0..<level.height {
      let row = level.origin + y * level.stride
      precondition(row + level.width <= min(a.count, b.count), "A level must lie in its memory")
      var most: Float = 0
      for x in row..<row + level.width {
        let apart = unsafe abs(a[unchecked: x] - b[unchecked: x])
        most = apart > most ? apart : most
      }
      if most > 0 { return false }
    }
    return true
  }

  /// Measures the camera's motion, in pixels of the finest level.
  mutating func measureCamera(boxes: [Box], isStill: Bool) -> Similarity? {
    // Half the size is enough: what is found there is followed on the finest level too.
    let index = min(1, earlier.levels.count - 1)
    let level = earlier.levels[index]
    findCorners(
      level: index, region: .init(x: 0..<level.width, y: 0..<level.height),
      most: options.cameraCorners, spacing: Self.spacing.inFrame)
    points.removeAll(keepingCapacity: true)
    let reduction = Double(earlier.reduction)
    for place in places {
      let found =
        isStill
        ? .zero
        : followBothWays(
          place, guess: lastCamera.shift(at: place), coarsest: earlier.levels.count - 1)
      guard let found else { continue }
      var point = FollowedPoint(place: place, shift: found)
      let stored = SIMD2<Double>(place) * reduction
      for box in boxes where box.contains(stored) { point.weight = Self.weightInBoxes }
      points.append(point)
    }
    let finest = earlier.levels[0]
    return CameraFit.fit(
      points, attempted: places.count, size: SIMD2(Float(finest.width), Float(finest.height)))
  }

  /// Follows the corners in `places` into `points`.
  private mutating func follow(guess: SIMD2<Float>, coarsest: Int, isStill: Bool) {
    points.removeAll(keepingCapacity: true)
    for place in places {
      let found = isStill ? .zero : followBothWays(place, guess: guess, coarsest: coarsest)
      if let found { points.append(FollowedPoint(place: place, shift: found)) }
    }
  }
}
