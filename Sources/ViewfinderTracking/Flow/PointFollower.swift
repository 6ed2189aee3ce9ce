/// Finds where the surroundings of a point went: pyramidal Lucas–Kanade.
///
/// On every level, coarsest first, a window around the point in the earlier frame is compared with
/// one in the later frame, which is moved by Gauss–Newton steps until the differences are least
/// (Lucas and Kanade, 1981; Bouguet's pyramid, 2001). A difference in brightness that is the same
/// over the whole window is solved for too, and so has no influence.
struct PointFollower {
  /// The window: 12 × 11 pixels, from 5 left of and above the pixel that holds the point.
  private static let rows = 11
  private static let reach = 5
  private static let count = Float(12 * rows)
  /// Structure below this is noise: the least mean squared slope along any direction.
  private static let leastStructure: Float = 0.3
  /// A step along one level beyond this has lost the point.
  private static let farthest: Float = 9

  /// The earlier window and its slopes along x and y: for each row, three vectors of each.
  private var window = [SIMD4<Float>](repeating: .zero, count: 9 * rows)

  /// Follows a point.
  ///
  /// - Parameters:
  ///   - point: The place in the earlier frame, in pixels of the finest level.
  ///   - guess: About where it went.
  ///   - coarsest: The level to begin with.
  ///   - levels: The levels of both frames.
  ///   - earlier: The pixels of the earlier frame.
  ///   - later: The pixels of the later frame.
  /// - Returns: How far the point moved, in pixels of the finest level, or nothing when it has no
  ///   structure, left the frame or does not look alike.
  mutating func follow(
    _ point: SIMD2<Float>, guess: SIMD2<Float>, coarsest: Int, levels: [GrayLevel],
    from earlier: [Float], to later: [Float]
  ) -> SIMD2<Float>? {
    var shift = guess
    for index in stride(from: coarsest, through: 0, by: -1) {
      let level = levels[index]
      let scale = Float(1 << index)
      let x = min(max(Int(point.x / scale), 0), level.width - 1)
      let y = min(max(Int(point.y / scale), 0), level.height - 1)
      let found = describe(earlier.span, level, x: x, y: y).flatMap { structure in
        refine(later.span, level, x: x, y: y, shift: shift / scale, structure, isFinest: index == 0)
      }
      // A coarse level that cannot tell leaves it to the finer ones.
      if let found { shift = found * scale } else if index == 0 { return nil }
    }
    return shift
  }

  /// What is known of an earlier window.
  private struct Structure {
    /// The inverse of the matrix of squared slopes.
    var xx: Float
    var xy: Float
    var yy: Float
    /// The mean slope.
    var mean: SIMD2<Float>
    var variance: Float
  }

