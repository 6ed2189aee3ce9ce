internal import ViewfinderCore
internal import ViewfinderSystem

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  #error("This platform's C library is not known here")
#endif

/// A file that a library writes under a hidden name beside its path, and that takes its place when
/// complete.
///
/// Dropped before that, it leaves nothing behind.
final class PendingFile: Sendable {
  let temporaryPath: String
  private let output: OutputFile
  private let isPending = Mutex(true)

  /// Creates the hidden file, empty.
  ///
  /// - Parameters:
  ///   - path: Where the file shall be. What is there must be a file, which stays until the end.
  ///   - source: A file that must not be replaced.
  /// - Throws: `cannotWrite` when there can be no file.
  init(path: String, sparing source: FileIdentity?) throws(ViewfinderError) {
    output = try OutputFile(path: path, protecting: [])
    if let source, FileIdentity(path: path) == source {
      throw ViewfinderError(
        .cannotWrite,
        subject: path,
        found: "this is the video that is read",
        expected: "another file",
        remedy: "Choose another name for the output."
      )
    }
    guard output.isReplaced else {
      throw ViewfinderError(
        .cannotWrite,
        subject: path,
        found: "the path leads to a device or a pipe",
        expected: "the path of a file",
        remedy: "Choose another path: a video is finished at its start."
      )
    }
    let descriptor: Int32
    (temporaryPath, descriptor) = try output.makeTemporary()
    close(descriptor)
  }

  deinit { discard() }

  /// Puts the file at its path.
  func complete() throws(ViewfinderError) {
    try isPending.withLock { isPending throws(ViewfinderError) in
      guard unsafe rename(temporaryPath, output.path) == 0 else { throw output.cannotWrite(errno) }
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
}
