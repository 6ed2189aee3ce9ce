internal import ViewfinderCore
internal import ViewfinderSystem

/// The ZIP archive at the end of a model file, which holds label files and the like.
///
/// Entries are stored, as the TensorFlow Lite metadata format has it, or deflated, as some exporters
/// write them. Every offset is checked. Source: PKWARE APPNOTE 6.3.10, sections 4.3.7, 4.3.12, 4.3.16.
struct AppendedArchive: Hashable, Sendable {
  /// A file in the archive.
  struct Entry: Hashable, Sendable {
    /// The name, a relative path with slashes.
    let name: String
    /// Where the bytes are in the model file.
    let range: Range<Int>
    /// The number of bytes when unpacked.
    let byteCount: Int
    /// Whether the bytes are deflated.
    let isDeflated: Bool
    /// The check sum that the archive states.
    let checksum: UInt32
  }

  /// The files, in the order of the archive's directory.
  let entries: [Entry]

  /// Where the archive begins in the file.
  let start: Int

  // Any number of outputs may ask for a file.
  private let positions: [String: Int]

  private init(entries: [Entry], start: Int) {
    self.entries = entries
    self.start = start
    positions = Dictionary(
      zip(entries.lazy.map(\.name), entries.indices), uniquingKeysWith: { first, _ in first })
  }

  /// The most entries an archive may have.
  static let maximumEntryCount = 4096

  /// The most bytes an entry may have.
  static let maximumEntryByteCount = 64 << 20

  /// The most bytes that a deflated entry may have when unpacked.
  static let maximumInflatedByteCount = 8 << 20

  /// Finds and checks the archive at the end of some bytes.
  ///
  /// - Returns: The archive, or nothing when the bytes do not end with one.
  /// - Throws: ``ViewfinderError`` with the code `invalidMetadata` when there is one that is broken
  ///   or uses features that the metadata format does not allow.
  static func find(in file: Span<UInt8>) throws(ViewfinderError) -> AppendedArchive? {
    guard let end = endRecord(of: file) else { return nil }
    let directory = ArchiveDirectory(file, endRecord: end)
    return AppendedArchive(entries: try directory.entries(), start: try directory.start())
  }

  /// The bytes of an entry, after a check of their sum.
  ///
  /// - Parameters:
  ///   - name: The name of the entry.
  ///   - file: The bytes that ``find(in:)`` looked at.
  /// - Returns: The bytes, or nothing when there is no such entry.
  /// - Throws: ``ViewfinderError`` with the code `invalidMetadata` when the sum is another.
  func contents(of name: String, in file: Span<UInt8>) throws(ViewfinderError) -> [UInt8]? {
    guard let entry = positions[name].map({ entries[$0] }) else { return nil }
    let span = file.extracting(entry.range)
    var bytes: [UInt8] = []
    if entry.isDeflated {
      do throws(Inflater.Failure) {
        bytes = try Inflater.inflate(span, byteCount: entry.byteCount)
      } catch {
        throw archiveError(
          entry: name, found: "its bytes cannot be unpacked",
          expected: "deflated data of \(entry.byteCount) bytes",
          remedy: "The file was damaged; fetch the model again.")
      }
    } else {
      bytes.reserveCapacity(span.count)
      for index in span.indices { bytes.append(span[index]) }
    }
    let checksum = CRC32.checksum(bytes.span)
    guard checksum == entry.checksum else {
      throw archiveError(
        entry: name,
        found: "the check sum of its bytes is \(hex(checksum))",
        expected: hex(entry.checksum),
        remedy: "The file was damaged; fetch the model again."
      )
    }
    return bytes
  }

  /// Where the end-of-directory record starts: it must end exactly where the file does.
  private static func endRecord(of file: Span<UInt8>) -> Int? {
    guard file.count >= 22 else { return nil }
    for start in stride(from: file.count - 22, through: max(0, file.count - 22 - 65_535), by: -1)
    where file[start] == 0x50 && file[start + 1] == 0x4B && file[start + 2] == 5
      && file[start + 3] == 6
    {
      let comment = Int(file[start + 20]) | Int(file[start + 21]) << 8
      if start + 22 + comment == file.count { return start }
    }
    return nil
  }
}

/// An error about the archive or one of its entries.
func archiveError(
  entry: String? = nil,
  found: String,
  expected: String = "",
  remedy: String? = nil
) -> ViewfinderError {
  ViewfinderError(
    .invalidMetadata,
    subject: entry.map { "associated file \($0.debugDescription)" }
      ?? "the archive of associated files",
    found: found,
    expected: expected,
    remedy: remedy ?? "Pack the associated files again with a TensorFlow Lite metadata writer."
  )
}

private func hex(_ value: UInt32) -> String {
  let digits = String(value, radix: 16)
  return "0x" + String(repeating: "0", count: 8 - digits.count) + digits
}
