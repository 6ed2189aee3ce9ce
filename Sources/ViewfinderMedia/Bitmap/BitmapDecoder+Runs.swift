internal import ViewfinderCore

extension BitmapDecoder {
  /// Decodes RLE4 or RLE8 to one palette index a pixel, upright.
  ///
  /// Pixels beyond the end of a row are dropped and skipped ones are index 0, as in every common
  /// decoder. Data that ends early is an error unless the last row has been reached: the mark at
  /// the end is often forgotten.
  func decodeRuns(_ bytes: Span<UInt8>, bits: Int) throws(ViewfinderError) -> [UInt8] {
    let (width, height) = (header.width, header.height)
    var indices = [UInt8](repeating: 0, count: width * height)
    var position = header.pixelOffset
    var x = 0
    var row = 0

    func put(_ index: UInt8) {
      if x < width, row < height {
        indices[(header.isTopDown ? row : height - 1 - row) * width + x] = index
      }
      x += 1
    }

    while row < height {
      guard position + 1 < bytes.count else {
        if row == height - 1 { break }
        throw BitmapHeader.cutShort
      }
      let count = Int(bytes[position])
      let value = bytes[position + 1]
      position += 2
      guard count == 0 else {
        for step in 0..<count { put(Self.index(in: value, step, bits: bits)) }
        continue
      }
      switch value {
      case 0:  // End of row.
        x = 0
        row += 1
      case 1:  // End of bitmap.
        return indices
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
        for step in 0..<Int(value) {
          put(Self.index(in: bytes[position + step * bits / 8], step, bits: bits))
        }
        position += length
      }
    }
    return indices
  }

  /// The index at an even or odd step of a byte that holds one of 8 bits or two of 4.
  private static func index(in byte: UInt8, _ step: Int, bits: Int) -> UInt8 {
    bits == 8 ? byte : step % 2 == 0 ? byte >> 4 : byte & 15
  }
}
