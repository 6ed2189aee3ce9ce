public import ViewfinderCore

// An orientation is a transposition (or none) followed by mirrorings of the upright axes, which
// makes every product, inverse and mapping below a matter of three booleans.
extension ImageOrientation {
  /// Whether the upright image is mirrored left to right after the transposition, if any.
  package var flipsX: Bool {
    switch self {
    case .upMirrored, .down, .right, .rightMirrored: true
    case .up, .downMirrored, .leftMirrored, .left: false
    }
  }

  /// Whether the upright image is mirrored top to bottom after the transposition, if any.
  package var flipsY: Bool {
    switch self {
    case .down, .downMirrored, .rightMirrored, .left: true
    case .up, .upMirrored, .leftMirrored, .right: false
    }
  }

  private init(transposes: Bool, flipsX: Bool, flipsY: Bool) {
    switch (transposes, flipsX, flipsY) {
    case (false, false, false): self = .up
    case (false, true, false): self = .upMirrored
    case (false, true, true): self = .down
    case (false, false, true): self = .downMirrored
    case (true, false, false): self = .leftMirrored
    case (true, true, false): self = .right
    case (true, true, true): self = .rightMirrored
    case (true, false, true): self = .left
    }
  }

  /// The single turn that does what this one and then `next` would do.
  public func then(_ next: ImageOrientation) -> ImageOrientation {
    // A transposition carries a mirroring of one axis over to the other.
    let (x, y) = next.swapsSides ? (flipsY, flipsX) : (flipsX, flipsY)
    return ImageOrientation(
      transposes: swapsSides != next.swapsSides,
      flipsX: x != next.flipsX,
      flipsY: y != next.flipsY
    )
  }

  /// The turn that undoes this one.
  public var inverse: ImageOrientation {
    ImageOrientation(
      transposes: swapsSides,
      flipsX: swapsSides ? flipsY : flipsX,
      flipsY: swapsSides ? flipsX : flipsY
    )
  }

  /// The size that a stored image of some size has when upright.
  public func upright(_ size: PixelSize) -> PixelSize {
    swapsSides ? PixelSize(width: size.height, height: size.width) : size
  }

  /// Maps a rectangle of a stored image to the upright image.
  ///
  /// - Parameters:
  ///   - rect: A rectangle in stored pixels; it may reach outside the image.
  ///   - width: The width of the stored image in pixels.
  ///   - height: The height of the stored image in pixels.
  /// - Returns: The same rectangle in upright pixels.
  package func upright(_ rect: Box, width: Int, height: Int) -> Box {
    upright(rect, width: Double(width), height: Double(height))
  }

  /// Maps a rectangle of an upright image to the stored image.
  ///
  /// - Parameters:
  ///   - rect: A rectangle in upright pixels; it may reach outside the image.
  ///   - width: The width of the stored image in pixels, not of the upright one.
  ///   - height: The height of the stored image in pixels, not of the upright one.
  /// - Returns: The same rectangle in stored pixels.
  package func stored(_ rect: Box, width: Int, height: Int) -> Box {
    stored(rect, width: Double(width), height: Double(height))
  }

  package func upright(_ rect: Box, width: Double, height: Double) -> Box {
    var result = rect
    var (uprightWidth, uprightHeight) = (width, height)
    if swapsSides {
      result = Box(x: rect.y, y: rect.x, width: rect.height, height: rect.width)
      (uprightWidth, uprightHeight) = (height, width)
    }
    if flipsX { result.x = uprightWidth - result.maxX }
    if flipsY { result.y = uprightHeight - result.maxY }
    return result
  }

  package func stored(_ rect: Box, width: Double, height: Double) -> Box {
    swapsSides
      ? inverse.upright(rect, width: height, height: width)
      : inverse.upright(rect, width: width, height: height)
  }
}
