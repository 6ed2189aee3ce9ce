internal import ViewfinderCore

/// A box in pixels of the finest level.
struct BoxArea {
  var center: SIMD2<Float>
  var size: SIMD2<Float>
  /// The level to look for corners on, the part of it, and its index.
  var region: CornerFinder.Region
  var level: Int

  /// Parts of a box's sides that are left out at its edges, where background is likely.
  private static let inset = SIMD2(0.12, 0.07)
  /// The most pixels to look at for corners; larger boxes are looked at on a coarser level.
  private static let mostPixels = 4096

  /// Creates the area of a box, or nothing when too little of it lies in the frame.
  init?(_ box: Box, reduction: Int, levels: [GrayLevel]) {
    guard box.isProper else { return nil }
    let frame = SIMD2(Double(levels[0].width), Double(levels[0].height))
    let lower = SIMD2(box.x, box.y) / Double(reduction)
    let upper = SIMD2(box.maxX, box.maxY) / Double(reduction)
    let size = upper - lower
    center = SIMD2<Float>((lower + upper) / 2)
    self.size = SIMD2<Float>(size)
    let first = (lower + Self.inset * size).clamped(lowerBound: .zero, upperBound: frame)
    let last = (upper - Self.inset * size).clamped(lowerBound: .zero, upperBound: frame)
    var x = Int(first.x)..<max(Int(first.x), Int(last.x + 0.5))
    var y = Int(first.y)..<max(Int(first.y), Int(last.y + 0.5))
    level = 0
    while x.count * y.count > Self.mostPixels, level + 1 < levels.count {
      level += 1
      x = x.lowerBound / 2..<min(x.upperBound / 2, levels[level].width)
      y = y.lowerBound / 2..<min(y.upperBound / 2, levels[level].height)
    }
    guard x.count >= 3, y.count >= 3 else { return nil }
    region = CornerFinder.Region(x: x, y: y)
  }
}

extension FlowEstimator {
  /// The coarsest level on which a window does not see much more than the box.
  private static let leastSideOnLevel: Float = 6
  /// How far from where it began a point may come back, in pixels.
  private static let tolerance: Float = 0.5

  /// Puts corners of a part of the earlier frame into `places`.
  mutating func findCorners(
    level index: Int, region: CornerFinder.Region, most: Int, spacing: Int
  ) {
    let (width, height) = (Double(region.x.count), Double(region.y.count))
    let rows = min(max(Int((Double(most) * height / width).squareRoot() + 0.5), 1), most)
    places.removeAll(keepingCapacity: true)
    finder.find(
      earlier.pixels, earlier.levels[index], region, columns: max(most / rows, 1), rows: rows,
      spacing: spacing, into: &places)
    for place in places.indices { places[place] *= Float(1 << index) }
  }

  /// The level to begin with when points of a box are followed.
  func coarsest(for area: BoxArea) -> Int {
    var index = 0
    while index + 1 < earlier.levels.count,
      area.size.min() / Float(2 << index) >= Self.leastSideOnLevel
    { index += 1 }
    return index
  }

  /// Follows a point into the later frame and back again.
  ///
  /// - Returns: How far it moved, or nothing when it was lost or did not come back.
  mutating func followBothWays(
    _ place: SIMD2<Float>, guess: SIMD2<Float>, coarsest: Int
  ) -> SIMD2<Float>? {
    let levels = earlier.levels
    guard
      let shift = follower.follow(
        place, guess: guess, coarsest: coarsest, levels: levels,
        from: earlier.pixels, to: later.pixels)
    else { return nil }
    let moved = place + shift
    guard moved.x >= 0, moved.y >= 0, moved.x < Float(levels[0].width),
      moved.y < Float(levels[0].height),
      let back = follower.follow(
        moved, guess: -guess, coarsest: coarsest, levels: levels,
        from: later.pixels, to: earlier.pixels)
    else { return nil }
    let miss = shift + back
    return (miss * miss).sum() <= Self.tolerance * Self.tolerance ? shift : nil
  }
}

extension Box {
  func contains(_ place: SIMD2<Double>) -> Bool {
    place.x >= x && place.x < maxX && place.y >= y && place.y < maxY
  }
}

extension CameraMotion {
  /// A motion in pixels of a pyramid's finest level, as one in pixels of the frame.
  init(_ motion: Similarity, reduction: Double) {
    let (cosine, sine) = (Double(motion.turn.x), Double(motion.turn.y))
    self.init(
      xx: cosine, xy: -sine, dx: Double(motion.shift.x) * reduction,
      yx: sine, yy: cosine, dy: Double(motion.shift.y) * reduction)
  }
}
