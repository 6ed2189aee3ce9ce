internal import ViewfinderCore

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#else
  #error("SystemFile needs open, read, write and fsync.")
#endif

/// A file that is open by its descriptor.
final class SystemFile: @unchecked Sendable {
  let path: String
  let descriptor: CInt

  private init(path: String, descriptor: CInt) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit {
    _ = close(descriptor)
  }

  /// How a file is opened.
  enum Mode {
    /// To read from the start; the file must exist.
    case read
    /// To write and read, made if there is none, with these permissions.
    case update(permissions: mode_t)
    /// To write and read; the file must exist.
    case change
    /// To write, emptied or made, with these permissions.
    case replace(permissions: mode_t)
  }

  /// Opens a file; a symbolic link in its place is refused where something would be written.
  static func open(_ path: String, _ mode: Mode) throws(SystemError) -> SystemFile {
    let (flags, permissions): (CInt, mode_t) =
      switch mode {
      case .read: (O_RDONLY | O_NONBLOCK, 0)
      case .update(let permissions): (O_RDWR | O_CREAT | O_NOFOLLOW, permissions)
      case .change: (O_RDWR | O_NOFOLLOW, 0)
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
  func write(_ bytes: Span<UInt8>) throws(SystemError) {
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
  func read(capacity: Int) throws(SystemError) -> [UInt8] {
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

  func seek(to offset: Int) throws(SystemError) {
    guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { throw SystemError(path, errno) }
  }

  func truncate(to size: Int) throws(SystemError) {
    guard ftruncate(descriptor, off_t(size)) == 0 else { throw SystemError(path, errno) }
  }

  /// Has the disk keep what was written.
  func synchronize() throws(SystemError) {
    guard fsync(descriptor) == 0 else { throw SystemError(path, errno) }
  }

  /// Takes the lock of this file, if no other process or thread has it.
  func tryLock() throws(SystemError) -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
    if errno == EWOULDBLOCK || errno == EINTR { return false }
    throw SystemError(path, errno)
  }

  func unlock() {
    _ = flock(descriptor, LOCK_UN)
  }

  /// Whether the path still leads to this file.
  var isAtItsPath: Bool {
    guard let mine = stamp, let named = FileStamp(of: path) else { return false }
    return mine.inode == named.inode && mine.device == named.device
  }

  /// What the file is at this moment.
  var stamp: FileStamp? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    return FileStamp(status)
  }

  /// The size in bytes.
  func size() throws(SystemError) -> Int {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw SystemError(path, errno) }
    return Int(status.st_size)
  }
}

/// What tells a file, and each of its states, from all others without reading it.
///
/// Whatever is written into a file changes one of the times, and another file has another inode.
struct FileStamp: Codable, Hashable, Sendable {
  var device: UInt64
  var inode: UInt64
  var byteCount: Int64
  /// Nanoseconds since 1970 at which bytes were written last.
  var modified: Int64
  /// Nanoseconds since 1970 at which bytes, names or rights were changed last.
  var changed: Int64

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
  init?(of path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}

/// A system call that failed.
struct SystemError: Error, Hashable {
  /// What was tried.
  enum Purpose {
    case read, write
  }

  let path: String
  let code: CInt
  let purpose: Purpose

  init(_ path: String, _ code: CInt, _ purpose: Purpose = .write) {
    self.path = path
    self.code = code
    self.purpose = purpose
  }

  var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  /// The error in the words of the package.
  var error: ViewfinderError {
    let reason = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    let remedy = "Choose another folder with VIEWFINDER_CACHE or --cache."
    switch (code, purpose) {
    case (ENOSPC, _), (EDQUOT, _):
      return ViewfinderError(
        .notEnoughSpace, subject: path, found: "the disk is full (\(reason))",
        remedy: "Make room, or choose another folder with VIEWFINDER_CACHE or --cache.")
    case (EACCES, .read), (EPERM, .read):
      return ViewfinderError(
        .cannotWrite, subject: path, found: "this may not be read (\(reason))",
        remedy: "Check the owner and the permissions, or choose another folder with "
          + "VIEWFINDER_CACHE or --cache.")
    case (EROFS, _), (EACCES, _), (EPERM, _):
      return ViewfinderError(
        .cannotWrite, subject: path, found: "this may not be written (\(reason))", remedy: remedy)
    default:
      return ViewfinderError(
        .cannotWrite, subject: path, found: "the system says: \(reason)", remedy: remedy)
    }
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
