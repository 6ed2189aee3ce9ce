internal import Synchronization
internal import ViewfinderCore

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  #error("This platform's C library is not known here")
#endif

/// A file that is written under a hidden name beside its path, and takes its place when complete.
///
/// Dropped before that, it leaves nothing behind.
final class PendingFile: Sendable {
  let path: String
  let temporaryPath: String
  private let isPending = Mutex(true)

  /// Creates the hidden file, empty.
  ///
  /// - Parameters:
  ///   - path: Where the file shall be. What is there must be a file, which stays until the end.
  ///   - source: A file that must not be replaced.
  /// - Throws: `cannotWrite` when there can be no file.
  init(path: String, sparing source: FileIdentity?) throws(ViewfinderError) {
    guard !path.utf8.contains(0) else {
      throw Self.refusal(path, "the path has a zero byte in it")
    }
    // Behind a link, the file it leads to is replaced, not the link.
    let target = Self.resolved(path)
    self.path = target
    var status = stat()
    if unsafe stat(target, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFREG else {
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        throw Self.refusal(path, "the path leads to \(isFolder ? "a directory" : "a device")")
      }
      guard FileIdentity(status) != source else {
        throw ViewfinderError(
          .cannotWrite,
          subject: path,
          found: "this is the video that is read",
          expected: "another file",
          remedy: "Choose another name for the output."
        )
      }
    }
    let folder = target.lastIndex(of: "/").map { target[...$0] } ?? ""
    let unique = String(UInt64.random(in: .min ... .max), radix: 36)
    temporaryPath = "\(folder).viewfinder-\(unique).mp4"
    let descriptor = unsafe open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      isPending.withLock { $0 = false }
      throw Self.failure(path, errno)
    }
    close(descriptor)
  }

  deinit { discard() }

  /// Puts the file at its path.
  func complete() throws(ViewfinderError) {
    try isPending.withLock { isPending throws(ViewfinderError) in
      guard unsafe rename(temporaryPath, path) == 0 else { throw Self.failure(path, errno) }
      isPending = false
    }
  }

  /// Removes what was written.
  func discard() {
    isPending.withLock { isPending in
      if isPending { unsafe unlink(temporaryPath) }
      isPending = false
    }
  }

  private static func resolved(_ path: String) -> String {
    guard let real = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  private static func refusal(_ path: String, _ found: String) -> ViewfinderError {
    ViewfinderError(
      .cannotWrite,
      subject: path,
      found: found,
      expected: "the path of a file",
      remedy: "Choose another path."
    )
  }

  private static func failure(_ path: String, _ number: Int32) -> ViewfinderError {
    let reason: String
    switch number {
    case ENOENT, ENOTDIR: reason = "its folder does not exist"
    case EACCES, EPERM: reason = "its folder may not be written to"
    case EROFS: reason = "its folder is on a disk that is read-only"
    case ENOSPC: reason = "the disk is full"
    default: reason = unsafe String(cString: strerror(number))
    }
    return ViewfinderError(
      .cannotWrite,
      subject: path,
      found: "the file cannot be made: \(reason)",
      remedy: "Choose another path."
    )
  }
}
