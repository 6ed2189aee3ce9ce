/// Rectangles with rounded corners, solid or as a frame.
///
/// Coverage is taken from the distance of a pixel's centre to the outline, which is exact on
/// straight edges along whole pixels and smooth around corners.
struct RoundedShape {
  /// The radii of the corners.
  struct Radii: Hashable {
    var topLeft: Int
    var topRight: Int
    var bottomLeft: Int
    var bottomRight: Int

    init(all radius: Int) {
      (topLeft, topRight, bottomLeft, bottomRight) = (radius, radius, radius, radius)
    }

    init(topLeft: Int, topRight: Int, bottomLeft: Int, bottomRight: Int) {
      self.topLeft = topLeft
      self.topRight = topRight
      self.bottomLeft = bottomLeft
      self.bottomRight = bottomRight
    }

    /// The radii of the outline that lies a distance outside.
    func outset(_ distance: Int) -> Radii {
      func grown(_ radius: Int) -> Int { radius > 0 ? radius + distance : 0 }
      return Radii(
        topLeft: grown(topLeft),
        topRight: grown(topRight),
        bottomLeft: grown(bottomLeft),
        bottomRight: grown(bottomRight)
      )
    }
  }

  /// A solid shape that fills a rectangle.
  static func solid(width: Int, height: Int, radii: Radii) -> Mask {
    var mask = Mask(
      width: width, height: height, bytes: [UInt8](repeating: 255, count: width * height))
    // Only corners are not covered in full, and each has its own quarter.
    for (radius, isRight, isBottom) in [
      (radii.topLeft, false, false), (radii.topRight, true, false),
      (radii.bottomLeft, false, true), (radii.bottomRight, true, true),
    ] {
      for row in 0..<min(radius, (height + 1) / 2) {
        let y = isBottom ? height - 1 - row : row
        for column in 0..<min(radius, (width + 1) / 2) {
          let x = isRight ? width - 1 - column : column
          let share = coverage(x, y, width: width, height: height, inset: 0, radius: radius)
          mask.bytes[y * width + x] = UInt8(share * 255 + 0.5)
        }
      }
    }
    return mask
  }

  /// The coverage of a pixel by a rounded rectangle that lies `inset` inside `width` × `height`.
  private static func coverage(
    _ x: Int,
    _ y: Int,
    width: Int,
    height: Int,
    inset: Int,
    radius: Int
  ) -> Float {
    let halfWidth = Float(width - 2 * inset) / 2
    let halfHeight = Float(height - 2 * inset) / 2
    guard halfWidth > 0, halfHeight > 0 else { return 0 }
    let radius = max(0, min(Float(radius - inset), halfWidth, halfHeight))
    let fromX = abs(Float(x) + 0.5 - Float(width) / 2) - halfWidth + radius
    let fromY = abs(Float(y) + 0.5 - Float(height) / 2) - halfHeight + radius
    let (outX, outY) = (max(fromX, 0), max(fromY, 0))
    let distance = (outX * outX + outY * outY).squareRoot() + min(max(fromX, fromY), 0) - radius
    return min(max(0.5 - distance, 0), 1)
  }

  private static func frameMask(width: Int, height: Int, line: Int, radius: Int) -> Mask {
    Mask(width: width, height: height) { x, y in
      coverage(x, y, width: width, height: height, inset: 0, radius: radius)
        - coverage(x, y, width: width, height: height, inset: line, radius: radius)
    }
  }

  /// The sprites of a frame whose outer edge is a rectangle's: four corners and four bars, of
  /// which no two overlap.
  static func frame(
    _ outer: PixelRect,
    line: Int,
    radius: Int,
    color: PaintColor,
    opacity: Int,
    corners: inout CornerMasks
  ) -> [Sprite] {
    let (width, height) = (outer.width, outer.height)
    // A side of whole chroma samples, so that bars and corners share none.
    let corner = (max(radius, line) + 2) / 2 * 2
    let whole = { (rect: PixelRect) in
      Sprite(area: rect, color: color, opacity: opacity, mask: nil)
    }
    guard width > 2 * corner, height > 2 * corner else {
      let mask = frameMask(width: width, height: height, line: line, radius: radius)
      return [Sprite(area: outer, color: color, opacity: opacity, mask: mask)]
    }
    let mask = corners.mask(line: line, radius: radius) {
      frameMask(width: 2 * corner, height: 2 * corner, line: line, radius: radius)
    }
    var sprites: [Sprite] = []
    for (right, bottom) in [(false, false), (true, false), (false, true), (true, true)] {
      sprites.append(
        Sprite(
          area: PixelRect(
            x: right ? outer.maxX - corner : outer.x,
            y: bottom ? outer.maxY - corner : outer.y,
            width: corner,
            height: corner
          ),
          color: color,
          opacity: opacity,
          mask: mask,
          maskX: right ? corner : 0,
          maskY: bottom ? corner : 0
        )
      )
    }
    let across = (x: outer.x + corner, width: width - 2 * corner)
    let down = (y: outer.y + corner, height: height - 2 * corner)
    for y in [outer.y, outer.maxY - line] {
      sprites.append(whole(PixelRect(x: across.x, y: y, width: across.width, height: line)))
    }
    for x in [outer.x, outer.maxX - line] {
      sprites.append(whole(PixelRect(x: x, y: down.y, width: line, height: down.height)))
    }
    return sprites
  }
}

/// The masks of corners, which all large frames of a picture share.
struct CornerMasks {
  private struct Key: Hashable {
    let line: Int
    let radius: Int
  }

  private var masks: [Key: Mask] = [:]

  mutating func mask(line: Int, radius: Int, make: () -> Mask) -> Mask {
    let key = Key(line: line, radius: radius)
    if let mask = masks[key] { return mask }
    let mask = make()
    masks[key] = mask
    return mask
  }
}
