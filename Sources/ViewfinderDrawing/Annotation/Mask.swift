/// How much of each pixel of a rectangle something covers, 0 through 255.
struct Mask: Hashable {
  let width: Int
  let height: Int
  var bytes: [UInt8]
  /// For each row the columns that may be covered; nothing when all may be.
  var extents: [Range<Int>]?

  init(width: Int, height: Int, bytes: [UInt8], extents: [Range<Int>]? = nil) {
    self.width = width
    self.height = height
    self.bytes = bytes
    self.extents = extents
  }

  /// Computes a mask from the coverage of the pixel at each column and row, 0 through 1.
  init(width: Int, height: Int, coverage: (Int, Int) -> Float) {
    self.width = width
    self.height = height
    bytes = []
    bytes.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width {
        bytes.append(UInt8(min(max(coverage(x, y), 0), 1) * 255 + 0.5))
      }
    }
  }

  func columns(_ row: Int) -> Range<Int> { extents?[row] ?? 0..<width }
}

/// A rectangle of whole pixels.
struct PixelRect: Hashable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  var maxX: Int { x + width }
  var maxY: Int { y + height }
  var area: Int { max(0, width) * max(0, height) }

  func intersection(_ other: PixelRect) -> PixelRect {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return PixelRect(
      x: left,
      y: top,
      width: max(0, min(maxX, other.maxX) - left),
      height: max(0, min(maxY, other.maxY) - top)
    )
  }

  func outset(_ distance: Int) -> PixelRect {
    PixelRect(
      x: x - distance,
      y: y - distance,
      width: width + 2 * distance,
      height: height + 2 * distance
    )
  }
}

/// A rectangle that is painted in one colour, in full or through a part of a mask.
struct Sprite {
  var area: PixelRect
  var color: PaintColor
  /// 255 hides what is beneath.
  var opacity: Int
  var mask: Mask?
  /// The column and row of the mask that lie upon the area's first pixel.
  var maskX = 0
  var maskY = 0
}
