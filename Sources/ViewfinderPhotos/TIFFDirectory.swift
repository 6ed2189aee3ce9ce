/// What the first directory of a TIFF file says, as far as refusals need it.
enum TIFFDirectory {
  /// The bits of the first channel of the first picture; nothing where it cannot be found.
  static func bitsPerSample(_ bytes: Span<UInt8>) -> Int? {
    number(of: 258, bytes)
  }

  /// The bytes that a pixel of the first picture takes without compression.
  static func bytesPerPixel(_ bytes: Span<UInt8>) -> Int? {
    guard let bits = bitsPerSample(bytes) else { return nil }
    return (bits * min(number(of: 277, bytes) ?? 1, 8) + 7) / 8
  }

  /// The first number of a field of 16-bit numbers.
  private static func number(of field: Int, _ bytes: Span<UInt8>) -> Int? {
    guard bytes.count >= 8 else { return nil }
    let isBigEndian = bytes[0] == UInt8(ascii: "M")
    func number(_ position: Int, _ count: Int) -> Int? {
      guard position >= 0, position <= bytes.count - count else { return nil }
      return (0..<count).reduce(0) { value, index in
        value | Int(bytes[position + index]) << (8 * (isBigEndian ? count - 1 - index : index))
      }
    }
    // BigTIFF has another number, and wider fields.
    guard number(2, 2) == 42, let start = number(4, 4), let count = number(start, 2) else {
      return nil
    }
    for entry in 0..<count {
      let place = start + 2 + 12 * entry
      guard let tag = number(place, 2), let length = number(place + 4, 4) else { return nil }
      guard tag == field else { continue }
      // Up to two numbers of 16 bits stand in the entry itself, more of them elsewhere.
      return length <= 2 ? number(place + 8, 2) : number(place + 8, 4).flatMap { number($0, 2) }
    }
    return nil
  }
}
