internal import ViewfinderCore

extension BitmapDecoder {
  /// Decodes pixels of blue, green, red and perhaps a byte without meaning.
  func decodeTriples(
    _ bytes: Span<UInt8>,
    bytesPerPixel: Int,
    into pixels: inout MutableSpan<UInt8>
  ) {
    for row in 0..<header.height {
      var source = header.pixelOffset + row * bytesPerRow(bits: bytesPerPixel * 8)
      var target = firstPixel(ofRow: row) * 3
      for _ in 0..<header.width {
        pixels[target] = bytes[source + 2]
        pixels[target + 1] = bytes[source + 1]
        pixels[target + 2] = bytes[source]
        source += bytesPerPixel
        target += 3
      }
    }
  }

  /// Decodes pixels whose channels are where masks say.
  func decodeMasked(
    _ bytes: Span<UInt8>,
    bits: Int,
    masks: BitmapMasks,
    into pixels: inout MutableSpan<UInt8>
  ) {
    let (red, green, blue) = (Channel(masks.red), Channel(masks.green), Channel(masks.blue))
    // Many writers state an alpha channel and leave it at zero.
    let isTransparent = masks.alpha != 0 && hasAlpha(bytes, bits: bits, mask: masks.alpha)
    let alpha = isTransparent ? Channel(masks.alpha) : nil
    for row in 0..<header.height {
      var target = firstPixel(ofRow: row) * 3
      for x in 0..<header.width {
        let value = pixel(bytes, bits: bits, row: row, x: x)
        let opacity = alpha?.byte(of: value) ?? 255
        pixels[target] = blend(red.byte(of: value), background.red, opacity)
        pixels[target + 1] = blend(green.byte(of: value), background.green, opacity)
        pixels[target + 2] = blend(blue.byte(of: value), background.blue, opacity)
        target += 3
      }
    }
  }

  private func blend(_ colour: UInt8, _ behind: UInt8, _ opacity: UInt8) -> UInt8 {
    let sum = Int(colour) * Int(opacity) + Int(behind) * (255 - Int(opacity))
    return UInt8((sum + 127) / 255)
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
    let low = UInt32(bytes[offset]) | UInt32(bytes[offset + 1]) << 8
    guard bits == 32 else { return low }
    return low | UInt32(bytes[offset + 2]) << 16 | UInt32(bytes[offset + 3]) << 24
  }

  /// One channel of a masked pixel.
  private struct Channel {
    private let mask: UInt32
    private let shift: UInt32
    /// The values 0 through 255 that the highest 8 bits of the channel, or fewer, stand for.
    private let scale: [UInt8]

    init(_ mask: UInt32) {
      self.mask = mask
      let lowest = UInt32(mask == 0 ? 0 : mask.trailingZeroBitCount)
      let width = UInt32(32 - (mask >> lowest).leadingZeroBitCount)
      shift = lowest + (width > 8 ? width - 8 : 0)
      let top = Int(mask >> shift)
      scale = (0...255).map { top == 0 ? 0 : UInt8(min(255, ($0 * 255 + top / 2) / top)) }
    }

    /// The channel scaled to 0 through 255; 0 when there is none.
    func byte(of pixel: UInt32) -> UInt8 {
      scale[Int((pixel & mask) >> shift)]
    }
  }
}
