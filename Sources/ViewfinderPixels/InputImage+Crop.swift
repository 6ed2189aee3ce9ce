public import ViewfinderCore

extension InputImage {
  /// An upright copy of a part of the image, of whole pixels that are not resampled.
  ///
  /// - Parameters:
  ///   - box: The part; its edges are moved outwards to whole pixels.
  ///   - margin: How much wider and higher the copy is, as a share of the box's sides; half of it lies
  ///     on each side. The copy never leaves the image.
  /// - Returns: An RGB image of its own, upright, with the same time. A box of it is counted from its own
  ///   top left corner.
  /// - Throws: `invalidArgument` when the box is not finite, has no area or lies outside.
  /// - Precondition: `margin` is 0 or more.
  /// - Complexity: O(pixels of the copy).
  public func cropped(to box: Box, margin: Double = 0) throws(ViewfinderError) -> InputImage {
    precondition(margin >= 0 && margin.isFinite, "A margin must be 0 or more")
    let (dx, dy) = (box.width * margin / 2, box.height * margin / 2)
    let wanted = Box(
      x: box.x - dx, y: box.y - dy, width: box.width + 2 * dx, height: box.height + 2 * dy)
    let part = try pixels.part(stored(clipped(wanted))).wholePixels(in: pixels.bounds)
    let size = orientation.upright(PixelSize(width: Int(part.width), height: Int(part.height)))
    var sampler = Sampler(width: size.width, height: size.height)
    var bytes = [UInt8](repeating: 0, count: size.width * size.height * 3)
    var target = bytes.mutableSpan
    try sampler.sample(pixels, region: part, orientation: orientation, into: &target)
    let full = upright(part)
    return InputImage(
      try PixelBuffer(width: size.width, height: size.height, format: .rgb, bytes: bytes),
      orientation: .up, time: time,
      storedSize: PixelSize(
        width: max(1, Int(full.width.rounded())), height: max(1, Int(full.height.rounded()))))
  }

  /// An upright RGB copy of the whole image.
  ///
  /// - Complexity: O(pixels).
  public func upright() -> InputImage {
    InputImage(
      RGBPixels(self).pixels, orientation: .up, time: time, storedSize: size)
  }
}

extension Box {
  /// The smallest box of whole pixels around this one, inside `bounds`.
  fileprivate func wholePixels(in bounds: Box) -> Box {
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    // A box that was mapped from another scale may end a trifle behind a whole pixel.
    let (right, bottom) = ((maxX - 1e-6).rounded(.up), (maxY - 1e-6).rounded(.up))
    return Box(
      x: left, y: top, width: max(1, min(right, bounds.width) - left),
      height: max(1, min(bottom, bounds.height) - top))
  }
}
