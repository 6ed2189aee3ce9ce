/// The check sum of ZIP files: CRC-32 with the polynomial 0x04C11DB7, reflected.
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
    }
  }

  /// The check sum of some bytes.
  ///
  /// - Complexity: O(n).
  static func checksum(_ bytes: Span<UInt8>) -> UInt32 {
    let table = table
    var value: UInt32 = 0xFFFF_FFFF
    for index in bytes.indices {
      value = table[Int((value ^ UInt32(bytes[index])) & 0xFF)] ^ (value >> 8)
    }
    return ~value
  }
}
