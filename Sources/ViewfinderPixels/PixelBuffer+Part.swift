package import ViewfinderCore

extension PixelBuffer {
  /// The part of a region that lies in the image; the whole image without a region.
  ///
  /// - Parameter region: A rectangle in stored pixels, of any size.
  /// - Returns: A rectangle whose sides are a millionth of a pixel at least.
  /// - Throws: `invalidArgument` when the region is not finite, has no area or lies outside.
  package func part(_ region: Box?) throws(ViewfinderError) -> Box {
    guard let region else { return bounds }
    guard region.isProper else {
      throw ViewfinderError(
        .invalidArgument,
        subject: "region",
        found: Self.text(region),
        expected: "finite numbers and positive sides"
      )
    }
    // Written with edges, not with Box.intersection: a width that is rounded could reach outside.
    let left = max(region.x, 0)
    let top = max(region.y, 0)
    let right = min(region.maxX, bounds.width)
    let bottom = min(region.maxY, bounds.height)
    let inside = Box(x: left, y: top, width: right - left, height: bottom - top)
    guard min(inside.width, inside.height) >= 1e-6 else {
      throw ViewfinderError(
        .invalidArgument,
        subject: "region",
        found: Self.text(region) + " lies outside",
        expected: "a part of the image of \(width) × \(height) pixels"
      )
    }
    return inside
  }

  private static func text(_ rect: Box) -> String {
    "x \(rect.x), y \(rect.y), width \(rect.width), height \(rect.height)"
  }
}
