internal import ViewfinderCore

/// Turns annotations into sprites.
struct AnnotationScene {
  /// Of 255: chips let a little of the picture through, rims and trails more.
  static let chipOpacity = 235
  static let rimOpacity = 90
  static let trailOpacity = 215

  private struct Item {
    let annotation: BoxAnnotation
    let metrics: AnnotationMetrics
    let box: PixelRect
    let color: PaintColor
    let chip: Chip?
    let place: ChipPlacer.Place?
  }

  private let picture: PixelRect
  private let full: AnnotationMetrics
  private let small: AnnotationMetrics

  init(width: Int, height: Int, scale: Double, isSubsampled: Bool) {
    picture = PixelRect(x: 0, y: 0, width: width, height: height)
    full = AnnotationMetrics(
      width: width, height: height, scale: scale, isSubsampled: isSubsampled)
    small = AnnotationMetrics(
      width: width, height: height, scale: scale, isSubsampled: isSubsampled, isSmall: true)
  }

  /// The sprites in the order of painting: trails, boxes, chips; of each the first on top.
  func sprites(_ annotations: [BoxAnnotation], cache: TextCache) throws(ViewfinderError) -> [Sprite]
  {
    var placer = ChipPlacer(picture: picture)
    var items: [Item] = []
    for annotation in annotations {
      guard let seen = seen(annotation.box) else { continue }
      let metrics = seen.area < Double(36 * full.type * full.type) ? small : full
      let box = outerEdge(seen, metrics)
      let limit = min(picture.width, max(box.width, 26 * metrics.type))
      let chip =
        metrics.chipHeight <= picture.height
        ? try Chip(annotation, limit: limit, metrics: metrics, cache: cache) : nil
      let place = chip.map { placer.place(width: $0.width, at: box, metrics: metrics) }
      items.append(
        Item(
          annotation: annotation,
          metrics: metrics,
          box: box,
          color: Palette.color(for: annotation.colorKey),
          chip: chip,
          place: place
        )
      )
    }
    var sprites: [Sprite] = []
    for item in items.reversed() { sprites += trail(item) }
    var corners = CornerMasks()
    for item in items.reversed() { sprites += box(item, &corners) }
    for item in items.reversed() { sprites += chip(item) }
    return sprites
  }

  // MARK: Parts

  /// The part of a frame that lies in the picture, if there is any.
  private func seen(_ frame: Box) -> Box? {
    guard frame.isProper else { return nil }
    let whole = Box(
      x: 0, y: 0, width: Double(picture.width), height: Double(picture.height))
    let seen = frame.intersection(whole)
    return seen.area > 0 ? seen : nil
  }

  /// The outer edge of a box's line: the frame on whole pixels or chroma samples, half a line
  /// outside, and shifted into the picture so that the whole line is seen.
  private func outerEdge(_ frame: Box, _ metrics: AnnotationMetrics) -> PixelRect {
    let outside = metrics.line / (2 * metrics.grid) * metrics.grid
    func sides(_ start: Double, _ end: Double, size: Int) -> (Int, Int) {
      func snapped(_ value: Double) -> Int {
        Int((value / Double(metrics.grid)).rounded()) * metrics.grid
      }
      let first = min(max(0, snapped(start) - outside), size - 1)
      return (first, max(first + 1, min(size, snapped(end) + outside)))
    }
    let (x, maxX) = sides(frame.x, frame.maxX, size: picture.width)
    let (y, maxY) = sides(frame.y, frame.maxY, size: picture.height)
    return PixelRect(x: x, y: y, width: maxX - x, height: maxY - y)
  }

  private func trail(_ item: Item) -> [Sprite] {
    guard
      let (mask, area) = Trail.mask(
        item.annotation.trail, line: full.line + full.rim, picture: picture
      )
    else { return [] }
    return [Sprite(area: area, color: item.color, opacity: Self.trailOpacity, mask: mask)]
  }

  private func box(_ item: Item, _ corners: inout CornerMasks) -> [Sprite] {
    let (line, rim, radius) = (item.metrics.line, item.metrics.rim, item.metrics.radius)
    var sprites = RoundedShape.frame(
      item.box.outset(rim),
      line: line + 2 * rim,
      radius: radius + rim,
      color: .black,
      opacity: Self.rimOpacity,
      corners: &corners
    )
    if let place = item.place {
      let area = place.area.outset(rim)
      let mask = RoundedShape.solid(
        width: area.width, height: area.height, radii: place.radii.outset(rim))
      sprites.append(
        Sprite(area: area, color: .black, opacity: Self.rimOpacity, mask: mask))
    }
    sprites += RoundedShape.frame(
      item.box, line: line, radius: radius, color: item.color, opacity: 255, corners: &corners)
    return sprites
  }

  private func chip(_ item: Item) -> [Sprite] {
    guard let chip = item.chip, let place = item.place else { return [] }
    let mask = RoundedShape.solid(
      width: place.area.width, height: place.area.height, radii: place.radii)
    let ground = Sprite(
      area: place.area, color: item.color, opacity: Self.chipOpacity, mask: mask)
    return [ground]
      + chip.sprites(
        in: place.area, metrics: item.metrics, color: Palette.textColor(on: item.color))
  }
}
