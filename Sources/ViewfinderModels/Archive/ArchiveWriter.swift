internal import ViewfinderSystem

/// Writes a ZIP archive of stored files, as the TensorFlow Lite metadata format wants it.
///
/// Source: PKWARE APPNOTE 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16.
struct ArchiveWriter {
  private(set) var bytes: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0
  /// Where the archive begins in the file; offsets count from the file's start.
  private let start: Int

  init(startingAt start: Int) {
    self.start = start
  }

  /// Adds a file.
  mutating func add(_ name: String, _ content: [UInt8]) {
    let offset = start + bytes.count
    let text = Array(name.utf8)
    // Version 2.0; the name is UTF-8; stored; midnight of the first of January 1980.
    var common = Self.word(20) + Self.word(0x0800) + Self.word(0) + Self.word(0) + Self.word(0x21)
    common += Self.long(CRC32.checksum(content.span)) + Self.long(UInt32(content.count))
    common += Self.long(UInt32(content.count)) + Self.word(text.count) + Self.word(0)
    bytes += Self.long(0x0403_4B50) + common + text + content
    directory += Self.long(0x0201_4B50) + Self.word(20) + common + Self.word(0) + Self.word(0)
    directory += Self.word(0) + Self.long(0) + Self.long(UInt32(offset)) + text
    count += 1
  }

  /// The archive with its directory; nothing when it holds no file.
  func finished() -> [UInt8] {
    guard count > 0 else { return [] }
    var end = Self.long(0x0605_4B50) + Self.word(0) + Self.word(0) + Self.word(count)
    end += Self.word(count) + Self.long(UInt32(directory.count))
    end += Self.long(UInt32(start + bytes.count)) + Self.word(0)
    return bytes + directory + end
  }

  private static func word(_ value: Int) -> [UInt8] {
    [UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF)]
  }

  private static func long(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
  }
}
