/// A chunk of a PNG file, and whole files of plain pixels.
public struct PNGChunk {
  /// The bytes of the chunk.
  public let bytes: [UInt8]

  /// Creates a chunk.
  ///
  /// - Precondition: The type has four letters.
  public init(_ type: String, _ content: [UInt8]) {
    let body = Array(type.utf8) + content
    precondition(body.count == content.count + 4, "The type of a chunk has four letters")
    bytes = Self.big(UInt32(content.count)) + body + Self.big(ZIPChecksum.crc32(body))
  }

  /// Bytes in zlib's form, stored and not compressed.
  public static func zlib(_ content: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    var rest = content[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(block.count)
      let count = UInt16(block.count)
      result.append(rest.isEmpty ? 1 : 0)
      result += littleEndian(count) + littleEndian(~count) + block
    } while !rest.isEmpty
    var (a, b) = (1 as UInt32, 0 as UInt32)
    for byte in content {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return result + big(b << 16 | a)
  }

  /// A whole file of red, green and blue bytes.
  public static func file(width: Int, height: Int, rgb: [UInt8]) -> [UInt8] {
    var rows: [UInt8] = []
    for row in 0..<height { rows += [0] + rgb[3 * width * row..<3 * width * (row + 1)] }
    let header = big(UInt32(width)) + big(UInt32(height)) + [8, 2, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + PNGChunk("IHDR", header).bytes
      + PNGChunk("IDAT", zlib(rows)).bytes + PNGChunk("IEND", []).bytes
  }

  private static func big(_ value: UInt32) -> [UInt8] { littleEndian(value.byteSwapped) }
}

/// The CRC-32 of ZIP and PNG files.
enum ZIPChecksum {
  static func crc32(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(0xFFFF_FFFF as UInt32) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in
        value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
      }
    }
  }
}