  private mutating func describe(
    _ pixels: Span<Float>, _ level: GrayLevel, x: Int, y: Int
  ) -> Structure? {
    let stride = level.stride
    let start = level.origin + (y - Self.reach) * stride + x - Self.reach
    precondition(
      start - stride > 0 && start + (Self.rows + 1) * stride <= pixels.count
        && x >= 0 && x < level.width && y >= 0 && y < level.height,
      "A window must lie in its level")
    let bytes = unsafe pixels.bytes
    var window = window.mutableSpan
    var (xx, xy, yy) = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)
    var (sumX, sumY) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
    var (sum, squares) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
    for row in 0..<Self.rows {
      for part in 0..<3 {
        let i = start &+ row &* stride &+ part &* 4
        let value = unsafe bytes.vector(i)
        let slopeX = unsafe (bytes.vector(i &+ 1) - bytes.vector(i &- 1)) * 0.5
        let slopeY = unsafe (bytes.vector(i &+ stride) - bytes.vector(i &- stride)) * 0.5
        let place = row &* 9 &+ part
        unsafe window[unchecked: place] = value
        unsafe window[unchecked: place &+ 3] = slopeX
        unsafe window[unchecked: place &+ 6] = slopeY
        xx += slopeX * slopeX
        xy += slopeX * slopeY
        yy += slopeY * slopeY
        sumX += slopeX
        sumY += slopeY
        sum += value
        squares += value * value
      }
    }
    let mean = SIMD2(sumX.sum(), sumY.sum()) / Self.count
    let a = xx.sum() - Self.count * mean.x * mean.x
    let b = xy.sum() - Self.count * mean.x * mean.y
    let c = yy.sum() - Self.count * mean.y * mean.y
    let half = (a - c) * 0.5
    let least = (a + c) * 0.5 - (half * half + b * b).squareRoot()
    guard least > Self.leastStructure * Self.count else { return nil }
    let inverse = 1 / (a * c - b * b)
    let value = sum.sum() / Self.count
    return Structure(
      xx: c * inverse, xy: -b * inverse, yy: a * inverse, mean: mean,
      variance: squares.sum() / Self.count - value * value)
  }

  private func refine(
    _ pixels: Span<Float>, _ level: GrayLevel, x: Int, y: Int, shift: SIMD2<Float>,
    _ structure: Structure, isFinest: Bool
  ) -> SIMD2<Float>? {
    let window = window.span
    let bytes = unsafe pixels.bytes
    let stride = level.stride
    let start = SIMD2(Float(x), Float(y))
    let limit = SIMD2(Float(level.width), Float(level.height))
    precondition(
      window.count == 9 * Self.rows && level.origin >= 7 * stride
        && level.origin + (level.height + 7) * stride <= pixels.count,
      "A window must lie in its level")
    let tolerance: Float = isFinest ? 0.0004 : 0.0025
    var place = start + shift
    var previous = SIMD2<Float>.zero
    for _ in 0..<(isFinest ? 10 : 6) {
      guard place.x >= -1, place.y >= -1, place.x < limit.x, place.y < limit.y else { return nil }
      // Rounds down, as the sum is not negative.
      let (left, top) = (Int(place.x + 1) - 1, Int(place.y + 1) - 1)
      let (fx, fy) = (place.x - Float(left), place.y - Float(top))
      var i = level.origin &+ (top &- Self.reach) &* stride &+ left &- Self.reach
      var (row0, row1, row2) = unsafe (
        across(bytes, i, fx), across(bytes, i &+ 4, fx), across(bytes, i &+ 8, fx)
      )
      var (sumX, sumY) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
      var (sum, squares) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
      for row in 0..<Self.rows {
        i &+= stride
        let (next0, next1, next2) = unsafe (
          across(bytes, i, fx), across(bytes, i &+ 4, fx), across(bytes, i &+ 8, fx)
        )
        let k = row &* 9
        let a = unsafe row0 + (next0 - row0) * fy - window[unchecked: k]
        let b = unsafe row1 + (next1 - row1) * fy - window[unchecked: k &+ 1]
        let c = unsafe row2 + (next2 - row2) * fy - window[unchecked: k &+ 2]
        unsafe sumX +=
          a * window[unchecked: k &+ 3] + b * window[unchecked: k &+ 4]
          + c * window[unchecked: k &+ 5]
        unsafe sumY +=
          a * window[unchecked: k &+ 6] + b * window[unchecked: k &+ 7]
          + c * window[unchecked: k &+ 8]
        sum += a + b + c
        squares += a * a + b * b + c * c
        (row0, row1, row2) = (next0, next1, next2)
      }
      let total = sum.sum()
      let slope = SIMD2(sumX.sum(), sumY.sum()) - structure.mean * total
      var step = SIMD2(
        -(structure.xx * slope.x + structure.xy * slope.y),
        -(structure.xy * slope.x + structure.yy * slope.y))
      // Steps back and forth between two places meet in the middle.
      let isBackAndForth = abs(step.x + previous.x) < 0.01 && abs(step.y + previous.y) < 0.01
      if isBackAndForth { step *= 0.5 }
      place += step
      previous = step
      let moved = place - start - shift
      guard abs(moved.x) + abs(moved.y) < Self.farthest else { return nil }
      if (step * step).sum() < tolerance || isBackAndForth {
        let mean = total / Self.count
        let variance = squares.sum() / Self.count - mean * mean
        // What is left must be noise or much less than what there was.
        if isFinest, variance > max(16, 0.5 * structure.variance) { return nil }
        return place - start
      }
    }
    return isFinest ? nil : place - start
  }
}

/// Four neighbouring pixels, each mixed with the one to its right.
@unsafe @inline(__always)
private func across(_ bytes: RawSpan, _ index: Int, _ fraction: Float) -> SIMD4<Float> {
  let value = unsafe bytes.vector(index)
  return unsafe value + (bytes.vector(index &+ 1) - value) * fraction
}
