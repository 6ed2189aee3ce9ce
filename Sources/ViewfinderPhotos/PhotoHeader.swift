public import ViewfinderPixels

/// What a photo file says about its image before any pixel is decoded.
public struct PhotoHeader: Hashable, Sendable {
  /// The file format, found by content.
  public let format: PhotoFormat

  /// The width in pixels as stored, before ``orientation`` is applied.
  public let storedWidth: Int

  /// The height in pixels as stored, before ``orientation`` is applied.
  public let storedHeight: Int

  /// How the stored pixels must be turned to stand upright.
  ///
  /// From EXIF, else XMP; `up` when the file says nothing or something out of range. HEIC and
  /// AVIF files state their turn in another way, which is applied while decoding: they are `up`.
  public let orientation: ImageOrientation

  /// Creates a header.
  public init(
    format: PhotoFormat,
    storedWidth: Int,
    storedHeight: Int,
    orientation: ImageOrientation
  ) {
    self.format = format
    self.storedWidth = storedWidth
    self.storedHeight = storedHeight
    self.orientation = orientation
  }

  /// The width in pixels of the upright image.
  public var width: Int { orientation.swapsSides ? storedHeight : storedWidth }

  /// The height in pixels of the upright image.
  public var height: Int { orientation.swapsSides ? storedWidth : storedHeight }
}
