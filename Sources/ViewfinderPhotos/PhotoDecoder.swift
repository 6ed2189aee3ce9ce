public import ViewfinderCore
public import ViewfinderPixels
internal import ViewfinderSystem

/// Turns photo files into pixels: JPEG, PNG, WebP, HEIC, AVIF, TIFF, GIF and BMP.
///
/// The format is found by content, never by name. Whatever the file holds (CMYK, gray, palettes,
/// 10 or 16 bits, other colour spaces, transparency) becomes 8-bit sRGB. Of animations and
/// multi-page files the first image is taken.
///
/// Bytes that end before their image does are an error, not half an image; so is damage that
/// the decoder cannot pass. Damage in metadata, such as EXIF, is not.
///
/// A decoder is a value without state; one may be used from many threads at once. Each decode
/// uses one thread: run several to use more cores.
public struct PhotoDecoder: Hashable, Sendable {
  /// A colour, 0 through 255 for each channel.
  public struct Background: Hashable, Sendable {
    /// The red channel.
    public var red: UInt8
    /// The green channel.
    public var green: UInt8
    /// The blue channel.
    public var blue: UInt8

    /// Creates a colour.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
      self.red = red
      self.green = green
      self.blue = blue
    }

    /// White.
    public static let white = Background(red: 255, green: 255, blue: 255)
    /// Black.
    public static let black = Background(red: 0, green: 0, blue: 0)
  }

  /// How large a photo may be.
  public var limits: DecodeLimits

  /// What is seen through transparent pixels.
  public var background: Background

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - limits: How large a photo may be.
  ///   - background: What is seen through transparent pixels; white by default.
  public init(limits: DecodeLimits = DecodeLimits(), background: Background = .white) {
    self.limits = limits
    self.background = background
  }

  /// Whether this build and this machine can decode photos.
  ///
  /// False without the package trait `Images`, and on Linux where libvips is not installed.
  public static var isAvailable: Bool {
    do {
      try PhotoCodec.prepare()
      return true
    } catch {
      return false
    }
  }

  /// Does now what the first decode would do otherwise: loads the image library.
  ///
  /// It takes some 40 ms once a process. A program that has other work to do first, such as
  /// loading a model, may call this on another thread meanwhile.
  ///
  /// - Throws: `unavailable` when this build or this machine cannot decode photos.
  public static func prepare() throws(ViewfinderError) {
    try PhotoCodec.prepare()
  }

  // MARK: Files

  /// Decodes a file.
  ///
  /// - Parameters:
  ///   - path: The path of a regular file.
  ///   - need: How much of the photo is needed. A larger one is shrunk while it is read, which is
  ///     several times as fast for a JPEG; ``InputImage/size`` stays that of the file.
  /// - Returns: The image, with its pixels as stored.
  /// - Throws: `notFound` when the file cannot be read, `tooLarge` over ``limits``,
  ///   `invalidImage` for bytes that are not a photo or a broken one, `unsupportedImage` for kinds
  ///   that cannot be decoded, `unavailable` where photos cannot be decoded at all,
  ///   `invalidArgument` when the region of `need` lies outside.
  public func decode(path: String, need: Need = .whole) throws(ViewfinderError) -> InputImage {
    try decodePhoto(path: path, need: need).image
  }

  /// The same with the header.
  package func decodePhoto(
    path: String, need: Need
  ) throws(ViewfinderError) -> (image: InputImage, header: PhotoHeader) {
    try PhotoCodec.prepare()
    let bytes = try WholeFile.bytes(of: path, limit: limits.fileBytes, for: .picture)
    return try decodePhoto(bytes: bytes.span, name: path, need: need)
  }

  /// Decodes what a file descriptor gives until its end, such as standard input (0).
  ///
  /// - Parameters:
  ///   - descriptor: An open file or pipe; it stays open.
  ///   - name: What errors call it.
  ///   - need: As for files.
  /// - Returns: The image, with its pixels as stored.
  /// - Throws: As for files.
  public func decode(
    descriptor: Int32, name: String, need: Need = .whole
  ) throws(ViewfinderError) -> InputImage {
    try decodePhoto(descriptor: descriptor, name: name, need: need).image
  }

  /// The same with the header.
  package func decodePhoto(
    descriptor: Int32, name: String, need: Need
  ) throws(ViewfinderError) -> (image: InputImage, header: PhotoHeader) {
    try PhotoCodec.prepare()
    let bytes = try ViewfinderError.reading(.picture) { () throws(SystemError) in
      try Descriptor.bytes(descriptor, name: name, limit: limits.fileBytes)
    }
    return try decodePhoto(bytes: bytes.span, name: name, need: need)
  }

  /// Reads the header of a file.
  ///
  /// - Returns: Format, size and orientation.
  /// - Throws: As ``decode(path:need:)``.
  public func readHeader(path: String) throws(ViewfinderError) -> PhotoHeader {
    try PhotoCodec.prepare()
    let bytes = try WholeFile.bytes(of: path, limit: limits.fileBytes, for: .picture)
    return try readHeader(bytes: bytes.span, name: path)
  }

  // MARK: Bytes

  /// Decodes a file that is in memory.
  ///
  /// - Parameters:
  ///   - bytes: The whole file; not copied.
  ///   - name: What errors call it.
  ///   - need: As for files.
  /// - Returns: The image, with its pixels as stored.
  /// - Throws: As for files.
  public func decode(
    bytes: Span<UInt8>, name: String = "image", need: Need = .whole
  ) throws(ViewfinderError) -> InputImage {
    try decodePhoto(bytes: bytes, name: name, need: need).image
  }

  private func decodePhoto(
    bytes: Span<UInt8>, name: String, need: Need
  ) throws(ViewfinderError) -> (image: InputImage, header: PhotoHeader) {
    let header = try readHeader(bytes: bytes, name: name)
    do throws(ViewfinderError) {
      let reduction = Reduction(header: header, targetSize: try need.targetSize(header))
      try check(
        memory: DecodeMemory.bytes(
          header, factor: header.format == .bmp ? 1 : reduction.factor, file: bytes),
        header)
      let pixels =
        header.format == .bmp
        ? try BitmapDecoder(bytes: bytes, background: background).decode(bytes)
        : try PhotoCodec.decode(
          bytes,
          header: header,
          reduction: reduction,
          background: background
        )
      let image = InputImage(
        pixels, orientation: need.orientation ?? header.orientation,
        storedSize: PixelSize(width: header.storedWidth, height: header.storedHeight))
      return (image, header)
    } catch {
      throw error.about(name)
    }
  }

  /// Decodes a file that is in memory.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - name: What errors call it.
  ///   - need: As for files.
  /// - Returns: The image, with its pixels as stored.
  /// - Throws: As for files.
  public func decode(
    bytes: [UInt8], name: String = "image", need: Need = .whole
  ) throws(ViewfinderError) -> InputImage {
    try decode(bytes: bytes.span, name: name, need: need)
  }

  /// Reads the header of a file that is in memory.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - name: What errors call it.
  /// - Returns: Format, size and orientation.
  /// - Throws: As ``decode(path:need:)``.
  public func readHeader(
    bytes: Span<UInt8>,
    name: String = "image"
  ) throws(ViewfinderError) -> PhotoHeader {
    do throws(ViewfinderError) {
      try PhotoCodec.prepare()
      try check(fileBytes: bytes.count)
      guard let format = PhotoFormat(detecting: bytes) else { throw .notAPhoto(bytes) }
      if format == .gif { try checkGIFScreen(bytes) }
      let header =
        format == .bmp
        ? try BitmapHeader(bytes).photoHeader : try PhotoCodec.readHeader(bytes, format: format)
      try check(width: header.storedWidth, height: header.storedHeight)
      return header
    } catch {
      throw error.about(name)
    }
  }

  /// Reads the header of a file that is in memory.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - name: What errors call it.
  /// - Returns: Format, size and orientation.
  /// - Throws: As ``decode(path:need:)``.
  public func readHeader(
    bytes: [UInt8],
    name: String = "image"
  ) throws(ViewfinderError) -> PhotoHeader {
    try readHeader(bytes: bytes.span, name: name)
  }
}

