internal import ViewfinderCore
internal import ViewfinderSystem

/// A lock that processes and threads take in turn; it ends with its process at the latest.
final class FileLock {
  /// The file that is locked, open for reading and writing.
  let file: SystemFile

  private init(_ file: SystemFile) {
    self.file = file
  }

  /// Runs a closure with a lock, waiting for it first.
  ///
  /// The lock is a file in a folder that exists or can be made; a cancellation ends the wait.
  /// `waiting` is called now and then while another holds the lock, and may end the wait.
  static func hold<Value>(
    _ path: String, _ cancellation: Cancellation,
    waiting: () throws(ViewfinderError) -> Void = {},
    during body: () throws(ViewfinderError) -> Value
  ) throws(ViewfinderError) -> Value {
    let lock = try wait(path, cancellation, waiting: waiting)
    // The lock must not end with the last use of the variable.
    defer { lock.release() }
    return try body()
  }

  /// Waits for a lock.
  static func wait(
    _ path: String, makesFolder: Bool = true, _ cancellation: Cancellation,
    waiting: () throws(ViewfinderError) -> Void = {}
  ) throws(ViewfinderError) -> FileLock {
    var pause = PollingPause()
    while true {
      let lock = try onDisk { () throws(SystemError) in
        try take(path, makesFolder: makesFolder)
      }
      if let lock { return lock }
      try pause.take(cancellation, path, waiting: waiting)
    }
  }

  /// Takes a lock if it is free.
  static func take(_ path: String, makesFolder: Bool = true) throws(SystemError) -> FileLock? {
    if makesFolder { try Folder.make(Folder.parent(of: path)) }
    let file: SystemFile
    do throws(SystemError) {
      file = try SystemFile.open(path, .update(permissions: 0o666))
    } catch {
      // Whoever had it may just have taken the folder away.
      if makesFolder, error.isMissing { return nil }
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

/// The pauses between two looks at a lock: a wait in `flock` cannot be ended from another thread.
struct PollingPause {
  private var next = Duration.milliseconds(2)
  private var waited = Duration.zero
  /// From when on those who wait are told for what.
  private static let patience = Duration.milliseconds(200)

  /// Waits a little; a cancellation throws, and so may `waiting`.
  mutating func take(
    _ cancellation: Cancellation, _ subject: String, waiting: () throws(ViewfinderError) -> Void
  ) throws(ViewfinderError) {
    if waited >= Self.patience { try waiting() }
    guard cancellation.sleep(next) else { throw cancellation.error(subject) }
    waited += next
    next = min(next * 2, .milliseconds(50))
  }
}

/// Runs calls on files, and puts their failures into the package's words.
func onDisk<Value>(_ body: () throws(SystemError) -> Value) throws(ViewfinderError) -> Value {
  do throws(SystemError) {
    return try body()
  } catch {
    throw ViewfinderError(inCache: error)
  }
}
