public import ViewfinderCore
public import ViewfinderPixels

/// Writes pictures to files: PNG, JPEG or WebP, by the ending of the name.
///
/// Pixels are sRGB; no profile, orientation or other metadata is written. JPEG keeps colours at
/// full resolution (4:4:4), so that coloured lines stay crisp; WebP cannot, and halves theirs.
///
/// A file appears under its name when it is whole, and not before: it is written beside its place
/// under another name first. A failure leaves nothing behind, and an older file as it was.
///
/// A writer is a value without state; one may be used from many threads at once. Each file is
/// written on one thread.
public struct PhotoWriter: Hashable, Sendable {
  /// How much of the picture JPEG and WebP keep, 1 through 100; PNG keeps all of it.
  public let quality: Int

  /// Creates a writer.
  ///
  /// - Parameter quality: How much of the picture JPEG and WebP keep. At 92, the default, a photo
  ///   looks like the original; a 12-megapixel one takes about 5 MB as JPEG.
  /// - Precondition: `quality` is 1 through 100.
  public init(quality: Int = 92) {
    precondition((1...100).contains(quality), "A quality must be 1 through 100")
    self.quality = quality
  }

  /// The format that a file of a name is written in.
  ///
  /// - Parameter path: A path that ends in `.png`, `.jpg`, `.jpeg` or `.webp`, in any case.
  /// - Returns: PNG, JPEG or WebP.
  /// - Throws: `invalidArgument` for any other ending.
  public static func format(forPath path: String) throws(ViewfinderError) -> PhotoFormat {
    let name = path.split(separator: "/").last ?? ""
    let ending = name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last
    switch ending?.lowercased() {
    case "png": return .png
    case "jpg", "jpeg": return .jpeg
    case "webp": return .webp
    default:
      let found = ending.map { "its name ends in .\($0)" } ?? "its name has no ending"
      throw ViewfinderError(
        .invalidArgument,
        subject: path,
        found: found,
        expected: ".png, .jpg, .jpeg or .webp",
        remedy: "Name the picture to be written by the format it shall have."
      )
    }
  }

  /// Writes a picture to a file, in place of an older one of that name.
  ///
  /// A name that leads through symbolic links to a file replaces that file. One that leads to a
  /// device or a pipe is written to as it is.
  ///
  /// - Parameters:
  ///   - pixels: The picture, in any format; upright, as no orientation is written.
  ///   - path: The file's path. Its ending names the format; its folder must exist.
  ///   - inputs: Files that must not be overwritten. The paths may be spelled in any way, and
  ///     those that lead nowhere are no error: files are compared by identity, so that symbolic
  ///     and hard links to them are refused too.
  /// - Throws: `invalidArgument` for another ending, `cannotWrite` when the path leads to one of
  ///   `inputs` or cannot be written to, `tooLarge` when the format cannot hold the size,
  ///   `unavailable` where pictures cannot be encoded at all.
  public func write(
    _ pixels: PixelBuffer,
    to path: String,
    protecting inputs: [String] = []
  ) throws(ViewfinderError) {
    let format = try Self.format(forPath: path)
    let target = try OutputFile(path: path, protecting: inputs)
    do throws(ViewfinderError) {
      try PhotoCodec.prepare()
      try check(pixels, format)
      let encoded = try PhotoCodec.encode(
        RGBPixels(pixels), format: format, quality: quality)
      try target.replace(with: encoded)
    } catch {
      throw error.about(path)
    }
  }

  private func check(_ pixels: PixelBuffer, _ format: PhotoFormat) throws(ViewfinderError) {
    let limit = format == .webp ? 16_383 : format == .jpeg ? 65_500 : PixelBuffer.maximumSide
    guard max(pixels.width, pixels.height) <= limit else {
      throw ViewfinderError(
        .tooLarge,
        found: "the picture has \(pixels.width) × \(pixels.height) pixels",
        expected: "at most \(limit) on a side in \(format.displayName)",
        remedy: "Write it as PNG."
      )
    }
  }
}
