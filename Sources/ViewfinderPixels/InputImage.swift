public import ViewfinderCore

/// An image to work on: pixels, how they are turned, and when they were taken.
///
/// Files, bytes in memory, video frames and camera frames all become one. It has one space: every box
/// that goes with an image is in pixels of the **upright** image at its **full size**, whatever way the
/// pixels are stored and however many of them were decoded. An image is a value that shares its bytes:
/// copying one copies no pixels.
public struct InputImage: Sendable {
  /// The pixels as they are stored, which may be turned, and fewer than the image's own.
  public let pixels: PixelBuffer

  /// How the stored pixels must be turned to stand upright.
  public let orientation: ImageOrientation

  /// The size of the upright image, in pixels.
  ///
  /// A photo that was shrunk while it was read keeps the size it has in its file.
  public let size: PixelSize

  /// When the image is shown or was taken, from any origin; `nil` for a still image.
  public var time: Duration?

  /// Creates an image from its pixels.
  ///
  /// - Parameters:
  ///   - pixels: The pixels as stored.
  ///   - orientation: How they must be turned to stand upright.
  ///   - time: When the image is shown, if it is one of several.
  public init(_ pixels: PixelBuffer, orientation: ImageOrientation = .up, time: Duration? = nil) {
    self.init(
      pixels, orientation: orientation, time: time,
      storedSize: PixelSize(width: pixels.width, height: pixels.height))
  }

  /// Creates an image whose pixels were shrunk from `storedSize`, which is not turned either.
  package init(
    _ pixels: PixelBuffer, orientation: ImageOrientation, time: Duration? = nil,
    storedSize: PixelSize
  ) {
    self.pixels = pixels
    self.orientation = orientation
    self.time = time
    size = orientation.upright(storedSize)
  }

  /// The width of the upright image, in pixels.
  public var width: Int { size.width }

  /// The height of the upright image, in pixels.
  public var height: Int { size.height }

  /// The whole image as a box.
  public var bounds: Box {
    Box(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
  }

  /// The same pixels, turned otherwise than stated.
  ///
  /// - Parameter orientation: How the stored pixels must be turned to stand upright, in place of
  ///   ``orientation``.
  /// - Returns: An image whose size may have its sides swapped.
  public func oriented(_ orientation: ImageOrientation) -> InputImage {
    InputImage(pixels, orientation: orientation, time: time, storedSize: storedSize)
  }
}

// MARK: - Stored pixels

extension InputImage {
  /// The size before shrinking, not turned.
  private var storedSize: PixelSize { orientation.inverse.upright(size) }

  /// Pixels of ``pixels`` for each of the full-size image, not turned.
  private var scale: (x: Double, y: Double) {
    (
      Double(pixels.width) / Double(storedSize.width),
      Double(pixels.height) / Double(storedSize.height)
    )
  }

  /// Maps a box of the image to ``pixels``.
  package func stored(_ box: Box) -> Box {
    let box = orientation.stored(box, width: storedSize.width, height: storedSize.height)
    let (x, y) = scale
    return Box(x: box.x * x, y: box.y * y, width: box.width * x, height: box.height * y)
  }

  /// Maps a rectangle of ``pixels`` to a box of the image.
  package func upright(_ rect: Box) -> Box {
    let x = Double(storedSize.width) / Double(pixels.width)
    let y = Double(storedSize.height) / Double(pixels.height)
    let whole = Box(x: rect.x * x, y: rect.y * y, width: rect.width * x, height: rect.height * y)
    return orientation.upright(whole, width: storedSize.width, height: storedSize.height)
  }

  /// The part of a region that lies in the image, in ``pixels``; all of them without a region.
  ///
  /// - Throws: `invalidArgument` when the region is not finite, has no area or lies outside.
  package func storedPart(_ region: Box?) throws(ViewfinderError) -> Box? {
    guard let region else { return nil }
    return try pixels.part(stored(clipped(region)))
  }

  /// The part of a region that lies in the image.
  ///
  /// - Throws: `invalidArgument` when the region is not finite, has no area or lies outside.
  package func clipped(_ region: Box) throws(ViewfinderError) -> Box {
    try Box.part(of: region, in: size)
  }
}
