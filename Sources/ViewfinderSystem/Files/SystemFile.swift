/// A file that is open by its descriptor.
package final class SystemFile: @unchecked Sendable {
  package let path: String
  package let descriptor: CInt

  private init(path: String, descriptor: CInt) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit {
    systemClose(descriptor)
  }

  /// How a file is opened.
  package enum Mode {
    /// To read from the start; the file must exist, and nothing is waited for.
    case read
    /// To read from front to back; a pipe to which nobody writes yet is waited for.
    case stream
    /// To write and read, made if there is none, with these permissions.
    case update(permissions: mode_t)
    /// To write and read; the file must exist.
    case change
    /// To write and read; there must be none yet.
    case create(permissions: mode_t)
    /// To write what a device or a pipe takes; it must exist.
    case overwrite
    /// To write, emptied or made, with these permissions.
    case replace(permissions: mode_t)
  }

  /// Opens a file; a symbolic link in its place is refused where something would be written.
  package static func open(_ path: String, _ mode: Mode) throws(SystemError) -> SystemFile {
    let (flags, permissions): (CInt, mode_t) =
      switch mode {
      case .read: (O_RDONLY | O_NONBLOCK, 0)
      case .stream: (O_RDONLY, 0)
      case .update(let permissions): (O_RDWR | O_CREAT | O_NOFOLLOW, permissions)
      case .change: (O_RDWR | O_NOFOLLOW | O_NONBLOCK, 0)
      case .create(let permissions): (O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, permissions)
      case .overwrite: (O_WRONLY, 0)
      case .replace(let permissions): (O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, permissions)
      }
    let purpose: SystemError.Purpose = flags & O_ACCMODE == O_RDONLY ? .read : .write
    try SystemError.refuseZeroBytes(in: path, purpose)
    let descriptor = systemOpen(path, flags | O_CLOEXEC | O_NOCTTY, permissions)
    guard descriptor >= 0 else { throw SystemError(path, errno, purpose) }
    return SystemFile(path: path, descriptor: descriptor)
  }

  /// Writes all bytes at the current place.
  package func write(_ bytes: Span<UInt8>) throws(SystemError) {
    try Descriptor.write(bytes, to: descriptor, name: path)
  }

  /// Reads up to `capacity` bytes at the current place; none at the end.
  package func read(capacity: Int) throws(SystemError) -> [UInt8] {
    try Descriptor.read(descriptor, capacity: capacity, name: path)
  }

  package func seek(to offset: Int) throws(SystemError) {
    guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { throw SystemError(path, errno) }
  }

  package func truncate(to size: Int) throws(SystemError) {
    guard ftruncate(descriptor, off_t(size)) == 0 else { throw SystemError(path, errno) }
  }

  /// Has the disk keep what was written.
  package func synchronize() throws(SystemError) {
    guard fsync(descriptor) == 0 else { throw SystemError(path, errno) }
  }

  /// Takes the lock of this file, if no other process or thread has it.
  package func tryLock() throws(SystemError) -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
    if errno == EWOULDBLOCK || errno == EINTR { return false }
    throw SystemError(path, errno)
  }

  package func unlock() {
    _ = flock(descriptor, LOCK_UN)
  }

  /// Whether the path still leads to this file.
  package var isAtItsPath: Bool {
    guard let mine = stamp, let named = FileStamp(of: path) else { return false }
    return mine.identity == named.identity
  }

  /// What the file is at this moment.
  package var stamp: FileStamp? { (try? status())?.stamp }

  /// The size in bytes.
  package func size() throws(SystemError) -> Int { try status().byteCount }

  package func status() throws(SystemError) -> FileStatus {
    try FileStatus(descriptor: descriptor, name: path)
  }
}
