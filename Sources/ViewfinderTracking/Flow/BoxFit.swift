/// Tells how an object moved from points in its box, some of which lie on what is behind it.
enum BoxFit {
  /// A point that moves by less than this beside the camera's motion may be background, in pixels.
  private static let still: Float = 0.35
  private static let leastPoints = 3

  /// What is known of a box, in pixels of the finest level.
  struct Query {
    var center: SIMD2<Float>
    var size: SIMD2<Float>
    /// How far the scene behind it moved, or nothing when that is not known.
    var background: SIMD2<Float>?
    /// How far the box is expected to move, or nothing.
    var expected: SIMD2<Float>?
  }

  struct Motion {
    var shift: SIMD2<Float>
    var scale: Float
    var count: Int
    var spread: Float
  }

  /// Fits a shift and a growth to the points.
  ///
  /// When enough points move otherwise than the camera, those that move with it are background. Of
  /// the rest, the motion that most points share wins, points near the centre and near the expected
  /// motion counting more; least squares with Tukey's weights refine it.
  ///
  /// - Parameters:
  ///   - points: The points in the box; their weights are changed.
  ///   - box: The box.
  ///   - misses: Memory to work in.
  /// - Returns: The motion, or nothing when too few points share one, or when the box is expected
  ///   to move beside the camera and only background is seen.
  static func fit(
    _ points: inout [FollowedPoint], _ box: Query, misses: inout [Float]
  ) -> Motion? {
    guard points.count >= leastPoints, weigh(&points, box) else { return nil }
    guard var motion = vote(points) else { return nil }
    let noise: Float = 0.25 + 0.04 * (motion * motion).sum().squareRoot()
    var (scale, center) = (Float(1), SIMD2<Float>.zero)
    for round in 0..<4 {
      let tolerance = (round < 2 ? 5 : 3) * noise
      refine(points, size: box.size, tolerance: tolerance, &motion, &scale, &center)
    }
    misses.removeAll(keepingCapacity: true)
    for point in points where point.weight > 0 {
      let miss = point.shift - motion - (scale - 1) * (point.place - center)
      let distance = (miss * miss).sum().squareRoot()
      if distance < 3 * noise { misses.append(distance) }
    }
    guard misses.count >= leastPoints else { return nil }
    misses.sort()
    return Motion(
      shift: motion + (scale - 1) * (box.center - center), scale: scale, count: misses.count,
      spread: misses[misses.count / 2])
  }

  /// Gives every point its weight; says no when only background is seen.
  private static func weigh(_ points: inout [FollowedPoint], _ box: Query) -> Bool {
    var (total, moving, movingCount) = (Float(0), Float(0), 0)
    for index in points.indices {
      let aside = (points[index].place - box.center) / (box.size * 0.5)
      points[index].weight /= 1 + 0.75 * (aside * aside).sum()
      total += points[index].weight
      if let background = box.background, isMoving(points[index], background) {
        moving += points[index].weight
        movingCount += 1
      }
    }
    guard let background = box.background else {
      favour(&points, box.expected)
      return true
    }
    if movingCount >= leastPoints, moving > 0.25 * total {
      for index in points.indices where !isMoving(points[index], background) {
        points[index].weight = 0
      }
    } else if let expected = box.expected {
      let aside = expected - background
      if (aside * aside).sum() > 1.2 * 1.2 { return false }
    }
    favour(&points, box.expected)
    return true
  }

  private static func isMoving(_ point: FollowedPoint, _ background: SIMD2<Float>) -> Bool {
    let aside = point.shift - background
    return (aside * aside).sum() > still * still
  }

  private static func favour(_ points: inout [FollowedPoint], _ expected: SIMD2<Float>?) {
    guard let expected else { return }
    let width = max(1.5, 0.6 * (expected * expected).sum().squareRoot())
    for index in points.indices {
      let aside = points[index].shift - expected
      points[index].weight /= 1 + (aside * aside).sum() / (width * width)
    }
  }

  /// The motion of the point that most others move like.
  private static func vote(_ points: [FollowedPoint]) -> SIMD2<Float>? {
    var best: SIMD2<Float>?
    var most: Float = 0
    for candidate in points where candidate.weight > 0 {
      let width: Float = 0.4 + 0.05 * (candidate.shift * candidate.shift).sum().squareRoot()
      var votes: Float = 0
      for point in points {
        let aside = point.shift - candidate.shift
        votes += point.weight / (1 + (aside * aside).sum() / (width * width))
      }
      if votes > most { (best, most) = (candidate.shift, votes) }
    }
    return best
  }

  /// One round of weighted least squares for the shift of the weighted centre and the growth.
  private static func refine(
    _ points: [FollowedPoint], size: SIMD2<Float>, tolerance: Float, _ shift: inout SIMD2<Float>,
    _ scale: inout Float, _ center: inout SIMD2<Float>
  ) {
    let (old, oldScale, oldCenter) = (shift, scale, center)
    @inline(__always)
    func weight(_ point: FollowedPoint) -> Float {
      let miss = point.shift - old - (oldScale - 1) * (point.place - oldCenter)
      let rest = 1 - (miss * miss).sum() / (tolerance * tolerance)
      return rest > 0 ? point.weight * rest * rest : 0
    }
    var (sum, count) = (Float(0), 0)
    var (place, moved) = (SIMD2<Float>.zero, SIMD2<Float>.zero)
    for point in points {
      let weight = weight(point)
      guard weight > 0 else { continue }
      count += 1
      sum += weight
      place += weight * point.place
      moved += weight * point.shift
    }
    guard sum > 0 else { return }
    center = place / sum
    shift = moved / sum
    guard count >= 6 else {
      scale = 1
      return
    }
    // As if points without growth lay around: growth is believed only when it is seen widely.
    var (growth, squares) = (Float(0), 0.01 * sum * (size * size).sum())
    for point in points {
      let weight = weight(point)
      guard weight > 0 else { continue }
      let aside = point.place - center
      growth += weight * (aside * (point.shift - shift)).sum()
      squares += weight * (aside * aside).sum()
    }
    scale = 1 + min(max(growth / squares, -0.08), 0.08)
  }
}
