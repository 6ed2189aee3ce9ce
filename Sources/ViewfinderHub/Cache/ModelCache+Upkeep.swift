public import ViewfinderCore
internal import ViewfinderInference
internal import ViewfinderSystem

extension ModelCache {
  /// Reads a model's file again, and checks that it hashes to what it did and is still sound.
  ///
  /// What a process that was ended left half-written is taken away, unless a download is going on.
  ///
  /// - Throws: `hashMismatch` or `invalidModel` when the file has been damaged, `notDownloaded` when
  ///   there is only the beginning of one.
  /// - Complexity: O(size of the file).
  public func verify(_ entry: CacheEntry) throws(ViewfinderError) {
    if entry.isDamaged { throw damaged(entry) }
    do throws(ViewfinderError) {
      try onDisk { () throws(SystemError) in try settleIfIdle(entry.slot) }
    } catch {
      // Only looking is possible in a cache that may not be written.
      if error.code != .cannotWrite, error.code != .notEnoughSpace { throw error }
    }
    var seen: SlotRecord?
    while true {
      let record = try onDisk { () throws(SystemError) in try entry.slot.record() }
      guard let record, let content = entry.slot.content(record) else {
        throw ViewfinderError(
          .notDownloaded, subject: entry.source, found: "the model is not there yet",
          remedy: "Run 'viewfinder models pull' to go on with the download.")
      }
      let hashes = try onDisk { () throws(SystemError) in
        try ContentHashes(of: SystemFile.open(entry.slot.modelPath, .read))
      }
      if hashes.sha256.hexadecimal == content.sha256 { break }
      // An update may have come between the record and the file.
      if seen == record {
        throw damaged(entry)
      }
      seen = record
    }
    try ModelSlot.check(entry.slot.modelPath, entry.source)
  }

  private func damaged(_ entry: CacheEntry) -> ViewfinderError {
    ViewfinderError(
      .hashMismatch, subject: entry.source,
      found: "what is in \(entry.slot.folder) has been changed or damaged",
      remedy: "Run 'viewfinder models remove \(entry.name)' and download it again.")
  }

  private func settleIfIdle(_ slot: ModelSlot) throws(SystemError) {
    guard let turn = try DownloadTurn.take(slot) else { return }
    defer { turn.end() }
    guard let lock = try FileLock.take(slot.lockPath) else { return }
    defer { lock.release() }
    if let record = try slot.record() { _ = try slot.settle(record) }
  }

  /// Removes a model and what there is of a download.
  ///
  /// A download of it that is going on, in this process or another, ends with `notDownloaded`. Files
  /// that are open stay readable.
  ///
  /// - Parameters:
  ///   - entry: What to remove.
  ///   - waiting: Called now and then, with what is waited for, while another process changes the
  ///     folder; that takes moments, unless the process has been stopped.
  /// - Throws: `cannotWrite` when the system refuses.
  public func remove(
    _ entry: CacheEntry, waiting: (String) -> Void = { _ in }
  ) throws(ViewfinderError) {
    try remove(entry.slot, waiting: waiting)
  }

  func remove(
    _ slot: ModelSlot, waiting: (String) -> Void = { _ in }
  ) throws(ViewfinderError) {
    guard try onDisk({ () throws(SystemError) in try Folder.exists(slot.folder) }) else { return }
    try FileLock.hold(
      slot.lockPath, Cancellation(),
      waiting: { waiting("another process, which changes the model") }
    ) { () throws(ViewfinderError) in
      try onDisk { () throws(SystemError) in try slot.remove() }
    }
    SharedDownload.retire(slot)
  }
}
