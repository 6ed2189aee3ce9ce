internal import ViewfinderCore

/// Walks the central directory of a ZIP archive and checks each entry against its local header.
struct ArchiveDirectory: ~Escapable {
  private let file: Span<UInt8>
  private let endRecord: Int

  @_lifetime(copy file)
  init(_ file: Span<UInt8>, endRecord: Int) {
    self.file = file
    self.endRecord = endRecord
  }

  /// Where the archive begins: at its first entry, or at its directory when it has none.
  func start() throws(ViewfinderError) -> Int {
    let byteCount = try long(endRecord + 12)
    let base = endRecord - byteCount - (try long(endRecord + 16))
    var position = endRecord - byteCount
    var first = position
    for _ in 0..<(try word(endRecord + 10)) {
      first = min(first, base + (try long(position + 42)))
      let texts = (try word(position + 28)) + (try word(position + 30)) + (try word(position + 32))
      position += 46 + texts
    }
    return first
  }

  func entries() throws(ViewfinderError) -> [AppendedArchive.Entry] {
    let count = try word(endRecord + 10)
    let byteCount = try long(endRecord + 12)
    let offset = try long(endRecord + 16)
    guard count != 0xFFFF, byteCount != 0xFFFF_FFFF, offset != 0xFFFF_FFFF else {
      throw archiveError(found: "it is in the ZIP64 format", expected: "a plain ZIP archive")
    }
    guard try word(endRecord + 4) == 0, try word(endRecord + 6) == 0,
      try word(endRecord + 8) == count
    else {
      throw archiveError(found: "it spans several disks", expected: "one ZIP archive")
    }
    guard count <= AppendedArchive.maximumEntryCount else {
      throw archiveError(
        found: "\(count) entries",
        expected: "at most \(AppendedArchive.maximumEntryCount)"
      )
    }
    // Offsets count from the start of the file when a writer appended to it, and from the start of
    // the archive when the two were merely joined: the directory ends where the end record begins.
    let base = endRecord - byteCount - offset
    guard base >= 0 else {
      throw archiveError(found: "its directory starts before the file does")
    }
    var position = base + offset
    var result: [AppendedArchive.Entry] = []
    var names: Set<String> = []
    var extents: [Range<Int>] = []
    for _ in 0..<count {
      let (entry, extent, next) = try entry(at: position, base: base, directory: base + offset)
      position = next
      guard names.insert(entry.name).inserted else {
        throw archiveError(entry: entry.name, found: "two entries have this name")
      }
      extents.append(extent)
      if !entry.name.hasSuffix("/") { result.append(entry) }
    }
    guard position == endRecord else {
      throw archiveError(found: "its directory is \(byteCount) bytes long but holds other sizes")
    }
    try checkOverlaps(extents)
    return result
  }

  private func checkOverlaps(_ extents: [Range<Int>]) throws(ViewfinderError) {
    let sorted = extents.sorted { $0.lowerBound < $1.lowerBound }
    for (left, right) in zip(sorted, sorted.dropFirst())
    where left.upperBound > right.lowerBound {
      throw archiveError(found: "two entries share the byte \(right.lowerBound)")
    }
  }

  /// The entry, the bytes it takes with its header, and where the next directory record starts.
  private func entry(
    at position: Int,
    base: Int,
    directory: Int
  ) throws(ViewfinderError) -> (AppendedArchive.Entry, Range<Int>, Int) {
    guard try long(position) == 0x0201_4B50 else {
      throw archiveError(found: "no directory record at byte \(position)")
    }
    let flags = try word(position + 8)
    let method = try word(position + 10)
    let checksum = UInt32(try long(position + 16))
    let packed = try long(position + 20)
    let unpacked = try long(position + 24)
    let nameCount = try word(position + 28)
    let next = position + 46 + nameCount + (try word(position + 30)) + (try word(position + 32))
    guard next <= endRecord else {
      throw archiveError(found: "a directory record at byte \(position) leaves the directory")
    }
    let name = try name(at: position + 46, count: nameCount)
    guard flags & 0x41 == 0 else {
      throw archiveError(
        entry: name,
        found: "it is encrypted",
        expected: "a stored, plain entry"
      )
    }
    guard method == 0 || method == 8 else {
      throw archiveError(
        entry: name,
        found: "it is compressed (ZIP method \(method))",
        expected: "a stored or deflated entry (method 0 or 8)",
        remedy: "Pack the file uncompressed, for example with \"zip -0\"."
      )
    }
    guard packed != 0xFFFF_FFFF, unpacked != 0xFFFF_FFFF else {
      throw archiveError(
        entry: name,
        found: "it is in the ZIP64 format",
        expected: "a plain ZIP entry"
      )
    }
    guard packed == unpacked || method == 8 else {
      throw archiveError(
        entry: name,
        found: "a stored size of \(packed) and a real size of \(unpacked) bytes",
        expected: "the same size twice for a stored entry"
      )
    }
    let most =
      method == 0
      ? AppendedArchive.maximumEntryByteCount : AppendedArchive.maximumInflatedByteCount
    guard unpacked <= most else {
      throw archiveError(
        entry: name,
        found: "\(unpacked) bytes",
        expected: "at most \(most) bytes"
      )
    }
    let header = base + (try long(position + 42))
    guard header + 30 <= directory, try long(header) == 0x0403_4B50,
      try word(header + 8) == method, try word(header + 26) == nameCount
    else {
      throw archiveError(entry: name, found: "no matching header at byte \(header)")
    }
    let start = header + 30 + nameCount + (try word(header + 28))
    guard start + packed <= directory else {
      throw archiveError(entry: name, found: "its bytes leave the archive")
    }
    guard try self.name(at: header + 30, count: nameCount) == name else {
      throw archiveError(entry: name, found: "its header has another name")
    }
    let entry = AppendedArchive.Entry(
      name: name,
      range: start..<start + packed,
      byteCount: unpacked,
      isDeflated: method == 8,
      checksum: checksum
    )
    return (entry, header..<start + packed, next)
  }

  /// A name that cannot lead out of a folder.
  private func name(at position: Int, count: Int) throws(ViewfinderError) -> String {
    guard position + count <= file.count, count <= 1024 else {
      throw archiveError(found: "a name of \(count) bytes at byte \(position)")
    }
    let name = String(decoding: (position..<position + count).map { file[$0] }, as: UTF8.self)
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard !name.isEmpty, !name.contains("\\"), !name.contains("\0"), !name.hasPrefix("/"),
      !parts.contains(".."), !parts.contains(".")
    else {
      throw archiveError(
        entry: name,
        found: "its name could lead out of the archive",
        expected: "a relative name without \"..\" or backslashes"
      )
    }
    return name
  }

  private func word(_ position: Int) throws(ViewfinderError) -> Int {
    try integer(position, byteCount: 2)
  }

  private func long(_ position: Int) throws(ViewfinderError) -> Int {
    try integer(position, byteCount: 4)
  }

  private func integer(_ position: Int, byteCount: Int) throws(ViewfinderError) -> Int {
    guard position >= 0, position + byteCount <= file.count else {
      throw archiveError(found: "a read at byte \(position) leaves the file")
    }
    var value = 0
    for index in 0..<byteCount { value |= Int(file[position + index]) << (8 * index) }
    return value
  }
}
