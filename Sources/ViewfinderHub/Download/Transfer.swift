internal import Foundation
internal import ViewfinderCore

/// Brings one file to disk: with resumption, second attempts, limits and checks.
///
/// The bytes go to a file of their own, which has the name of nothing yet. What is there of it may
/// be from an earlier process; ``state`` says what it belongs to.
struct Transfer {
  let plan: FetchPlan
  let path: String
  let exchange: Exchange
  /// No file may be larger, whatever the server says.
  let byteLimit: Int
  let progress: @Sendable (DownloadProgress) -> Void
  /// Keeps the state for another process.
  let keep: (SlotRecord.Partial) throws(SystemError) -> Void

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
    let byteCount: Int
    let hashes: ContentHashes
    /// The entity tag of the reply, weak ones included.
    let etag: String?
    let lastModified: String?
  }

  /// How one attempt ended.
  private enum Attempt {
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
    let file = try onDisk { () throws(SystemError) in
      try SystemFile.open(path, .update(permissions: 0o666))
    }
    if state?.isResumable != true || state?.version != plan.version { state = nil }
    var schedule = RetrySchedule(
      limit: exchange.retry.downloadLimit, firstPause: exchange.retry.firstPause)
    var restarts = 0
    var farthest = 0
    var hasher: ContentHasher?
    while true {
      let start = state == nil ? 0 : Folder.fileSize(path) ?? 0
      let receiver = FileReceiver(
        plan, file, start: start, state: state, hasher: hasher, byteLimit: byteLimit,
        progress: progress, keep: keep)
      let attempt = attempt(from: start, receiver)
      state = receiver.state?.isResumable == true ? receiver.state : nil
      hasher = state == nil ? nil : receiver.hasher
      switch attempt {
      case .ended(let outcome): return outcome
      case .failed(let error): throw error
      case .restart:
        state = nil
        hasher = nil
        restarts += 1
        if restarts > Self.restartLimit {
          throw ViewfinderError(
            .invalidReply, subject: plan.subject,
            found: "the server keeps changing the file while it is fetched")
        }
      case .retry(let error, let asked, let isUnreachable):
        let size = Folder.fileSize(path) ?? 0
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
    if let failure {
      let error = Exchange.error(failure, plan.subject)
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

  /// Checks a file that has arrived whole, as far as the connection can tell.
  private func conclude(_ receiver: FileReceiver) -> Attempt {
    guard var hasher = receiver.hasher else { preconditionFailure("A file has been hashed") }
    let count = hasher.byteCount
    if let total = receiver.state?.byteCount ?? plan.byteCount, count < total {
      return .retry(
        ViewfinderError(
          .networkFailed, subject: plan.subject,
          found: "the connection was cut after \(count) of \(total) bytes",
          remedy: "Check the network and try again."))
    }
    let hashes = hasher.finish()
    if let problem = mismatch(hashes, receiver) {
      receiver.discard()
      return .failed(problem)
    }
    do throws(SystemError) {
      try receiver.file.synchronize()
    } catch {
      return .failed(error.error)
    }
    return .ended(
      .complete(
        Fetched(
          byteCount: count, hashes: hashes, etag: receiver.head["etag"],
          lastModified: receiver.head["last-modified"])))
  }

  private func mismatch(_ found: ContentHashes, _ receiver: FileReceiver) -> ViewfinderError? {
    let checks: [(String, String?, String?)] = [
      ("SHA-256", plan.sha256?.hexadecimal, found.sha256.hexadecimal),
      ("MD5", receiver.md5.map(Hexadecimal.text), found.md5.map(Hexadecimal.text)),
      ("CRC-32C", receiver.crc32c.map(Hexadecimal.text), found.crc32c.map(Hexadecimal.text)),
    ]
    for (name, expected, actual) in checks {
      if let expected, let actual, expected != actual {
        return ViewfinderError(
          .hashMismatch, subject: plan.subject, found: "the file has the \(name) \(actual)",
          expected: expected,
          remedy: "Download it again; if it stays so, check the hash that was given, or publish "
            + "the model again.")
      }
    }
    return nil
  }
}
