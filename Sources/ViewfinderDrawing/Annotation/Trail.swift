/// Lines that fade and narrow towards their oldest end.
enum Trail {
  /// Draws a trail.
  ///
  /// - Parameters:
  ///   - points: The way, oldest first.
  ///   - line: The line's width in pixels at its newest end; a third of it at the oldest.
  ///   - picture: What is seen of the plane.
  /// - Returns: The mask and where it lies; nothing when nothing is seen.
  static func mask(
    _ points: [BoxAnnotation.Point],
    line: Int,
    picture: PixelRect
  ) -> (mask: Mask, area: PixelRect)? {
    let points = thinned(points, spacing: Double(line))
    guard points.count > 1 else { return nil }
    let reach = Double(line) / 2 + 1
    let xs = points.map(\.x)
    let ys = points.map(\.y)
    let area = bounds(
      xs.min() ?? 0, ys.min() ?? 0, xs.max() ?? 0, ys.max() ?? 0, reach: reach
    ).intersection(picture)
    guard area.area > 0 else { return nil }
    var mask = Mask(
      width: area.width,
      height: area.height,
      bytes: [UInt8](repeating: 0, count: area.area),
      extents: [Range<Int>](repeating: 0..<0, count: area.height)
    )
    let count = Float(points.count - 1)
    for index in 1..<points.count {
      let (a, b) = (points[index - 1], points[index])
      let part = bounds(
        min(a.x, b.x), min(a.y, b.y), max(a.x, b.x), max(a.y, b.y), reach: reach
      ).intersection(area)
      guard part.area > 0 else { continue }
      let segment = Segment(
        a, b, ages: (Float(index - 1) / count, Float(index) / count), line: Float(line)
      )
      segment.draw(part, area, &mask)
    }
    return (mask, area)
  }

  /// Without points that are not finite, or that lie closer to the one before than `spacing`; the
  /// last one always stays.
  private static func thinned(
    _ points: [BoxAnnotation.Point],
    spacing: Double
  ) -> [BoxAnnotation.Point] {
    var kept: [BoxAnnotation.Point] = []
    for point in points where point.x.isFinite && point.y.isFinite {
      if let last = kept.last {
        let (x, y) = (point.x - last.x, point.y - last.y)
        guard x * x + y * y >= spacing * spacing else { continue }
      }
      kept.append(point)
    }
    if let last = points.last(where: { $0.x.isFinite && $0.y.isFinite }), kept.count > 1,
      kept.last != last
    {
      kept[kept.count - 1] = last
    }
    return kept
  }

  /// The whole pixels that hold a rectangle and a margin, within numbers that cannot overflow.
  private static func bounds(
    _ minX: Double,
    _ minY: Double,
    _ maxX: Double,
    _ maxY: Double,
    reach: Double
  ) -> PixelRect {
    func pixel(_ value: Double) -> Int { Int(min(max(value, -1e6), 1e6)) }
    let (x, y) = (pixel((minX - reach).rounded(.down)), pixel((minY - reach).rounded(.down)))
    return PixelRect(
      x: x,
      y: y,
      width: pixel((maxX + reach).rounded(.up)) - x,
      height: pixel((maxY + reach).rounded(.up)) - y
    )
  }
}

/// A piece of a trail.
private struct Segment {
  private let x: Float
  private let y: Float
  private let directionX: Float
  private let directionY: Float
  private let inverseSquare: Float
  private let ages: (Float, Float)
  private let line: Float

  /// The ages are 0 at the oldest end of the trail and 1 at the newest.
  init(_ a: BoxAnnotation.Point, _ b: BoxAnnotation.Point, ages: (Float, Float), line: Float) {
    x = Float(a.x)
    y = Float(a.y)
    directionX = Float(b.x - a.x)
    directionY = Float(b.y - a.y)
    let square = directionX * directionX + directionY * directionY
    inverseSquare = square > 0 && square.isFinite ? 1 / square : 0
    self.ages = ages
    self.line = line
  }

  /// Raises the mask, whose first pixel is that of `area`, to this piece within `part`.
  func draw(_ part: PixelRect, _ area: PixelRect, _ mask: inout Mask) {
    for row in part.y..<part.maxY {
      let toY = Float(row) + 0.5 - y
      let start = (row - area.y) * area.width - area.x
      var covered = Int.max..<Int.max
      for column in part.x..<part.maxX {
        let toX = Float(column) + 0.5 - x
        let along = min(max((toX * directionX + toY * directionY) * inverseSquare, 0), 1)
        let (offX, offY) = (toX - along * directionX, toY - along * directionY)
        let age = ages.0 + along * (ages.1 - ages.0)
        let radius = line * (1 + 2 * age) / 6
        let coverage = radius + 0.5 - (offX * offX + offY * offY).squareRoot()
        guard coverage > 0 else { continue }
        let value = UInt8(min(coverage, 1) * age * (2 - age) * 255 + 0.5)
        mask.bytes[start + column] = max(mask.bytes[start + column], value)
        covered = (covered.isEmpty ? column : covered.lowerBound)..<column + 1
      }
      guard !covered.isEmpty else { continue }
      let columns = covered.lowerBound - area.x..<covered.upperBound - area.x
      let known = mask.extents?[row - area.y] ?? columns
      mask.extents?[row - area.y] =
        known.isEmpty
        ? columns
        : min(known.lowerBound, columns.lowerBound)..<max(known.upperBound, columns.upperBound)
    }
  }
}
