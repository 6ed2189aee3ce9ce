package import ViewfinderCore

/// Where a sampled region came to lie in the target, and the way back.
///
/// A point of the upright region at (x, y), in pixels from the region's top-left corner, lies at
/// (x · `scaleX` + `offsetX`, y · `scaleY` + `offsetY`) in the target.
package struct Placement: Hashable, Sendable {
  /// Target pixels per upright source pixel, to the right.
  package let scaleX: Double

  /// Target pixels per upright source pixel, downwards.
  package let scaleY: Double

  /// The left edge of the image in the target, in target pixels; 0 unless letterboxed.
  package let offsetX: Double

  /// The top edge of the image in the target, in target pixels; 0 unless letterboxed.
  package let offsetY: Double

  /// The part of the source that was sampled, in stored pixels, after clamping to the image.
  package let region: Box

  /// How the region was turned.
  package let orientation: ImageOrientation

  /// Maps a rectangle of the target back to the source image.
  ///
  /// The result is not clamped: what reaches into a letterbox's bars reaches out of the region.
  ///
  /// - Parameter rect: A rectangle in target pixels.
  /// - Returns: The rectangle in stored pixels of the whole source image.
  /// - Complexity: O(1).
  package func sourceRect(_ rect: Box) -> Box {
    let upright = Box(
      x: (rect.x - offsetX) / scaleX,
      y: (rect.y - offsetY) / scaleY,
      width: rect.width / scaleX,
      height: rect.height / scaleY
    )
    var stored = orientation.stored(upright, width: region.width, height: region.height)
    stored.x += region.x
    stored.y += region.y
    return stored
  }

  /// Maps a rectangle of the source image to the target.
  ///
  /// - Parameter rect: A rectangle in stored pixels of the whole source image.
  /// - Returns: The rectangle in target pixels, not clamped.
  /// - Complexity: O(1).
  package func targetRect(_ rect: Box) -> Box {
    var inRegion = rect
    inRegion.x -= region.x
    inRegion.y -= region.y
    let upright = orientation.upright(inRegion, width: region.width, height: region.height)
    return Box(
      x: upright.x * scaleX + offsetX,
      y: upright.y * scaleY + offsetY,
      width: upright.width * scaleX,
      height: upright.height * scaleY
    )
  }
}
