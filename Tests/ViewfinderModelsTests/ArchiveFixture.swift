import ViewfinderSystem

@testable import ViewfinderModels

/// A ZIP archive to be written, sound or not.
struct ArchiveFixture {
  var entries: [Entry]
  /// What offsets count from: the size of the model in front, or 0 when the two are joined.
  var start = 0
  var comment: [UInt8] = []
  /// The number of entries that the end record states, if not the real one.
  var statedCount: UInt16?
  var disk: UInt16 = 0

  struct Entry {
    var name: String
    var bytes: [UInt8]
    var localName: String?
    var method: UInt16 = 0
    var flags: UInt16 = 0
    var checksum: UInt32?
    var packedSize: UInt32?
    var realSize: UInt32?
    /// Where the directory says the local header is, if not where it is.
    var headerOffset: UInt32?

    init(_ name: String, _ bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  func bytes() -> [UInt8] {
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      let offset = UInt32(start + archive.count)
      let checksum = entry.checksum ?? CRC32.checksum(entry.bytes.span)
      let packed = entry.packedSize ?? UInt32(entry.bytes.count)
      let real = entry.realSize ?? UInt32(entry.bytes.count)
      let common =
        word(entry.flags) + word(entry.method) + word(0) + word(0x21) + long(checksum)
        + long(packed) + long(real)
      let local = Array((entry.localName ?? entry.name).utf8)
      archive += long(0x0403_4B50) + word(20) + common + word(UInt16(local.count)) + word(0)
      archive += local + entry.bytes
      let name = Array(entry.name.utf8)
      directory += long(0x0201_4B50) + word(20) + word(20) + common + word(UInt16(name.count))
      directory += word(0) + word(0) + word(0) + word(0) + long(0)
      directory += long(entry.headerOffset ?? offset) + name
    }
    let count = statedCount ?? UInt16(entries.count)
    let end =
      long(0x0605_4B50) + word(disk) + word(disk) + word(count) + word(count)
      + long(UInt32(directory.count)) + long(UInt32(start + archive.count))
    return archive + directory + end + word(UInt16(comment.count)) + comment
  }

  private func word(_ value: UInt16) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }

  private func long(_ value: UInt32) -> [UInt8] {
    word(UInt16(truncatingIfNeeded: value)) + word(UInt16(truncatingIfNeeded: value >> 16))
  }
}
