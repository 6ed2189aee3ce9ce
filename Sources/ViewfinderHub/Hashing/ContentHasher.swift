internal import ViewfinderSystem

/// Hashes bytes as they arrive, in every way that a server may have stated.
struct ContentHasher: Sendable {
  private(set) var byteCount = 0
  private var sha256 = SHA256()
  private var md5: MD5?
  private var crc32c: CRC32?

  /// Creates a hasher; SHA-256 is always computed, the others on demand.
  init(md5: Bool, crc32c: Bool) {
    if md5 { self.md5 = MD5() }
    if crc32c { self.crc32c = .castagnoli }
  }

  mutating func update(_ bytes: Span<UInt8>) {
    byteCount += bytes.count
    sha256.update(bytes)
    md5?.update(bytes)
    crc32c?.update(bytes)
  }

  mutating func finish() -> ContentHashes {
    ContentHashes(
      sha256: SHA256Digest(bytes: sha256.finish()), md5: md5?.finish(), crc32c: crc32c?.finish())
  }
}

/// What some bytes hash to.
struct ContentHashes: Hashable, Sendable {
  let sha256: SHA256Digest
  let md5: [UInt8]?
  let crc32c: [UInt8]?
}

extension ContentHashes {
  /// Reads a file from its start to its end.
  init(of file: SystemFile, md5: Bool = false, crc32c: Bool = false) throws(SystemError) {
    var hasher = ContentHasher(md5: md5, crc32c: crc32c)
    try file.seek(to: 0)
    while true {
      let bytes = try file.read(capacity: 1 << 18)
      if bytes.isEmpty { break }
      hasher.update(bytes.span)
    }
    self = hasher.finish()
  }
}
