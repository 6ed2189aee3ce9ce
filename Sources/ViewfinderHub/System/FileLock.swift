internal import ViewfinderCore

/// A lock that processes and threads take in turn; it ends with its process at the latest.
final class FileLock {
  private let file: SystemFile

  private init(_ file: SystemFile) {
    self.file = file
  }

  /// Runs a closure with a lock, waiting for it first.
  ///
  /// The lock is a file in a folder that exists or can be made; a cancellation ends the wait.
  static func hold<Value>(
    _ path: String, _ cancellation: Cancellation,
    during body: () throws(ViewfinderError) -> Value
  ) throws(ViewfinderError) -> Value {
    let lock = try wait(path, cancellation)
    // The lock must not end with the last use of the variable.
    defer { lock.release() }
    return try body()
  }

  private static func wait(
    _ path: String, _ cancellation: Cancellation
  ) throws(ViewfinderError) -> FileLock {
    var pause = Duration.milliseconds(2)
    while true {
      if let lock = try onDisk({ () throws(SystemError) in try take(path) }) { return lock }
      // Polling, because a wait in flock cannot be ended from another thread.
      guard cancellation.sleep(pause) else { throw Exchange.cancelled(path) }
      pause = min(pause * 2, .milliseconds(50))
    }
  }

  /// Takes a lock if it is free.
  static func take(_ path: String) throws(SystemError) -> FileLock? {
    try Folder.make(Folder.parent(of: path))
    let file: SystemFile
    do throws(SystemError) {
      file = try SystemFile.open(path, .update(permissions: 0o666))
    } catch {
      // Whoever had it may just have taken the folder away.
      if error.isMissing { return nil }
      throw error
    }
    // A file that lost its name while we waited locks nobody out.
    guard try file.tryLock(), file.isAtItsPath else { return nil }
    return FileLock(file)
  }

  func release() {
    file.unlock()
  }
}

/// Runs calls on files, and puts their failures into the package's words.
func onDisk<Value>(_ body: () throws(SystemError) -> Value) throws(ViewfinderError) -> Value {
  do throws(SystemError) {
    return try body()
  } catch {
    throw error.error
  }
}
