internal import ViewfinderCore
internal import ViewfinderPixels

/// Decodes bitmaps, which libvips only reads through loaders that are not to be trusted.
///
/// Embedded colour profiles are not looked at.
struct BitmapDecoder {
  let header: BitmapHeader
  let background: PhotoDecoder.Background
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
    var pixels = [UInt8](repeating: 0, count: header.width * header.height * 3)
    var output = pixels.mutableSpan
    switch header.encoding {
    case .indexed(let bits):
      decodeIndices(bytes, bits: bits, into: &output)
    case .runs(let bits):
      try decodeRuns(bytes, bits: bits, into: &output)
    case .masked(24, .rgb888):
      decodeTriples(bytes, bytesPerPixel: 3, into: &output)
    case .masked(32, .rgb888):
      decodeTriples(bytes, bytesPerPixel: 4, into: &output)
    case .masked(let bits, let masks):
      decodeMasked(bytes, bits: bits, masks: masks, into: &output)
    }
    return try PixelBuffer(
      width: header.width,
      height: header.height,
      format: .rgb,
      bytes: pixels
    )
  }

  /// Rows are padded to whole 32-bit words.
  func bytesPerRow(bits: Int) -> Int { (header.width * bits + 31) / 32 * 4 }

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
  func firstPixel(ofRow row: Int) -> Int {
    (header.isTopDown ? row : header.height - 1 - row) * header.width
  }

  func setPixel(_ position: Int, index: Int, in pixels: inout MutableSpan<UInt8>) {
    pixels[position * 3] = palette[index * 3]
    pixels[position * 3 + 1] = palette[index * 3 + 1]
    pixels[position * 3 + 2] = palette[index * 3 + 2]
  }

  private func decodeIndices(
    _ bytes: Span<UInt8>,
    bits: Int,
    into pixels: inout MutableSpan<UInt8>
  ) {
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
}
