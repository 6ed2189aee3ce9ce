#if Images && os(Linux)
  internal import CViewfinderPango
  internal import ViewfinderSystem
  internal import ViewfinderCore

  // Text through Pango.
  extension TextRenderer {
    private static let font = "DejaVu Sans, sans-serif"

    /// Pango's font map serves one thread at a time.
    private static let turn = Mutex(())

    /// Why no text can be drawn; nil when it can.
    private static let startFailure: ViewfinderError? = {
      let capacity = 1024
      var message = [CChar](repeating: 0, count: capacity)
      let status = unsafe cviewfinder_pango_start(&message, capacity)
      let reason = String(
        decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      switch status {
      case CVIEWFINDER_PANGO_OK:
        return nil
      case CVIEWFINDER_PANGO_NO_FONT:
        return ViewfinderError(
          .unavailable,
          found: "no text can be drawn, because no font is installed (\(reason))",
          expected: "at least one font",
          remedy: "Install one; on Debian and Ubuntu: apt-get install fonts-dejavu-core."
        )
      default:
        return ViewfinderError(
          .unavailable,
          found: "no text can be drawn, because the library Pango cannot be used (\(reason))",
          expected: "Pango 1.40 or later with Cairo",
          remedy: "Install it; on Debian and Ubuntu: "
            + "apt-get install libpangocairo-1.0-0 fonts-dejavu-core."
        )
      }
    }()

    static func prepare() throws(ViewfinderError) {
      if let startFailure { throw startFailure }
    }

    static func render(
      _ text: String,
      weight: Weight,
      size: Int,
      limit: Int?
    ) throws(ViewfinderError) -> TextMask {
      try prepare()
      var result = unsafe cviewfinder_pango_mask()
      let name = weight == .bold ? font + " Bold" : font
      let utf8 = text.utf8.map { CChar(bitPattern: $0) }
      let status = turn.withLock { _ in
        unsafe utf8.withUnsafeBufferPointer { buffer in
          guard let base = buffer.baseAddress else { return CVIEWFINDER_PANGO_OK }
          return unsafe cviewfinder_pango_draw(
            base,
            Int32(buffer.count),
            name,
            Int32(size),
            Int32(clamping: limit ?? 0),
            &result
          )
        }
      }
      defer { unsafe cviewfinder_pango_free(result.bytes) }
      let (width, height) = unsafe (Int(result.width), Int(result.height))
      guard status == CVIEWFINDER_PANGO_OK else {
        throw ViewfinderError(
          .tooLarge,
          found: "there is no memory for text of \(width) × \(height) pixels",
          remedy: "Draw on a smaller picture."
        )
      }
      let bytes = unsafe UnsafeBufferPointer(start: result.bytes, count: width * height)
      return unsafe TextMask(
        mask: Mask(width: width, height: height, bytes: Array(bytes)),
        left: Int(result.left),
        top: Int(result.top),
        advance: Int(result.advance)
      )
    }
  }
#endif
