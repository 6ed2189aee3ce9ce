#if canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#elseif canImport(Darwin)
  package import Darwin
#else
  #error("SystemFile needs open, read, write and fsync.")
#endif

/// A file that is open by its descriptor.
package final class SystemFile: @unchecked Sendable {
  package let path: String
  package let descriptor: CInt

  private init(path: String, descriptor: CInt) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit {
    _ = close(descriptor)
  }

  /// How a file is opened.
  package enum Mode {
    /// To read from the start; the file must exist.
    case read
    /// To write and read, made if there is none, with these permissions.
    case update(permissions: mode_t)
    /// To write and read; the file must exist.
    case change
    /// To write and read; there must be none yet.
    case create(permissions: mode_t)
    /// To write, emptied or made, with these permissions.
    case replace(permissions: mode_t)
  }

  /// Opens a file; a symbolic link in its place is refused where something would be written.
  package static func open(_ path: String, _ mode: Mode) throws(SystemError) -> SystemFile {
    let (flags, permissions): (CInt, mode_t) =
      switch mode {
      case .read: (O_RDONLY | O_NONBLOCK, 0)
      case .update(let permissions): (O_RDWR | O_CREAT | O_NOFOLLOW, permissions)
      case .change: (O_RDWR | O_NOFOLLOW | O_NONBLOCK, 0)
      case .create(let permissions): (O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, permissions)
      case .replace(let permissions): (O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, permissions)
      }
    let descriptor = System.open(path, flags | O_CLOEXEC, permissions)
    guard descriptor >= 0 else {
      let code = errno
      if case .read = mode { throw SystemError(path, code, .read) }
      throw SystemError(path, code)
    }
    return SystemFile(path: path, descriptor: descriptor)
  }

  /// Writes all bytes at the current place.
  package func write(_ bytes: Span<UInt8>) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let (count, code) = unsafe bytes.withUnsafeBufferPointer { buffer in
        let rest = unsafe UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: buffer[done...]))
        let count = unsafe System.write(descriptor, rest.baseAddress, rest.count)
        return (count, errno)
      }
      if count < 0 && code == EINTR { continue }
      guard count >= 0 else { throw SystemError(path, code) }
      done += count
    }
  }

  /// Reads up to `capacity` bytes at the current place; none at the end.
  package func read(capacity: Int) throws(SystemError) -> [UInt8] {
    while true {
      var result = 0
      var code: CInt = 0
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        result = unsafe System.read(descriptor, buffer.baseAddress, capacity)
        code = errno
        count = max(0, result)
      }
      if result < 0 && code == EINTR { continue }
      guard result >= 0 else { throw SystemError(path, code, .read) }
      return bytes
    }
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
    return mine.inode == named.inode && mine.device == named.device
  }

  /// What the file is at this moment.
  package var stamp: FileStamp? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    return FileStamp(status)
  }

  /// The size in bytes.
  package func size() throws(SystemError) -> Int {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw SystemError(path, errno) }
    return Int(status.st_size)
  }
}

/// Names that Swift's own would hide.
private enum System {
  static func open(_ path: String, _ flags: CInt, _ permissions: mode_t) -> CInt {
    #if canImport(Glibc)
      unsafe Glibc.open(path, flags, permissions)
    #elseif canImport(Musl)
      unsafe Musl.open(path, flags, permissions)
    #else
      unsafe Darwin.open(path, flags, permissions)
    #endif
  }

  static func write(_ descriptor: CInt, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.write(descriptor, start, count)
    #elseif canImport(Musl)
      unsafe Musl.write(descriptor, start, count)
    #else
      unsafe Darwin.write(descriptor, start, count)
    #endif
  }

  static func read(_ descriptor: CInt, _ start: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.read(descriptor, start, count)
    #elseif canImport(Musl)
      unsafe Musl.read(descriptor, start, count)
    #else
      unsafe Darwin.read(descriptor, start, count)
    #endif
  }
}
