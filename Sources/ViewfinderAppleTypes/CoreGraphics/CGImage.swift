#if os(Linux)
  public import Viewfinder

  /// Stored pixels, for platforms without Core Graphics.
  public final class CGImage: Sendable {
    /// The pixels.
    public let pixels: PixelBuffer

    /// The number of columns.
    public var width: Int { pixels.width }

    /// The number of rows.
    public var height: Int { pixels.height }

    /// Wraps pixels.
    public init(_ pixels: PixelBuffer) {
      self.pixels = pixels
    }
  }
#endif
