#if Images && os(Linux)
  internal import CVips
  internal import ViewfinderCore
  internal import ViewfinderPixels

  // Photos through libvips. All pointers of this module that are not of `FileBytes` are here.
  extension PhotoCodec {
    private static let messageCapacity = 1024

    /// Why libvips could not be started; nil when it runs.
    private static let startFailure: String? = {
      let (status, message) = unsafe withMessage { text, capacity in
        unsafe cviewfinder_vips_start(text, capacity)
      }
      return status == CVIEWFINDER_VIPS_OK ? nil : message
    }()

    static func prepare() throws(ViewfinderError) {
      guard let startFailure else { return }
      throw ViewfinderError(
        .unavailable, found: "the image library libvips cannot be used (\(startFailure))",
        expected: "libvips 8.13 or later",
        remedy: "Install it; on Debian and Ubuntu: apt-get install libvips42.")
    }

    static func readHeader(
      _ bytes: Span<UInt8>, format: PhotoFormat
    ) throws(ViewfinderError) -> PhotoHeader {
      var found = cviewfinder_vips_header()
      let (status, message) = unsafe bytes.withUnsafeBytes { raw in
        unsafe withMessage { text, capacity in
          guard let base = raw.baseAddress else { return CVIEWFINDER_VIPS_BROKEN }
          return unsafe cviewfinder_vips_read_header(
            base, raw.count, format.loader, &found, text, capacity)
        }
      }
      try check(status, message, format: format, bytes: bytes)
      return PhotoHeader(
        format: format, storedWidth: Int(found.width), storedHeight: Int(found.height),
        orientation: Orientation(rawValue: Int(found.orientation)) ?? .up)
    }

    static func decode(
      _ bytes: Span<UInt8>, header: PhotoHeader, reduction: Reduction,
      background: PhotoDecoder.Background
    ) throws(ViewfinderError) -> PixelBuffer {
      var request = cviewfinder_vips_request()
      request.loader = header.format.loader
      request.shrink = Int32(reduction.factor)
      request.target_width = Int32(clamping: reduction.target?.width ?? 0)
      request.target_height = Int32(clamping: reduction.target?.height ?? 0)
      request.background = (background.red, background.green, background.blue, 0)
      var pixels = unsafe cviewfinder_vips_pixels()
      let (status, message) = unsafe bytes.withUnsafeBytes { raw in
        unsafe withMessage { text, capacity in
          guard let base = raw.baseAddress else { return CVIEWFINDER_VIPS_BROKEN }
          return unsafe cviewfinder_vips_decode(
            base, raw.count, &request, &pixels, text, capacity)
        }
      }
      try check(status, message, format: header.format, bytes: bytes)
      guard let decoded = unsafe pixels.bytes else {
        throw .broken(header.format, detail: "the decoder gave no pixels")
      }
      let width = Int(pixels.width)
      let height = Int(pixels.height)
      let storage = unsafe VipsPixels(decoded, count: width * height * 3)
      return try PixelBuffer(
        width: width, height: height, format: .rgb, storage: storage, bytesPerRow: [width * 3])
    }

    /// Calls `body` with room for a message, and gives what it said on one line.
    private static func withMessage(
      _ body: (UnsafeMutablePointer<CChar>, Int) -> Int32
    ) -> (status: Int32, message: String) {
      var status: Int32 = 0
      let text = unsafe String(unsafeUninitializedCapacity: messageCapacity) { buffer in
        guard let base = unsafe buffer.baseAddress else { return 0 }
        return unsafe base.withMemoryRebound(to: CChar.self, capacity: messageCapacity) { text in
          unsafe text[0] = 0
          status = unsafe body(text, messageCapacity)
          return unsafe strnlength(text, messageCapacity)
        }
      }
      let lines = text.split(whereSeparator: \.isNewline)
      let message = lines.map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
        .reduce(into: [Substring]()) { if $0.last != $1 { $0.append($1) } }
      return (status, message.joined(separator: "; "))
    }

    private static func strnlength(_ text: UnsafePointer<CChar>, _ limit: Int) -> Int {
      var length = 0
      while length < limit, unsafe text[length] != 0 { length += 1 }
      return length
    }

    private static func check(
      _ status: Int32, _ message: String, format: PhotoFormat, bytes: Span<UInt8>
    ) throws(ViewfinderError) {
      switch status {
      case CVIEWFINDER_VIPS_OK:
        return
      case CVIEWFINDER_VIPS_UNSUPPORTED:
        throw .unsupported(format, detail: message)
      case CVIEWFINDER_VIPS_MISSING:
        throw ViewfinderError(
          .unavailable, found: "the installed libvips cannot read \(format.displayName) files",
          expected: "libvips with its module for \(format.displayName)",
          remedy: "Install the module and its codecs, or convert the file to JPEG or PNG.")
      default:
        throw .broken(format, detail: lacksPNGEnd(bytes, format) ? "truncated" : message)
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
      case .jpeg: Int32(CVIEWFINDER_VIPS_JPEG)
      case .png: Int32(CVIEWFINDER_VIPS_PNG)
      case .webp: Int32(CVIEWFINDER_VIPS_WEBP)
      case .heic, .avif: Int32(CVIEWFINDER_VIPS_HEIF)
      case .tiff: Int32(CVIEWFINDER_VIPS_TIFF)
      case .gif: Int32(CVIEWFINDER_VIPS_GIF)
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
#endif
