/// The checksum CRC-32C (RFC 3720, polynomial 0x1EDC6F41 reflected), which Cloud Storage publishes.
struct CRC32C: Sendable {
  private var value: UInt32 = 0xFFFF_FFFF

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0x82F6_3B78 ^ (value >> 1) : value >> 1
    }
  }

  mutating func update(_ bytes: Span<UInt8>) {
    let table = Self.table.span
    var value = value
    for index in bytes.indices {
      value = table[Int((value ^ UInt32(bytes[index])) & 0xFF)] ^ (value >> 8)
    }
    self.value = value
  }

  /// The four bytes of the checksum, high byte first, as Cloud Storage encodes them.
  func finish() -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: ~value >> UInt32(24 - 8 * $0)) }
  }
}
