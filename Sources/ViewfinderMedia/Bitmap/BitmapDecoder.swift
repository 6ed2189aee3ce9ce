internal import ViewfinderCore
internal import ViewfinderPixels

/// Decodes bitmaps, which libvips only reads through loaders that are not to be trusted.
///
/// Embedded colour profiles are not looked at.
struct BitmapDecoder {
  let header: BitmapHeader
  private let background: PhotoDecoder.Background
  /// Red, green, blue of each palette entry, filled up with black to 256.
  private let palette: [UInt8]

  init(bytes: Span<UInt8>, background: PhotoDecoder.Background) throws(ViewfinderError) {
    let header = try BitmapHeader(bytes)
    var palette = [UInt8](repeating: 0, count: 256 * 3)
    for index in 0..<header.paletteCount {
      let entry = header.paletteOffset + index * header.paletteEntrySize
      for channel in 0..<3 { palette[index * 3 + channel] = bytes[entry + 2 - channel] }
    }
    self.header = header
    self.background = background
    self.palette = palette
  }

  func decode(_ bytes: Span<UInt8>) throws(ViewfinderError) -> PixelBuffer {
    try check(bytes)
    var pixels: [UInt8]
    switch header.encoding {
    case .indexed(let bits):
      pixels = blank()
      decodeIndices(bytes, bits: bits, into: &pixels)
    case .runs(let bits):
      let indices = try decodeRuns(bytes, bits: bits)
      pixels = blank()
      for (position, index) in indices.enumerated() {
        setPixel(position, index: Int(index), in: &pixels)
      }
    case .masked(let bits, let masks):
      pixels = blank()
      decodeMasked(bytes, bits: bits, masks: masks, into: &pixels)
    }
    return try PixelBuffer(
      width: header.width, height: header.height, format: .rgb, bytes: pixels)
  }

  private func blank() -> [UInt8] {
    [UInt8](repeating: 0, count: header.width * header.height * 3)
  }

  /// Rows are padded to whole 32-bit words.
  private func bytesPerRow(bits: Int) -> Int { (header.width * bits + 31) / 32 * 4 }

  /// Rows that are not run-length coded must all be there before memory is taken for them.
  private func check(_ bytes: Span<UInt8>) throws(ViewfinderError) {
    let bits: Int
    switch header.encoding {
    case .indexed(let value), .masked(let value, _): bits = value
    case .runs:
      guard header.pixelOffset < bytes.count else { throw BitmapHeader.cutShort }
      return
    }
    let row = bytesPerRow(bits: bits)
    // The padding of the last row may be missing.
    let needed = row * (header.height - 1) + (header.width * bits + 7) / 8
    guard bytes.count - header.pixelOffset >= needed else { throw BitmapHeader.cutShort }
  }

  /// The position in the upright picture of row `row` of the file.
  private func firstPixel(ofRow row: Int) -> Int {
    (header.isTopDown ? row : header.height - 1 - row) * header.width
  }

  private func setPixel(_ position: Int, index: Int, in pixels: inout [UInt8]) {
    for channel in 0..<3 { pixels[position * 3 + channel] = palette[index * 3 + channel] }
  }

  private func decodeIndices(_ bytes: Span<UInt8>, bits: Int, into pixels: inout [UInt8]) {
    let mask = 1 << bits - 1
    for row in 0..<header.height {
      let source = header.pixelOffset + row * bytesPerRow(bits: bits)
      let target = firstPixel(ofRow: row)
      for x in 0..<header.width {
        let bit = x * bits
        let index = Int(bytes[source + bit / 8]) >> (8 - bits - bit % 8) & mask
        setPixel(target + x, index: index, in: &pixels)
      }
    }
  }

  // MARK: Masks

  private func decodeMasked(
    _ bytes: Span<UInt8>, bits: Int, masks: BitmapMasks, into pixels: inout [UInt8]
  ) {
    let channels = [masks.red, masks.green, masks.blue].map(Channel.init)
    // Many writers state an alpha channel and leave it at zero.
    let alpha = Channel(masks.alpha)
    let isTransparent = masks.alpha != 0 && hasAlpha(bytes, bits: bits, mask: masks.alpha)
    let behind = [background.red, background.green, background.blue].map { Int($0) }
    for row in 0..<header.height {
      var target = firstPixel(ofRow: row) * 3
      for x in 0..<header.width {
        let value = pixel(bytes, bits: bits, row: row, x: x)
        let opacity = isTransparent ? Int(alpha.byte(of: value)) : 255
        for channel in 0..<3 {
          let colour = Int(channels[channel].byte(of: value))
          let blended = (colour * opacity + behind[channel] * (255 - opacity) + 127) / 255
          pixels[target + channel] = UInt8(blended)
        }
        target += 3
      }
    }
  }

  private func hasAlpha(_ bytes: Span<UInt8>, bits: Int, mask: UInt32) -> Bool {
    for row in 0..<header.height {
      for x in 0..<header.width where pixel(bytes, bits: bits, row: row, x: x) & mask != 0 {
        return true
      }
    }
    return false
  }

  private func pixel(_ bytes: Span<UInt8>, bits: Int, row: Int, x: Int) -> UInt32 {
    let offset = header.pixelOffset + row * bytesPerRow(bits: bits) + x * (bits / 8)
    var value: UInt32 = 0
    for byte in 0..<bits / 8 { value |= UInt32(bytes[offset + byte]) << UInt32(byte * 8) }
    return value
  }

  /// One channel of a masked pixel.
  private struct Channel {
    let mask: UInt32
    let shift: Int
    let top: UInt64

    init(_ mask: UInt32) {
      self.mask = mask
      shift = mask == 0 ? 0 : mask.trailingZeroBitCount
      top = UInt64(mask >> UInt32(shift))
    }

    /// The channel scaled to 0 through 255; 0 when there is none.
    func byte(of pixel: UInt32) -> UInt8 {
      guard top > 0 else { return 0 }
      return UInt8((UInt64((pixel & mask) >> UInt32(shift)) * 255 + top / 2) / top)
    }
  }
}
