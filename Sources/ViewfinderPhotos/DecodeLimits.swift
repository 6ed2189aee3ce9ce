/// How large a photo may be before it is refused, checked before anything is decoded.
///
/// The limits of pixels and sides are on the image as stored in the file, also when it is shrunk
/// while it is read: what a file claims decides, not what a decoder would make of it.
public struct DecodeLimits: Hashable, Sendable {
  /// The most pixels, width times height; 268,435,456 (16,384 × 16,384) by default.
  public var pixels: Int

  /// The most pixels on a side; 65,535 by default and at most.
  public var side: Int

  /// The most bytes that a file may have; 256 MiB by default.
  public var fileBytes: Int

  /// The most bytes of memory that one decode may take; 300,000,000 by default.
  ///
  /// It is worked out before decoding from what the header says: the bytes of the file, three for each
  /// pixel that comes out, and what decoders of the format hold besides. That is enough for 100
  /// megapixels of baseline JPEG, or for any size that is shrunk enough while it is read. What a program
  /// keeps of other photos does not count.
  public var memory: Int

  /// Creates limits.
  ///
  /// - Precondition: The limits are positive, and `side` is at most 65,535.
  public init(
    pixels: Int = 1 << 28,
    side: Int = 65_535,
    fileBytes: Int = 256 << 20,
    memory: Int = 300_000_000
  ) {
    precondition(
      pixels > 0 && side > 0 && fileBytes > 0 && memory > 0, "Limits of photos must be positive")
    precondition(side <= 65_535, "No photo has a side of more than 65,535 pixels")
    self.pixels = pixels
    self.side = side
    self.fileBytes = fileBytes
    self.memory = memory
  }
}
