internal import ViewfinderCore
internal import ViewfinderSystem

/// A slot in the hands of the download that has its turn: every change is made under the slot's lock, and only
/// as long as nobody has removed the model.
struct TurnedSlot {
  let slot: ModelSlot
  let turn: DownloadTurn
  let subject: String
  let cancellation: Cancellation

  /// Runs a closure that changes something.
  ///
  /// - Throws: `notDownloaded` when the model has been removed since the turn began.
  func change<Value>(
    _ body: () throws(SystemError) -> Value
  ) throws(ViewfinderError) -> Value {
    let lock: FileLock
    do throws(ViewfinderError) {
      // A folder that is gone is not made again: somebody has taken it away.
      lock = try FileLock.wait(slot.lockPath, makesFolder: false, cancellation) {
        () throws(ViewfinderError) in
        if turn.isRevoked { throw DownloadTurn.removed(subject) }
      }
    } catch {
      throw turn.isRevoked ? DownloadTurn.removed(subject) : error
    }
    defer { lock.release() }
    guard !turn.isRevoked else {
      slot.removeFolder()
      throw DownloadTurn.removed(subject)
    }
    return try onDisk(body)
  }

  func write(_ record: SlotRecord) throws(ViewfinderError) {
    try change { () throws(SystemError) in try slot.write(record) }
  }

  /// Takes away bytes that nothing can be done with.
  func dropPart(_ file: SystemFile, _ record: inout SlotRecord) {
    // As long as the file is open its bytes would have their place on the disk.
    try? file.truncate(to: 0)
    let hadState = record.partial != nil
    record.partial = nil
    // A failure here is one that the next download meets and reports.
    try? change { [record] () throws(SystemError) in
      try Folder.remove(slot.partPath)
      if hadState { try slot.write(record) }
    }
  }
}