// MARK: - Limits

extension PhotoDecoder {
  private func check(fileBytes: Int) throws(ViewfinderError) {
    guard fileBytes <= limits.fileBytes else {
      throw .fileTooLarge(found: fileBytes, limit: limits.fileBytes)
    }
  }

  private func check(memory: Int, _ header: PhotoHeader) throws(ViewfinderError) {
    guard memory <= limits.memory else {
      throw ViewfinderError(
        .tooLarge,
        found: "decoding its \(header.storedWidth) × \(header.storedHeight) pixels takes "
          + "\(memory) bytes",
        expected: "at most \(limits.memory) bytes",
        remedy: "Scale it down; a program that trusts it can raise its DecodeLimits."
      )
    }
  }

  private func check(width: Int, height: Int) throws(ViewfinderError) {
    guard width <= limits.side, height <= limits.side, width * height <= limits.pixels else {
      throw ViewfinderError(
        .tooLarge,
        found: "the picture has \(width) × \(height) pixels",
        expected: "at most \(limits.pixels) pixels and \(limits.side) on a side",
        remedy: "Scale it down; a program that trusts it can raise its DecodeLimits."
      )
    }
  }

  /// A GIF states its size in the first ten bytes, long before its loader would look at it.
  private func checkGIFScreen(_ bytes: Span<UInt8>) throws(ViewfinderError) {
    guard bytes.count >= 10 else { return }
    try check(
      width: Int(bytes[6]) | Int(bytes[7]) << 8,
      height: Int(bytes[8]) | Int(bytes[9]) << 8
    )
  }
}
