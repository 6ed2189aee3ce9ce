/// Finds places for chips: at a corner of their box, within the picture, and where possible not
/// upon one another.
struct ChipPlacer {
  /// Where a chip lies, and which of its corners are round.
  struct Place: Hashable {
    var area: PixelRect
    var radii: RoundedShape.Radii
  }

  private let picture: PixelRect
  private var taken: [PixelRect] = []

  init(picture: PixelRect) {
    self.picture = picture
  }

  /// Places a chip of a width at the box with an outer edge, and keeps later ones off it.
  mutating func place(width: Int, at box: PixelRect, metrics: AnnotationMetrics) -> Place {
    let candidates = candidates(
      width: width, height: metrics.chipHeight, at: box, metrics: metrics)
    var best = candidates[0]
    var bestCost = Int.max
    for (rank, candidate) in candidates.enumerated() {
      let overlap = taken.reduce(0) { $0 + $1.intersection(candidate.area).area }
      let hidden = box.intersection(candidate.area).area
      // Any overlap is worse than hiding much of the box, and that is worse than any rank.
      let cost = (overlap * 2 + (3 * hidden > box.area ? 1 : 0)) * candidates.count + rank
      if cost < bestCost { (best, bestCost) = (candidate, cost) }
    }
    taken.append(best.area)
    return best
  }

  /// Above the box, in it, below it; at its left side, then at its right; then down its sides.
  private func candidates(
    width: Int,
    height: Int,
    at box: PixelRect,
    metrics: AnnotationMetrics
  ) -> [Place] {
    let radius = metrics.radius
    let line = metrics.line
    let left = box.x
    let right = box.maxX - width
    let above = box.y + line - height
    let below = box.maxY - line
    let bottom = box.maxY - height
    var places: [Place] = []
    func add(_ x: Int, _ y: Int, _ radii: RoundedShape.Radii) {
      guard y >= 0, y + height <= picture.height else { return }
      var radii = radii
      let inside = min(max(x, 0), max(0, picture.width - width))
      // A corner is square where it meets the box's line, and round where it reaches beyond.
      if inside + width > box.maxX - radius {
        if y == above { radii.bottomRight = radius }
        if y == below { radii.topRight = radius }
      }
      if inside < box.x + radius, inside != box.x {
        if y == above { radii.bottomLeft = radius }
        if y == below { radii.topLeft = radius }
      }
      places.append(
        Place(area: PixelRect(x: inside, y: y, width: width, height: height), radii: radii))
    }
    let tab = RoundedShape.Radii(
      topLeft: radius, topRight: radius, bottomLeft: 0, bottomRight: 0)
    let hanging = RoundedShape.Radii(
      topLeft: 0, topRight: 0, bottomLeft: radius, bottomRight: radius)
    func corner(_ isRight: Bool, _ isBottom: Bool) -> RoundedShape.Radii {
      RoundedShape.Radii(
        topLeft: isRight == isBottom ? radius : 0,
        topRight: isRight != isBottom ? radius : 0,
        bottomLeft: isRight != isBottom ? radius : 0,
        bottomRight: isRight == isBottom ? radius : 0
      )
    }
    add(left, above, tab)
    add(left, box.y, corner(false, false))
    add(left, below, hanging)
    add(right, above, tab)
    add(right, box.y, corner(true, false))
    add(right, below, hanging)
    add(left, bottom, corner(false, true))
    add(right, bottom, corner(true, true))
    let step = height + metrics.rim
    for x in [left, right] {
      for row in 1...6 { add(x, box.y + row * step, .init(all: radius)) }
    }
    for row in 1...6 { add(left, above - row * step, .init(all: radius)) }
    if places.isEmpty {
      let y = min(max(box.y, 0), max(0, picture.height - height))
      let x = min(max(left, 0), max(0, picture.width - width))
      let area = PixelRect(x: x, y: y, width: width, height: height)
      places.append(Place(area: area, radii: .init(all: radius)))
    }
    return places
  }
}
