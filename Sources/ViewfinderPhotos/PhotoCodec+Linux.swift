#if Images && os(Linux)
  internal import CViewfinderVips
  internal import ViewfinderCore
  internal import ViewfinderPixels

  // Photos through libvips.
  extension PhotoCodec {
    private static let messageCapacity = 1024

    /// Why libvips could not be started; nil when it runs.
    private static let startFailure: String? = {
      var message = [CChar](repeating: 0, count: messageCapacity)
      let status = unsafe cviewfinder_vips_start(
        RuntimeSettings.current.vipsPath ?? "libvips.so.42", &message, messageCapacity)
      return status == CVIEWFINDER_VIPS_OK ? nil : line(message)
    }()

    static func prepare() throws(ViewfinderError) {
      guard let startFailure else { return }
      throw ViewfinderError(
        .unavailable,
        found: "the image library libvips cannot be used (\(startFailure))",
        expected: "libvips 8.13 or later",
        remedy: "Install it; on Debian and Ubuntu: apt-get install libvips42."
      )
    }

    static func readHeader(
      _ bytes: Span<UInt8>,
      format: PhotoFormat
    ) throws(ViewfinderError) -> PhotoHeader {
      var found = cviewfinder_vips_header()
      var message = [CChar](repeating: 0, count: messageCapacity)
      let status = unsafe bytes.withUnsafeBytes { raw in
        guard let base = raw.baseAddress else { return CVIEWFINDER_VIPS_BROKEN }
        return unsafe cviewfinder_vips_read_header(
          base,
          raw.count,
          format.loader,
          &found,
          &message,
          messageCapacity
        )
      }
      try check(status, line(message), format: format, bytes: bytes)
      return PhotoHeader(
        format: format,
        storedWidth: Int(found.width),
        storedHeight: Int(found.height),
        orientation: ImageOrientation(rawValue: Int(found.orientation)) ?? .up
      )
    }

    static func decode(
      _ bytes: Span<UInt8>,
      header: PhotoHeader,
      reduction: Reduction,
      background: PhotoDecoder.Background
    ) throws(ViewfinderError) -> PixelBuffer {
      var request = cviewfinder_vips_request()
      request.loader = header.format.loader
      request.shrink = Int32(reduction.factor)
      request.target_width = Int32(clamping: reduction.target?.width ?? 0)
      request.target_height = Int32(clamping: reduction.target?.height ?? 0)
      request.background = (background.red, background.green, background.blue, 0)
      var pixels = unsafe cviewfinder_vips_pixels()
      var message = [CChar](repeating: 0, count: messageCapacity)
      let status = unsafe bytes.withUnsafeBytes { raw in
        guard let base = raw.baseAddress else { return CVIEWFINDER_VIPS_BROKEN }
        return unsafe cviewfinder_vips_decode(
          base,
          raw.count,
          &request,
          &pixels,
          &message,
          messageCapacity
        )
      }
      try check(status, line(message), format: header.format, bytes: bytes)
      let (width, height) = unsafe (Int(pixels.width), Int(pixels.height))
      guard let decoded = unsafe pixels.bytes else {
        throw .broken(header.format, detail: "the decoder gave no pixels")
      }
      let storage = unsafe VipsPixels(decoded, count: width * height * 3)
      return try PixelBuffer(
        width: width,
        height: height,
        format: .rgb,
        storage: storage,
        bytesPerRow: [width * 3]
      )
    }

    static func encode(
      _ image: RGBPixels,
      format: PhotoFormat,
      quality: Int
    ) throws(ViewfinderError) -> some EncodedFile {
      var file: UnsafeMutablePointer<UInt8>?
      var count = 0
      var message = [CChar](repeating: 0, count: messageCapacity)
      let status = unsafe image.bytes.withUnsafeBufferPointer { pixels in
        guard let base = pixels.baseAddress else { return CVIEWFINDER_VIPS_BROKEN }
        return unsafe cviewfinder_vips_encode(
          base,
          Int32(image.width),
          Int32(image.height),
          format.loader,
          Int32(quality),
          &file,
          &count,
          &message,
          messageCapacity
        )
      }
      guard status == CVIEWFINDER_VIPS_OK, let encoded = unsafe file else {
        throw ViewfinderError(
          .cannotWrite,
          found: "libvips cannot write the picture as \(format.displayName) (\(line(message)))",
          expected: "a libvips that can",
          remedy: "Write another format."
        )
      }
      return unsafe VipsFile(encoded, count: count)
    }

    /// The lines of a C string on one line, each once.
    private static func line(_ message: [CChar]) -> String {
      let bytes = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      var lines: [Substring] = []
      for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
        let text = line.drop { $0 == " " }
        if !text.isEmpty, !lines.contains(text) { lines.append(text) }
      }
      return lines.joined(separator: "; ")
    }

    private static func check(
      _ status: Int32,
      _ message: String,
      format: PhotoFormat,
      bytes: Span<UInt8>
    ) throws(ViewfinderError) {
      switch status {
      case CVIEWFINDER_VIPS_OK:
        return
      case CVIEWFINDER_VIPS_UNSUPPORTED:
        throw .unsupported(format, detail: message)
      case CVIEWFINDER_VIPS_MISSING:
        throw ViewfinderError(
          .unavailable,
          found: "the installed libvips cannot read \(format.displayName) files",
          expected: "libvips with its module for \(format.displayName)",
          remedy: "Install the module and its codecs, or convert the file to JPEG or PNG."
        )
      default:
        if lacksPNGEnd(bytes, format) { throw .cutShort(format) }
        if format == .tiff, let bits = TIFFDirectory.bitsPerSample(bytes),
          ![1, 2, 4, 8, 16, 32, 64].contains(bits)
        {
          throw .unsupported(format, detail: "\(bits) bits a sample")
        }
        throw .broken(format, detail: message)
      }
    }

    /// Whether a PNG has no end chunk; libpng's own message does not tell.
    private static func lacksPNGEnd(_ bytes: Span<UInt8>, _ format: PhotoFormat) -> Bool {
      guard format == .png, bytes.count >= 12 else { return false }
      let type = bytes.count - 8
      return "IEND".utf8.enumerated().contains { bytes[type + $0.offset] != $0.element }
    }
  }

  extension PhotoFormat {
    fileprivate var loader: Int32 {
      switch self {
      case .jpeg: CVIEWFINDER_VIPS_JPEG
      case .png: CVIEWFINDER_VIPS_PNG
      case .webp: CVIEWFINDER_VIPS_WEBP
      case .heic, .avif: CVIEWFINDER_VIPS_HEIF
      case .tiff: CVIEWFINDER_VIPS_TIFF
      case .gif: CVIEWFINDER_VIPS_GIF
      case .bmp: preconditionFailure("Bitmaps are decoded without a library")
      }
    }
  }

  /// The pixels that libvips decoded, in its own memory.
  @safe
  private final class VipsPixels: PixelStorage, @unchecked Sendable {
    // Sendable, although it holds a pointer: nobody writes to the bytes any more.
    private let bytes: UnsafeMutablePointer<UInt8>
    private let count: Int

    /// Takes over the bytes.
    init(_ bytes: UnsafeMutablePointer<UInt8>, count: Int) {
      unsafe self.bytes = unsafe bytes
      self.count = count
    }

    deinit { unsafe cviewfinder_vips_free(bytes) }

    func withPlanes<Result, Failure: Error>(
      _ body: (Span<UInt8>, Span<UInt8>, Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      let buffer = unsafe UnsafeBufferPointer(start: bytes, count: count)
      let span = unsafe Span(_unsafeElements: buffer)
      return try body(span, Span(), Span())
    }
  }

  /// A file that libvips encoded, in its own memory.
  @safe
  private final class VipsFile: EncodedFile {
    private let bytes: UnsafeMutablePointer<UInt8>
    private let count: Int

    /// Takes over the bytes.
    init(_ bytes: UnsafeMutablePointer<UInt8>, count: Int) {
      unsafe self.bytes = unsafe bytes
      self.count = count
    }

    deinit { unsafe cviewfinder_vips_free(bytes) }

    func withBytes<Result, Failure: Error>(
      _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      let buffer = unsafe UnsafeBufferPointer(start: bytes, count: count)
      return try body(unsafe Span(_unsafeElements: buffer))
    }
  }
#endif
