internal import ViewfinderCore
internal import ViewfinderSystem

/// The right to download into a slot, which one thread of one process has at a time.
///
/// It is a lock on a file of its own, for a download takes long and nobody else should wait for it:
/// who changes the record or gives names to files has the slot's lock, for moments. Who removes a
/// model takes the right away from whoever has it or waits for it, by a byte in the file; for the
/// file loses its name then, the byte concerns nobody who comes later.
final class DownloadTurn: Sendable {
  private let file: SystemFile

  private init(_ file: SystemFile) {
    self.file = file
  }

  /// Waits for the turn.
  ///
  /// - Throws: What `waiting` throws, which is called now and then; `notDownloaded` when the model
  ///   is removed meanwhile; `cancelled`.
  static func wait(
    _ slot: ModelSlot, _ subject: String, _ cancellation: Cancellation,
    waiting: () throws(ViewfinderError) -> Void
  ) throws(ViewfinderError) -> DownloadTurn {
    var pause = PollingPause()
    var watched: SystemFile?
    while true {
      let file: SystemFile?
      if let watched {
        file = watched
      } else {
        file = try onDisk { () throws(SystemError) in try open(slot) }
      }
      guard let file else { continue }
      if try onDisk({ () throws(SystemError) in try file.tryLock() }) {
        if file.isRevoked, watched != nil { throw removed(subject) }
        if let turn = begin(file) { return turn }
        watched = nil
      } else if file.isRevoked, watched != nil {
        throw removed(subject)
      } else {
        // One that was taken away before we came says nothing about us.
        watched = file.isRevoked ? nil : file
        try pause.take(cancellation, subject, waiting: waiting)
      }
    }
  }

  /// Takes the turn if nobody has it.
  static func take(_ slot: ModelSlot) throws(SystemError) -> DownloadTurn? {
    guard let file = try open(slot), try file.tryLock() else { return nil }
    return begin(file)
  }

  private static func open(_ slot: ModelSlot) throws(SystemError) -> SystemFile? {
    try Folder.make(slot.folder)
    do throws(SystemError) {
      return try SystemFile.open(slot.turnPath, .update(permissions: 0o666))
    } catch {
      // The download that had it may just have taken the folder away.
      if error.isMissing { return nil }
      throw error
    }
  }

  private static func begin(_ file: SystemFile) -> DownloadTurn? {
    guard file.isAtItsPath else { return nil }
    if file.isRevoked {
      // A process that removed the model has been ended here.
      try? Folder.remove(file.path)
      return nil
    }
    return DownloadTurn(file)
  }

  /// Whether the model has been removed since the turn began.
  var isRevoked: Bool { file.isRevoked || !file.isAtItsPath }

  /// Gives the turn to the next.
  func end() {
    if file.isAtItsPath { try? Folder.remove(file.path) }
    file.unlock()
  }

  /// Takes the turn from the download that has it and those that wait; the slot's lock is held.
  static func revoke(_ slot: ModelSlot) throws(SystemError) {
    let file: SystemFile
    do throws(SystemError) {
      file = try SystemFile.open(slot.turnPath, .change)
    } catch {
      if error.isMissing { return }
      throw error
    }
    // Longer by a byte without writing one, which a full disk could refuse.
    try file.truncate(to: 1)
    try Folder.remove(slot.turnPath)
  }

  /// The error for a download that had the turn, or waited for it.
  static func removed(_ subject: String) -> ViewfinderError {
    ViewfinderError(
      .notDownloaded, subject: subject,
      found: "the model was removed while it was being downloaded",
      remedy: "Download it again if it is wanted after all.")
  }
}

extension SystemFile {
  fileprivate var isRevoked: Bool { stamp.map { $0.byteCount > 0 } ?? true }
}
