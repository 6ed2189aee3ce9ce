/// A checksum of 32 bits whose polynomial is written with its lowest power first.
package struct CRC32: Sendable {
  private var state: UInt32 = 0xFFFF_FFFF
  private let table: [UInt32]

  private init(_ table: [UInt32]) {
    self.table = table
  }

  /// CRC-32C (RFC 3720), which Cloud Storage publishes.
  package static var castagnoli: CRC32 { CRC32(castagnoliTable) }
  /// The checksum of gzip (RFC 1952) and ZIP files.
  package static var gzip: CRC32 { CRC32(gzipTable) }

  /// The checksum of gzip and ZIP files, of some bytes.
  package static func checksum(_ bytes: Span<UInt8>) -> UInt32 {
    var checksum = CRC32.gzip
    checksum.update(bytes)
    return checksum.value
  }

  private static let castagnoliTable = table(0x82F6_3B78)
  private static let gzipTable = table(0xEDB8_8320)

  private static func table(_ polynomial: UInt32) -> [UInt32] {
    (0..<256).map { index in
      (0..<8).reduce(UInt32(index)) { value, _ in
        value & 1 == 1 ? polynomial ^ (value >> 1) : value >> 1
      }
    }
  }

  package mutating func update(_ bytes: Span<UInt8>) {
    let codes = table
    let table = codes.span
    var state = state
    for index in bytes.indices {
      state = table[Int((state ^ UInt32(bytes[index])) & 0xFF)] ^ (state >> 8)
    }
    self.state = state
  }

  package var value: UInt32 { ~state }

  /// The four bytes of the checksum, high byte first, as Cloud Storage encodes them.
  package func finish() -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * $0)) }
  }
}
