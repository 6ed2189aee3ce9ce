internal import ViewfinderCore
internal import ViewfinderSystem

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Brings one file to disk: with resumption, second attempts and limits.
///
/// The bytes go to a file of their own, which has the name of nothing yet. What is there of it may
/// be from an earlier process; ``state`` says what it belongs to. ``Transfer+Conclusion`` checks what
/// has arrived.
struct Transfer {
  let plan: FetchPlan
  /// Where the bytes go; nobody else writes there.
  let file: SystemFile
  /// Where bytes that come packed are unpacked to.
  let unpackedPath: String
  let exchange: Exchange
  /// No file may be larger, whatever the server says.
  let byteLimit: Int
  let progress: @Sendable (DownloadProgress) -> Void
  /// Keeps the state for another process.
  let keep: (SlotRecord.Partial) throws(ViewfinderError) -> Void

  /// What the bytes on disk belong to.
  var state: SlotRecord.Partial?

  /// How a transfer ended.
  enum Outcome {
    /// The bytes are there and are those that were promised.
    case complete(Fetched)
    /// The server has nothing newer.
    case notModified
    /// The server has another version now than the plan says, or the address has expired.
    case changed
  }

  /// A file that has been fetched.
  struct Fetched {
    /// The file that was written to, or the one that it was unpacked to.
    let file: SystemFile
    let byteCount: Int
    let sha256: SHA256Digest
    /// The entity tag of the reply, weak ones included.
    let etag: String?
    let lastModified: String?
  }

  /// How one attempt ended.
  enum Attempt {
    case ended(Outcome)
    /// The server does not go on where the file ends: from the start, at once.
    case restart
    case retry(ViewfinderError, asked: Duration? = nil, isUnreachable: Bool = false)
    case failed(ViewfinderError)
  }

  private static let restartLimit = 3
  /// So many new bytes start the time for attempts anew.
  private static let goodProgress = 1 << 16

  /// Fetches the file.
  ///
  /// - Throws: What is wrong with the network, the server, the disk or the bytes. What has arrived
  ///   stays on disk when another attempt can go on with it.
  mutating func run() throws(ViewfinderError) -> Outcome {
    if state?.isResumable != true || state?.version != plan.version { state = nil }
    var schedule = RetrySchedule(
      limit: exchange.retry.downloadLimit, firstPause: exchange.retry.firstPause)
    var restarts = 0
    var farthest = 0
    while true {
      let start = state == nil ? 0 : try size()
      let receiver = FileReceiver(
        plan, file, start: start, state: state, byteLimit: byteLimit, progress: progress,
        keep: keep)
      let attempt = attempt(from: start, receiver)
      state = receiver.state?.isResumable == true ? receiver.state : nil
      switch attempt {
      case .ended(let outcome): return outcome
      case .failed(let error): throw error
      case .restart:
        state = nil
        restarts += 1
        if restarts > Self.restartLimit {
          throw ViewfinderError(
            .invalidReply, subject: plan.subject,
            found: "the server keeps changing the file while it is fetched")
        }
      case .retry(let error, let asked, let isUnreachable):
        let size = try size()
        if size >= farthest + Self.goodProgress {
          farthest = size
          schedule.reset()
        }
        // A server that has sent something will be back.
        try exchange.pause(
          &schedule, asked: asked, after: error, isUnreachable: isUnreachable && size == 0)
      }
    }
  }

  private func size() throws(ViewfinderError) -> Int {
    try onDisk { () throws(SystemError) in try file.size() }
  }

  private func attempt(from start: Int, _ receiver: FileReceiver) -> Attempt {
    var request = plan.request
    if start > 0 {
      request.headers.removeAll { $0.name.hasPrefix("If-") }
      request.add("Range", "bytes=\(start)-")
      request.add("If-Match", state?.etag)
    }
    var failure: HTTPClient.Failure?
    do throws(HTTPClient.Failure) {
      try exchange.client.perform(request, to: receiver)
    } catch {
      failure = error
    }
    switch receiver.verdict {
    case .restart: return .restart
    case .changed: return .ended(.changed)
    case .notModified: return .ended(.notModified)
    case .problem(let error): return .failed(error)
    case nil: break
    }
    if let failure, !receiver.hasWholeMessage {
      let error = exchange.error(failure, plan.subject)
      return Exchange.isTransient(failure)
        ? .retry(error, isUnreachable: Exchange.isUnreachable(failure)) : .failed(error)
    }
    guard receiver.isFile else {
      let reply = HTTPReply(head: receiver.head, body: receiver.message)
      let hasExpired = plan.expires.map { $0 < .now } ?? false
      // The generation that was asked for has been replaced.
      if plan.pinsGeneration, reply.status == 404 { return .ended(.changed) }
      if hasExpired, reply.status == 400 || reply.status == 403 { return .ended(.changed) }
      let error = exchange.error(reply, plan.subject)
      return RetryPolicy.statuses.contains(reply.status)
        ? .retry(error, asked: reply.head.retryAfter()) : .failed(error)
    }
    return conclude(receiver)
  }
}
