/// What tells a file, and each of its states, from all others without reading it.
///
/// Whatever is written into a file changes one of the times, and another file has another inode.
package struct FileStamp: Codable, Hashable, Sendable {
  package var device: UInt64
  package var inode: UInt64
  package var byteCount: Int64
  /// Nanoseconds since 1970 at which bytes were written last.
  package var modified: Int64
  /// Nanoseconds since 1970 at which bytes, names or rights were changed last.
  package var changed: Int64

  init(device: UInt64, inode: UInt64, byteCount: Int64, modified: Int64, changed: Int64) {
    self.device = device
    self.inode = inode
    self.byteCount = byteCount
    self.modified = modified
    self.changed = changed
  }

  init(_ status: stat) {
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    byteCount = Int64(status.st_size)
    self.modified = Self.nanoseconds(modified)
    self.changed = Self.nanoseconds(changed)
  }

  /// The file that a path leads to, or nothing when there is none.
  package init?(of path: String) {
    guard let status = FileStatus(of: path) else { return nil }
    self = status.stamp
  }

  var identity: FileIdentity { FileIdentity(device: device, inode: inode) }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
