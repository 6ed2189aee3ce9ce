public import ViewfinderCore
public import ViewfinderPixels

extension InputImage {
  /// Writes the image to a file, upright, in place of an older file of that name.
  ///
  /// Pixels are sRGB; no profile, orientation or other metadata is written. JPEG keeps colours at
  /// full resolution (4:4:4), so that coloured lines stay crisp; WebP cannot, and halves theirs.
  ///
  /// The file appears under its name when it is whole, and not before. A failure leaves nothing behind,
  /// and an older file as it was. A name that leads through symbolic links to a file replaces that
  /// file; one that leads to a device or a pipe is written to as it is.
  ///
  /// - Parameters:
  ///   - path: A path that ends in `.png`, `.jpg`, `.jpeg` or `.webp`, in any case; its folder must
  ///     exist.
  ///   - quality: How much of the image JPEG and WebP keep, 1 through 100; PNG keeps all of it. At 92, the
  ///     default, a photo looks like the original; one of 12 megapixels takes about 5 MB as JPEG.
  ///   - inputs: Files that must not be overwritten. They are compared by identity, so that symbolic
  ///     and hard links to them are refused too; those that do not exist are ignored.
  /// - Throws: `invalidArgument` for another ending, `cannotWrite` when the path leads to one of
  ///   `inputs` or cannot be written to, `tooLarge` when the format cannot hold the size,
  ///   `unavailable` where images cannot be encoded at all.
  /// - Precondition: `quality` is 1 through 100.
  public func write(
    to path: String, quality: Int = 92, protecting inputs: [String] = []
  ) throws(ViewfinderError) {
    let format = try PhotoFormat(writingTo: path)
    let target = try OutputFile(path: path, protecting: inputs)
    do throws(ViewfinderError) {
      try target.replace(with: try encode(format, quality))
    } catch {
      throw error.about(path)
    }
  }

  /// The image as the bytes of a file, upright.
  ///
  /// - Parameters:
  ///   - format: PNG, JPEG or WebP.
  ///   - quality: How much of the image JPEG and WebP keep, 1 through 100.
  /// - Returns: The whole file.
  /// - Throws: `invalidArgument` for another format, `tooLarge` when the format cannot hold the size,
  ///   `unavailable` where images cannot be encoded at all.
  /// - Precondition: `quality` is 1 through 100.
  public func encoded(
    as format: PhotoFormat, quality: Int = 92
  ) throws(ViewfinderError) -> [UInt8] {
    guard PhotoFormat.written.contains(format) else {
      throw ViewfinderError(
        .invalidArgument, found: "the format \(format.displayName)",
        expected: PhotoFormat.written.map(\.displayName).joined(separator: ", "),
        remedy: "Encode it as PNG, JPEG or WebP.")
    }
    return try encode(format, quality).withBytes { bytes in
      [UInt8](capacity: bytes.count) { output in
        for index in bytes.indices { output.append(bytes[index]) }
      }
    }
  }

  private func encode(
    _ format: PhotoFormat, _ quality: Int
  ) throws(ViewfinderError) -> some EncodedFile {
    precondition((1...100).contains(quality), "A quality must be 1 through 100")
    try PhotoCodec.prepare()
    let limit = format == .webp ? 16_383 : format == .jpeg ? 65_500 : PixelBuffer.maximumSide
    guard max(pixels.width, pixels.height) <= limit else {
      throw ViewfinderError(
        .tooLarge,
        found: "the image has \(pixels.width) × \(pixels.height) pixels",
        expected: "at most \(limit) on a side in \(format.displayName)",
        remedy: "Write it as PNG.")
    }
    return try PhotoCodec.encode(RGBPixels(self), format: format, quality: quality)
  }
}

extension PhotoFormat {
  /// The formats that images are written in.
  static let written: [PhotoFormat] = [.png, .jpeg, .webp]

  /// The format that a file of a name is written in.
  ///
  /// - Parameter path: A path that ends in `.png`, `.jpg`, `.jpeg` or `.webp`, in any case.
  /// - Throws: `invalidArgument` for any other ending.
  public init(writingTo path: String) throws(ViewfinderError) {
    let name = path.split(separator: "/").last ?? ""
    let ending = name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last
    switch ending?.lowercased() {
    case "png": self = .png
    case "jpg", "jpeg": self = .jpeg
    case "webp": self = .webp
    default:
      throw ViewfinderError(
        .invalidArgument,
        subject: path,
        found: ending.map { "its name ends in .\($0)" } ?? "its name has no ending",
        expected: ".png, .jpg, .jpeg or .webp",
        remedy: "Give the file the ending of one of these formats."
      )
    }
  }
}
