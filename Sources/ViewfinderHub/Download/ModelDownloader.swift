internal import ViewfinderCore
internal import ViewfinderSystem

/// Brings one hosted model into the cache, or finds that it is there and the newest.
///
/// Who does it has the slot's turn for all the time, and its lock for the moments in which something
/// in the slot changes: neither readers nor a removal of the model wait for a download.
struct ModelDownloader {
  let source: ModelSource
  let slot: ModelSlot
  let cache: ModelCache
  let configuration: AppConfiguration
  let options: ModelHub.Options
  let conditions: DownloadConditions
  let cancellation: Cancellation
  let reporter: SharedDownload.Reporter

  /// A model may change once while it is fetched, and an address may expire.
  private static let planLimit = 3

  var subject: String { source.description }

  /// Does it, on the calling thread.
  func run() throws(ViewfinderError) -> CachedModel {
    let asked = WallClock.secondsSince1970
    let turn = try DownloadTurn.wait(slot, subject, cancellation) { () throws(ViewfinderError) in
      reportOther()
    }
    defer { turn.end() }
    let slot = TurnedSlot(slot: slot, turn: turn, subject: subject, cancellation: cancellation)
    do throws(ViewfinderError) {
      return try update(asked, slot)
    } catch {
      try? slot.change { () throws(SystemError) in slot.slot.removeIfEmpty(turn) }
      throw turn.isRevoked && error.code == .cancelled ? DownloadTurn.removed(subject) : error
    }
  }

  /// Says how far the download of another process is.
  private func reportOther() {
    let total = (try? slot.record())?.partial?.byteCount
    reporter.report(
      DownloadProgress(
        completedByteCount: slot.partialByteCount ?? 0, totalByteCount: total,
        waitingFor: "another download of the same model"))
  }

  /// Brings the slot up to date.
  private func update(
    _ asked: Double, _ slot: TurnedSlot
  ) throws(ViewfinderError) -> CachedModel {
    var record = try slot.change { () throws(SystemError) in
      var record = try slot.slot.record() ?? SlotRecord(source: subject, name: source.name)
      record.pin = slot.slot.pin
      return try slot.slot.settle(record)
    }
    // Another process may have done it while this one waited for its turn.
    if let current = record.current, current.checked >= asked {
      return try model(record, current)
    }
    // A damaged file is not what the server's "not modified" is about.
    if let current = record.current, slot.slot.hash(of: slot.slot.modelPath) != current.sha256 {
      record.current = nil
    }
    let exchange = try exchange(slot.turn)
    for _ in 0..<Self.planLimit {
      guard case .fetch(let plan) = try plan(record.current, exchange) else {
        return try unchanged(record, slot)
      }
      switch try fetch(plan, &record, exchange, slot) {
      case .complete(let fetched): return try install(fetched, plan, record, slot)
      case .notModified: return try unchanged(record, slot)
      case .changed: continue
      }
    }
    throw ViewfinderError(
      .invalidReply, subject: subject,
      found: "the server names a version or an address that it does not know itself",
      remedy: "Try again later.")
  }

  private func exchange(_ turn: DownloadTurn) throws(ViewfinderError) -> Exchange {
    var exchange = try Exchange(
      options: options, conditions: conditions, cancellation: cancellation,
      secrets: configuration.secrets,
      tick: { [cancellation, reporter, subject] in
        if turn.isRevoked { cancellation.cancel(because: DownloadTurn.removed(subject)) }
        reporter.catchUp()
      })
    exchange.failed = { [reporter] in reporter.note($0) }
    exchange.waiting = { [reporter] in
      reporter.report(DownloadProgress(completedByteCount: 0, totalByteCount: nil, waitingFor: $0))
    }
    return exchange
  }

  private func plan(
    _ current: SlotRecord.Content?, _ exchange: Exchange
  ) throws(ViewfinderError) -> PlanReply {
    switch source.kind {
    case .firebase(let name):
      let installations = InstallationService(
        configuration: configuration, folder: cache.secretsFolder)
      return try FirebaseModelService(configuration: configuration, installations: installations)
        .plan(name: name, known: current?.version, exchange)
    case .storage(let location):
      return try StorageService(configuration: configuration)
        .plan(location, known: current?.version, exchange)
    case .web(let address, let sha256):
      return WebService.plan(address, sha256, known: current)
    }
  }

  private func fetch(
    _ plan: FetchPlan, _ record: inout SlotRecord, _ exchange: Exchange, _ slot: TurnedSlot
  ) throws(ViewfinderError) -> Transfer.Outcome {
    var kept = record
    let file = try slot.change { () throws(SystemError) in
      try SystemFile.open(slot.slot.partPath, .update(permissions: 0o666))
    }
    var transfer = Transfer(
      plan: plan, file: file, unpackedPath: slot.slot.unusedPath, exchange: exchange,
      byteLimit: options.maximumByteCount, progress: { [reporter] in reporter.report($0) },
      keep: { (state) throws(ViewfinderError) in
        kept.partial = state
        try slot.write(kept)
      }, state: record.partial)
    defer { record = kept }
    do throws(ViewfinderError) {
      let outcome = try transfer.run()
      if case .complete = outcome {} else { slot.dropPart(file, &kept) }
      return outcome
    } catch {
      // Only bytes that can be gone on with are worth their place, and none on a full disk.
      if transfer.state == nil || error.code == .notEnoughSpace { slot.dropPart(file, &kept) }
      throw error
    }
  }

  private func install(
    _ fetched: Transfer.Fetched, _ plan: FetchPlan, _ record: SlotRecord, _ slot: TurnedSlot
  ) throws(ViewfinderError) -> CachedModel {
    do throws(ViewfinderError) {
      try ModelSlot.check(fetched.file.path, subject)
    } catch {
      var record = record
      // The part goes with the lock held; this name is nobody else's.
      if fetched.file.path != slot.slot.partPath { try? Folder.remove(fetched.file.path) }
      slot.dropPart(fetched.file, &record)
      throw error
    }
    let now = WallClock.secondsSince1970
    let content = SlotRecord.Content(
      byteCount: fetched.byteCount, sha256: fetched.sha256.hexadecimal,
      version: plan.version ?? fetched.etag, lastModified: fetched.lastModified, installed: now,
      checked: now)
    let installed = try slot.change { () throws(SystemError) in
      try slot.slot.install(fetched.file.path, content, in: record)
    }
    return try model(record, installed)
  }

  private func unchanged(
    _ record: SlotRecord, _ slot: TurnedSlot
  ) throws(ViewfinderError) -> CachedModel {
    guard var current = record.current else {
      throw ViewfinderError(
        .invalidReply, subject: subject,
        found: "the server says 'not modified' about a model that is not here")
    }
    current.checked = WallClock.secondsSince1970
    var record = record
    record.current = current
    try slot.write(record)
    return try model(record, current)
  }

  private func model(
    _ record: SlotRecord, _ content: SlotRecord.Content
  ) throws(ViewfinderError) -> CachedModel {
    guard let model = CachedModel(slot, record, content) else {
      throw ViewfinderError(
        .hashMismatch, subject: subject, found: "the record of the cache is damaged",
        remedy: "Remove the model and download it again.")
    }
    return model
  }
}
