public import ViewfinderCore
public import ViewfinderPixels

/// A decoded photo: its pixels, and what the file says about them.
///
/// The pixels are as stored: ``orientation`` is not applied to them. They may be fewer than the
/// file has, when the decoder was given a target size.
public struct Photo: Sendable {
  /// The pixels: 8-bit sRGB in the format `rgb`, transparent ones laid over the background.
  public let pixels: PixelBuffer

  /// What the file says.
  public let header: PhotoHeader

  /// Creates a photo.
  public init(pixels: PixelBuffer, header: PhotoHeader) {
    self.pixels = pixels
    self.header = header
  }

  /// The file format, found by content.
  public var format: PhotoFormat { header.format }

  /// How the stored pixels must be turned to stand upright.
  public var orientation: ImageOrientation { header.orientation }

  /// The stored width of the full picture in pixels, before it was shrunk.
  public var storedWidth: Int { header.storedWidth }

  /// The stored height of the full picture in pixels, before it was shrunk.
  public var storedHeight: Int { header.storedHeight }

  /// The width in pixels of the full picture when upright.
  public var width: Int { header.width }

  /// The height in pixels of the full picture when upright.
  public var height: Int { header.height }

  /// Maps a rectangle in stored pixels of the full picture to ``pixels``.
  public func decoded(_ region: Box) -> Box {
    let x = Double(pixels.width) / Double(storedWidth)
    let y = Double(pixels.height) / Double(storedHeight)
    return Box(
      x: region.x * x,
      y: region.y * y,
      width: region.width * x,
      height: region.height * y
    )
  }
}
