/// Tells the camera's motion from points that mostly belong to a scene that stands still.
///
/// Pairs of points, drawn by a generator with a fixed seed, each suggest a similarity; the one that
/// most points agree with is refined by least squares in which far points count less and less
/// (random sample consensus: Fischler and Bolles, 1981; weights: Tukey's).
enum CameraFit {
  /// The farthest that a point may lie from where the motion takes it, in pixels.
  private static let tolerance: Float = 1
  private static let mostTrials = 80
  private static let leastPoints = 8
  /// The least part of the points, by weight, that must agree.
  private static let leastShare: Float = 0.45
  /// The least part of the points looked for that must have been found again.
  private static let leastFound: Float = 0.3
  /// The least standard deviation of the places that agree, in parts of the frame's sides.
  private static let leastSpread: Float = 0.08

  /// Fits a motion.
  ///
  /// - Parameters:
  ///   - points: The points.
  ///   - attempted: How many points were looked for, found again or not.
  ///   - size: The width and height of the finest level.
  /// - Returns: The motion, or nothing when too few points agree on one, or they cover too little
  ///   of the frame.
  static func fit(
    _ points: [FollowedPoint], attempted: Int, size: SIMD2<Float>
  ) -> Similarity? {
    guard points.count >= leastPoints, Float(points.count) >= leastFound * Float(attempted),
      var motion = search(points, farApart: 0.15 * max(size.x, size.y))
    else { return nil }
    var total: Float = 0
    for point in points { total += point.weight }
    for round in 0..<5 {
      let tolerance = round < 2 ? 2 * tolerance : tolerance
      guard let (refined, agreeing) = refine(motion, points, tolerance: tolerance, size: size)
      else { return nil }
      motion = refined
      if round == 4, agreeing < leastShare * total { return nil }
    }
    let isPlausible = (0.25...4).contains((motion.turn * motion.turn).sum())
    return isPlausible ? motion : nil
  }

  private static func search(_ points: [FollowedPoint], farApart: Float) -> Similarity? {
    var generator = FixedGenerator(seed: 1)
    var best: Similarity?
    var bestScore: Float = 0
    var total: Float = 0
    for point in points { total += point.weight }
    var trial = 0
    while trial < mostTrials {
      trial += 1
      let first = points[generator.next(below: points.count)]
      let second = points[generator.next(below: points.count)]
      let (before, after) = (second.place - first.place, second.moved - first.moved)
      let length = (before * before).sum()
      guard length > farApart * farApart else { continue }
      let motion = similarity(before, after, 1 / length, from: first.place, to: first.moved)
      var score: Float = 0
      for point in points {
        let miss = motion.moved(point.place) - point.moved
        let square = (miss * miss).sum()
        if square < tolerance * tolerance {
          score += point.weight * (1 - square / (tolerance * tolerance))
        }
      }
      if score > bestScore { (best, bestScore) = (motion, score) }
      // Nearly everything agrees: more trials find nothing better.
      if trial >= 8, bestScore > 0.85 * total { break }
    }
    return best
  }

  /// The similarity that takes one place to another and one difference about to another.
  private static func similarity(
    _ before: SIMD2<Float>, _ after: SIMD2<Float>, _ scale: Float, from place: SIMD2<Float>,
    to moved: SIMD2<Float>
  ) -> Similarity {
    let turn =
      SIMD2(
        before.x * after.x + before.y * after.y, before.x * after.y - before.y * after.x) * scale
    return Similarity(
      turn: turn,
      shift: moved
        - SIMD2(turn.x * place.x - turn.y * place.y, turn.y * place.x + turn.x * place.y))
  }

  /// One round of weighted least squares.
  private static func refine(
    _ motion: Similarity, _ points: [FollowedPoint], tolerance: Float, size: SIMD2<Float>
  ) -> (motion: Similarity, agreeing: Float)? {
    @inline(__always)
    func weight(_ point: FollowedPoint) -> Float {
      let miss = motion.moved(point.place) - point.moved
      let rest = 1 - (miss * miss).sum() / (tolerance * tolerance)
      return rest > 0 ? point.weight * rest * rest : 0
    }
    var (count, sum, agreeing) = (0, Float(0), Float(0))
    var (place, moved) = (SIMD2<Float>.zero, SIMD2<Float>.zero)
    for point in points {
      let weight = weight(point)
      guard weight > 0 else { continue }
      count += 1
      agreeing += point.weight
      sum += weight
      place += weight * point.place
      moved += weight * point.moved
    }
    guard count >= leastPoints, sum > 0 else { return nil }
    place /= sum
    moved /= sum
    var (along, across, squares) = (Float(0), Float(0), SIMD2<Float>.zero)
    for point in points {
      let weight = weight(point)
      guard weight > 0 else { continue }
      let (before, after) = (point.place - place, point.moved - moved)
      along += weight * (before.x * after.x + before.y * after.y)
      across += weight * (before.x * after.y - before.y * after.x)
      squares += weight * before * before
    }
    let least = size * leastSpread
    guard squares.x > sum * least.x * least.x, squares.y > sum * least.y * least.y else {
      return nil
    }
    let refined = similarity(
      SIMD2(1, 0), SIMD2(along, across), 1 / squares.sum(), from: place, to: moved)
    return (refined, agreeing)
  }
}
