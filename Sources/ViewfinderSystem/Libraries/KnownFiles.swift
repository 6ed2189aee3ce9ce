/// The SHA-256 of files that are hashed once and then known by inode, size and times.
///
/// They are noted in a file of the user's own, one a line: the hash, and ``FileStamp`` in numbers.
/// Where that cannot be read or written, files are hashed each time.
package struct KnownFiles {
  private static let limit = 16

  private let notePath: String?

  /// Keeps its notes in the user's cache.
  package init() {
    self.init(folder: CacheFolder.path(Variable.value))
  }

  init(folder: String?) {
    notePath = folder.map { "\($0)/libraries" }
  }

  /// The hash of a file in hexadecimal.
  package func sha256(of path: String) throws(SystemError) -> String {
    let file = try SystemFile.open(path, .read)
    let stamp = file.stamp
    let notes = self.notes()
    if let stamp, let known = notes.first(where: { $0.stamp == stamp }) { return known.hash }
    var hasher = SHA256()
    while true {
      let bytes = try file.read(capacity: 1 << 18)
      if bytes.isEmpty { break }
      hasher.update(bytes.span)
    }
    let hash = Hexadecimal.text(hasher.finish())
    if let stamp { note(Note(hash: hash, stamp: stamp), notes) }
    return hash
  }

  private struct Note {
    let hash: String
    let stamp: FileStamp

    init(hash: String, stamp: FileStamp) {
      self.hash = hash
      self.stamp = stamp
    }

    init?(_ line: Substring) {
      let fields = line.split(separator: " ")
      guard fields.count == 6, fields[0].utf8.count == 64, let device = UInt64(fields[1]),
        let inode = UInt64(fields[2]), let byteCount = Int64(fields[3]),
        let modified = Int64(fields[4]), let changed = Int64(fields[5])
      else { return nil }
      hash = String(fields[0])
      stamp = FileStamp(
        device: device, inode: inode, byteCount: byteCount, modified: modified, changed: changed)
    }

    var line: String {
      "\(hash) \(stamp.device) \(stamp.inode) \(stamp.byteCount) \(stamp.modified)"
        + " \(stamp.changed)\n"
    }
  }

  /// What has been noted, if nobody else can have done it.
  private func notes() -> [Note] {
    guard let notePath, TrustedPath.objection(to: notePath) == nil,
      let bytes = (try? Folder.read(notePath, limit: 1 << 14)) ?? nil
    else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap(Note.init)
  }

  private func note(_ note: Note, _ others: [Note]) {
    guard let notePath else { return }
    let text = ([note] + others.prefix(Self.limit - 1)).map(\.line).joined()
    do throws(SystemError) {
      try Folder.make(Folder.parent(of: notePath))
      let file = try SystemFile.makeTemporary(beside: notePath, permissions: 0o600)
      try file.write(Array(text.utf8).span)
      try file.replace(notePath)
    } catch {
      // Hashed again the next time.
    }
  }
}
