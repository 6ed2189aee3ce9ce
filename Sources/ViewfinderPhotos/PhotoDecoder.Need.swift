public import ViewfinderCore
public import ViewfinderPixels

extension PhotoDecoder {
  /// How much of a photo is needed.
  public struct Need: Hashable, Sendable {
    /// The least size of what is needed, in pixels of the upright image; `nil` for every pixel.
    ///
    /// A photo is shrunk to no less than twice this size, so that a sampler can bring it to the exact
    /// size without loss: a JPEG by 2, 4 or 8 without ever being decoded in full, other formats by
    /// whole numbers, bitmaps not at all. One that is smaller stays as it is.
    public var size: PixelSize?

    /// The part that must have this size, in pixels of the upright image; `nil` for all of it.
    public var region: Box?

    /// How the pixels are turned, in place of what the file says.
    public var orientation: ImageOrientation?

    /// Creates a need.
    ///
    /// - Precondition: The sides of `size` are positive.
    public init(
      size: PixelSize? = nil, of region: Box? = nil, orientation: ImageOrientation? = nil
    ) {
      if let size {
        precondition(size.width > 0 && size.height > 0, "The sides of a size must be positive")
      }
      self.size = size
      self.region = region
      self.orientation = orientation
    }

    /// Every pixel.
    public static let whole = Need()

    /// The size of the whole photo that is needed, as the file's own orientation turns it.
    func targetSize(_ header: PhotoHeader) throws(ViewfinderError) -> PixelSize? {
      let stored = PixelSize(width: header.storedWidth, height: header.storedHeight)
      let orientation = orientation ?? header.orientation
      let whole = orientation.upright(stored)
      let part = try region.map { (region) throws(ViewfinderError) in
        try Box.part(of: region, in: whole)
      }
      guard var size else { return nil }
      if let part {
        // No photo has a longer side, however thin the part.
        func side(_ side: Double) -> Int { Int(min(side.rounded(.up), 65_536)) }
        size.width = side(Double(size.width * whole.width) / part.width)
        size.height = side(Double(size.height * whole.height) / part.height)
      }
      let isTurned = orientation.swapsSides != header.orientation.swapsSides
      return isTurned ? PixelSize(width: size.height, height: size.width) : size
    }
  }
}
