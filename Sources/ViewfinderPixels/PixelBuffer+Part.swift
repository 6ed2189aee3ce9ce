package import ViewfinderCore

extension PixelBuffer {
  /// The part of a region that lies in the pixels; all of them without a region.
  ///
  /// - Parameter region: A rectangle in stored pixels, of any size.
  /// - Returns: A rectangle whose sides are a millionth of a pixel at least.
  /// - Throws: As ``ViewfinderCore/Box/part(of:in:)``, about the region.
  package func part(_ region: Box?) throws(ViewfinderError) -> Box {
    guard let region else { return bounds }
    do throws(ViewfinderError) {
      return try Box.part(of: region, in: PixelSize(width: width, height: height))
    } catch {
      throw error.about("region")
    }
  }
}

extension Box {
  /// The part of a region that lies in an image of some size.
  ///
  /// - Returns: A rectangle whose sides are a millionth of a pixel at least.
  /// - Throws: `invalidArgument` when the region is not finite, has no area or lies outside.
  package static func part(of region: Box, in size: PixelSize) throws(ViewfinderError) -> Box {
    guard region.isProper else {
      throw ViewfinderError(
        .invalidArgument, subject: "region",
        found: "x \(region.x), y \(region.y), width \(region.width), height \(region.height)",
        expected: "finite numbers and positive sides")
    }
    // Written with edges, not with Box.intersection: a width that is rounded could reach outside.
    let left = max(region.x, 0)
    let top = max(region.y, 0)
    let right = min(region.maxX, Double(size.width))
    let bottom = min(region.maxY, Double(size.height))
    guard min(right - left, bottom - top) >= 1e-6 else {
      throw ViewfinderError(
        .invalidArgument, found: "the region lies outside the image",
        expected: "a part of its \(size.width) × \(size.height) pixels")
    }
    return Box(x: left, y: top, width: right - left, height: bottom - top)
  }
}
