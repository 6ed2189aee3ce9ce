internal import ViewfinderCore
internal import ViewfinderSystem

/// A file that a library writes under a hidden name beside its path, and that takes its place when
/// complete.
///
/// Dropped before that, it leaves nothing behind.
final class PendingFile: Sendable {
  /// The hidden file; it is locked as long as it is open, so that nobody takes it for a remainder.
  private let file: SystemFile
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
    file = try output.makeTemporary()
  }

  /// A path that leads to the open file itself, whatever its name leads to by then.
  var openPath: String {
    #if os(Linux)
      "/proc/self/fd/\(file.descriptor)"
    #else
      "/dev/fd/\(file.descriptor)"
    #endif
  }

  deinit { discard() }

  /// Puts the file at its path.
  func complete() throws(ViewfinderError) {
    try isPending.withLock { isPending throws(ViewfinderError) in
      try output.take(file)
      isPending = false
    }
  }

  /// Removes what was written.
  func discard() {
    isPending.withLock { isPending in
      if isPending { try? Folder.remove(file.path) }
      isPending = false
    }
  }
}
