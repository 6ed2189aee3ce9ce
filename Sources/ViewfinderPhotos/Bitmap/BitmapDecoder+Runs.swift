internal import ViewfinderCore

extension BitmapDecoder {
  /// Decodes RLE4 or RLE8.
  ///
  /// Pixels beyond the end of a row are dropped and skipped ones are index 0, as in every common
  /// decoder. Data that ends early is an error unless the last row has been reached: the mark at
  /// the end is often forgotten.
  func decodeRuns(
    _ bytes: Span<UInt8>,
    bits: Int,
    into pixels: inout MutableSpan<UInt8>
  ) throws(ViewfinderError) {
    for position in 0..<header.width * header.height {
      setPixel(position, index: 0, in: &pixels)
    }
    var position = header.pixelOffset
    var x = 0
    var row = 0
    while row < header.height {
      guard position + 1 < bytes.count else {
        if row == header.height - 1 { return }
        throw BitmapHeader.cutShort
      }
      let count = Int(bytes[position])
      let value = bytes[position + 1]
      position += 2
      guard count == 0 else {
        for step in 0..<min(count, max(0, header.width - x)) {
          let index = Self.index(in: value, step, bits: bits)
          setPixel(firstPixel(ofRow: row) + x + step, index: index, in: &pixels)
        }
        x += count
        continue
      }
      switch value {
      case 0:  // End of row.
        x = 0
        row += 1
      case 1:  // End of bitmap.
        return
      case 2:  // Move right and on.
        guard position + 1 < bytes.count else { throw BitmapHeader.cutShort }
        x += Int(bytes[position])
        row += Int(bytes[position + 1])
        position += 2
      default:  // Pixels as they are, padded to whole 16-bit words.
        let length = (Int(value) * bits + 15) / 16 * 2
        guard position + (Int(value) * bits + 7) / 8 <= bytes.count else {
          throw BitmapHeader.cutShort
        }
        for step in 0..<min(Int(value), max(0, header.width - x)) {
          let index = Self.index(in: bytes[position + step * bits / 8], step, bits: bits)
          setPixel(firstPixel(ofRow: row) + x + step, index: index, in: &pixels)
        }
        x += Int(value)
        position += length
      }
    }
  }

  /// The index at an even or odd step of a byte that holds one of 8 bits or two of 4.
  private static func index(in byte: UInt8, _ step: Int, bits: Int) -> Int {
    Int(bits == 8 ? byte : step % 2 == 0 ? byte >> 4 : byte & 15)
  }
}
