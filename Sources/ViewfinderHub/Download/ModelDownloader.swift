internal import Foundation
internal import ViewfinderCore

/// Brings one hosted model into the cache, or finds that it is there and the newest.
struct ModelDownloader {
  let source: ModelSource
  let slot: ModelSlot
  let cache: ModelCache
  let configuration: AppConfiguration
  let options: ModelHub.Options
  let conditions: DownloadConditions
  let cancellation: Cancellation
  let progress: @Sendable (DownloadProgress) -> Void

  /// A model may change once while it is fetched, and an address may expire.
  private static let planLimit = 3

  /// Does it, on the calling thread.
  func run() throws(ViewfinderError) -> CachedModel {
    let asked = Date.now.timeIntervalSince1970
    return try FileLock.hold(slot.lockPath, cancellation) { () throws(ViewfinderError) in
      do throws(ViewfinderError) {
        return try update(asked)
      } catch {
        slot.removeIfEmpty()
        throw error
      }
    }
  }

  /// Brings the slot up to date, under its lock.
  private func update(_ asked: Double) throws(ViewfinderError) -> CachedModel {
    var record = try onDisk { () throws(SystemError) in
      try slot.settle(slot.record() ?? SlotRecord(source: source.description, name: source.name))
    }
    // Another process may have done it while this one waited for the lock.
    if let current = record.current, current.checked >= asked {
      return try model(record, current)
    }
    // A damaged file is not what the server's "not modified" is about.
    if let current = record.current, slot.hash(of: slot.modelPath) != current.sha256 {
      record.current = nil
    }
    let exchange = try Exchange(
      options: options, conditions: conditions, cancellation: cancellation,
      secrets: configuration.secrets)
    for _ in 0..<Self.planLimit {
      guard case .fetch(let plan) = try plan(record.current, exchange) else {
        return try unchanged(record)
      }
      switch try fetch(plan, &record, exchange) {
      case .complete(let fetched): return try install(fetched, plan, record)
      case .notModified: return try unchanged(record)
      case .changed: continue
      }
    }
    throw ViewfinderError(
      .invalidReply, subject: source.description,
      found: "the server names a version or an address that it does not know itself",
      remedy: "Try again later.")
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
    _ plan: FetchPlan, _ record: inout SlotRecord, _ exchange: Exchange
  ) throws(ViewfinderError) -> Transfer.Outcome {
    var kept = record
    var transfer = Transfer(
      plan: plan, path: slot.partPath, exchange: exchange, byteLimit: options.maximumByteCount,
      progress: progress,
      keep: { (state) throws(SystemError) in
        kept.partial = state
        try slot.write(kept)
      }, state: record.partial)
    defer { record = kept }
    do throws(ViewfinderError) {
      let outcome = try transfer.run()
      if case .complete = outcome {} else { dropPart(&kept) }
      return outcome
    } catch {
      // Only bytes that can be gone on with are worth their place, and none on a full disk.
      if transfer.state == nil || error.code == .notEnoughSpace { dropPart(&kept) }
      throw error
    }
  }

  /// Takes away bytes that nothing can be done with.
  private func dropPart(_ record: inout SlotRecord) {
    let hadState = record.partial != nil
    record.partial = nil
    // A failure here is one that the next download meets and reports.
    try? Folder.remove(slot.partPath)
    if hadState { try? slot.write(record) }
  }

  private func install(
    _ fetched: Transfer.Fetched, _ plan: FetchPlan, _ record: SlotRecord
  ) throws(ViewfinderError) -> CachedModel {
    do throws(ViewfinderError) {
      try ModelSlot.check(slot.partPath, source.description)
    } catch {
      var record = record
      dropPart(&record)
      throw error
    }
    let now = Date.now.timeIntervalSince1970
    let content = SlotRecord.Content(
      byteCount: fetched.byteCount, sha256: fetched.hashes.sha256.hexadecimal,
      version: plan.version ?? fetched.etag, lastModified: fetched.lastModified, installed: now,
      checked: now)
    try onDisk { () throws(SystemError) in try slot.install(content, in: record) }
    return try model(record, content)
  }

  private func unchanged(_ record: SlotRecord) throws(ViewfinderError) -> CachedModel {
    guard var current = record.current else {
      throw ViewfinderError(
        .invalidReply, subject: source.description,
        found: "the server says 'not modified' about a model that is not here")
    }
    current.checked = Date.now.timeIntervalSince1970
    var record = record
    record.current = current
    try onDisk { () throws(SystemError) in try slot.write(record) }
    return try model(record, current)
  }

  private func model(
    _ record: SlotRecord, _ content: SlotRecord.Content
  ) throws(ViewfinderError) -> CachedModel {
    guard let model = CachedModel(slot, record, content) else {
      throw ViewfinderError(
        .hashMismatch, subject: source.description, found: "the record of the cache is damaged",
        remedy: "Remove the model and download it again.")
    }
    return model
  }
}
