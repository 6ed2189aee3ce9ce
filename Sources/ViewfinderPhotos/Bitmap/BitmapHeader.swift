internal import ViewfinderCore
internal import ViewfinderPixels

/// The headers of a Windows or OS/2 bitmap, all checked.
struct BitmapHeader: Hashable {
  /// How pixels are stored.
  enum Encoding: Hashable {
    /// Indices into the palette of 1, 2, 4 or 8 bits.
    case indexed(bits: Int)
    /// Runs of indices of 4 or 8 bits.
    case runs(bits: Int)
    /// Pixels of 16, 24 or 32 bits, channels by mask.
    case masked(bits: Int, BitmapMasks)
  }

  let width: Int
  let height: Int
  /// Whether the first row is the top one; the usual bitmap starts at the bottom.
  let isTopDown: Bool
  let encoding: Encoding
  /// Where the palette lies; entries are blue, green, red and, except in OS/2's, a spare byte.
  let paletteOffset: Int
  let paletteCount: Int
  let paletteEntrySize: Int
  /// Where the pixels start.
  let pixelOffset: Int

  private static let headerSizes: Set<Int> = [12, 16, 40, 52, 56, 64, 108, 124]

  /// Whether bytes that start with "BM" go on like a bitmap rather than like text.
  static func looksLikeOne(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count >= 18 else { return false }
    return headerSizes.contains(Int(BitmapReader(bytes).unsigned32(at: 14)))
  }

  init(_ bytes: Span<UInt8>) throws(ViewfinderError) {
    let reader = BitmapReader(bytes)
    guard bytes.count >= 18 else { throw Self.cutShort }
    let size = Int(reader.unsigned32(at: 14))
    guard Self.headerSizes.contains(size) else {
      throw .unsupported(.bmp, detail: "a header of \(size) bytes")
    }
    guard bytes.count >= 14 + size else { throw Self.cutShort }
    let isCore = size == 12
    width = isCore ? reader.unsigned16(at: 18) : Int(reader.signed32(at: 18))
    let rows = isCore ? reader.unsigned16(at: 20) : Int(reader.signed32(at: 22))
    isTopDown = rows < 0
    height = abs(rows)
    guard width > 0, height > 0 else {
      throw .broken(.bmp, detail: "a size of \(width) × \(rows)")
    }
    let bits = reader.unsigned16(at: isCore ? 24 : 28)
    let compression = size >= 40 ? reader.unsigned32(at: 30) : 0
    let coloursUsed = size >= 40 ? reader.unsigned32(at: 46) : 0

    // Masks are part of the newer headers, and follow the old one.
    let masksFollow = size == 40 && (compression == 3 || compression == 6)
    let maskCount = masksFollow ? (compression == 6 ? 4 : 3) : 0
    guard bytes.count >= 14 + size + maskCount * 4 else { throw Self.cutShort }
    encoding = try Self.encoding(
      reader,
      headerSize: size,
      bits: bits,
      compression: compression
    )

    paletteOffset = 14 + size + maskCount * 4
    paletteEntrySize = isCore ? 3 : 4
    let stated = Int(reader.unsigned32(at: 10))
    let start = stated >= paletteOffset ? stated : nil
    if bits <= 8 {
      // Some writers leave entries out, so the palette also ends where the pixels start.
      let wanted = coloursUsed > 0 ? min(Int(coloursUsed), 1 << bits) : 1 << bits
      let room = (start ?? bytes.count) - paletteOffset
      paletteCount = min(wanted, max(0, min(room, bytes.count - paletteOffset)) / paletteEntrySize)
    } else {
      paletteCount = 0
    }
    pixelOffset = start ?? paletteOffset + paletteCount * paletteEntrySize
  }

  private static func encoding(
    _ reader: BitmapReader,
    headerSize: Int,
    bits: Int,
    compression: UInt32
  ) throws(ViewfinderError) -> Encoding {
    switch (compression, bits) {
    case (0, 1), (0, 2), (0, 4), (0, 8): return .indexed(bits: bits)
    case (1, 8) where headerSize != 64: return .runs(bits: 8)
    case (2, 4) where headerSize != 64: return .runs(bits: 4)
    case (0, 16): return .masked(bits: 16, .rgb555)
    case (0, 24): return .masked(bits: 24, .rgb888)
    case (0, 32): return .masked(bits: 32, .rgb888)
    case (3, 16), (3, 32), (6, 16), (6, 32):
      guard headerSize != 64 else { break }
      let hasAlpha = headerSize >= 56 || compression == 6
      return .masked(
        bits: bits,
        BitmapMasks(
          red: reader.unsigned32(at: 54),
          green: reader.unsigned32(at: 58),
          blue: reader.unsigned32(at: 62),
          alpha: hasAlpha ? reader.unsigned32(at: 66) : 0
        )
      )
    default: break
    }
    throw .unsupported(.bmp, detail: "\(bits) bits a pixel with compression \(compression)")
  }

  var photoHeader: PhotoHeader {
    PhotoHeader(format: .bmp, storedWidth: width, storedHeight: height, orientation: .up)
  }

  static let cutShort = ViewfinderError.cutShort(.bmp)
}

/// Which bits of a pixel are which channel.
struct BitmapMasks: Hashable {
  let red: UInt32
  let green: UInt32
  let blue: UInt32
  let alpha: UInt32

  static let rgb555 = BitmapMasks(red: 0x7C00, green: 0x3E0, blue: 0x1F, alpha: 0)
  static let rgb888 = BitmapMasks(red: 0xFF0000, green: 0xFF00, blue: 0xFF, alpha: 0)
}

/// Little-endian numbers; the caller has checked that the bytes are there.
struct BitmapReader: ~Escapable {
  let bytes: Span<UInt8>

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) {
    self.bytes = bytes
  }

  func unsigned16(at offset: Int) -> Int {
    Int(bytes[offset]) | Int(bytes[offset + 1]) << 8
  }

  func unsigned32(at offset: Int) -> UInt32 {
    UInt32(unsigned16(at: offset)) | UInt32(unsigned16(at: offset + 2)) << 16
  }

  func signed32(at offset: Int) -> Int32 {
    Int32(bitPattern: unsigned32(at: offset))
  }
}
