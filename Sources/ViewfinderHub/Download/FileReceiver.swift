internal import ViewfinderCore

/// Writes one attempt's bytes to disk and hashes them, and sees to it that they are the right ones.
final class FileReceiver: ReplySink {
  /// What has been decided before the end of the reply.
  enum Verdict {
    case restart
    case changed
    case notModified
    case problem(ViewfinderError)
  }

  let file: SystemFile
  private let plan: FetchPlan
  private let start: Int
  private let byteLimit: Int
  private let progress: @Sendable (DownloadProgress) -> Void
  private let keep: (SlotRecord.Partial) throws(SystemError) -> Void

  private(set) var head = HTTPHead()
  private(set) var verdict: Verdict?
  /// Whether the reply is the file, or a part of it.
  private(set) var isFile = false
  /// The body of a reply that is no file.
  private(set) var message: [UInt8] = []
  private(set) var state: SlotRecord.Partial?
  private(set) var hasher: ContentHasher?
  /// What the whole has to hash to.
  private(set) var md5: [UInt8]?
  private(set) var crc32c: [UInt8]?

  private static let messageLimit = 1 << 16

  init(
    _ plan: FetchPlan, _ file: SystemFile, start: Int, state: SlotRecord.Partial?,
    hasher: ContentHasher?, byteLimit: Int,
    progress: @escaping @Sendable (DownloadProgress) -> Void,
    keep: @escaping (SlotRecord.Partial) throws(SystemError) -> Void
  ) {
    self.plan = plan
    self.file = file
    self.start = start
    self.state = state
    self.hasher = hasher
    self.byteLimit = byteLimit
    self.progress = progress
    self.keep = keep
    md5 = plan.md5
    crc32c = plan.crc32c
  }

  // MARK: Receiving

  func begin(_ head: HTTPHead) -> Bool {
    self.head = head
    switch head.status {
    case 200: beginWhole()
    case 206 where start > 0: beginRest()
    case 206: refuse("the server sends a part that nobody asked for")
    case 304 where plan.request.headers.contains { $0.name.hasPrefix("If-") } && start == 0:
      verdict = .notModified
    case 412 where start > 0, 416 where start > 0: verdict = .restart
    default: return true
    }
    return verdict == nil
  }

  func receive(_ bytes: Span<UInt8>) -> Bool {
    guard isFile else {
      // What an error reply says beyond this does not matter.
      if message.count + bytes.count <= Self.messageLimit {
        for index in bytes.indices { message.append(bytes[index]) }
      }
      return true
    }
    let count = (hasher?.byteCount ?? 0) + bytes.count
    if let total = state?.byteCount, count > total {
      refuse("the server sends more than the \(total) bytes it told")
      return false
    }
    guard count <= byteLimit else {
      refuseSize("more than \(byteLimit) bytes")
      return false
    }
    onDisk { () throws(SystemError) in try file.write(bytes) }
    guard verdict == nil else { return false }
    hasher?.update(bytes)
    progress(DownloadProgress(completedByteCount: count, totalByteCount: state?.byteCount))
    return true
  }

  /// Empties the file: its bytes are of no use.
  func discard() {
    state = nil
    try? file.truncate(to: 0)
  }

  // MARK: Beginning

  private func beginWhole() {
    let generation = head["x-goog-generation"]
    if plan.isGeneration, let generation, generation != plan.version {
      verdict = .changed
      return
    }
    if let told = head.contentLength, let promised = plan.byteCount, told != promised {
      refuse("the server sends \(told) bytes", expected: "\(promised)")
      return
    }
    let total = head.contentLength ?? plan.byteCount
    if let total, total > byteLimit {
      refuseSize("\(total) bytes")
      return
    }
    takeHashes()
    isFile = true
    hasher = ContentHasher(md5: md5 != nil, crc32c: crc32c != nil)
    let state = SlotRecord.Partial(
      version: plan.version, etag: head.strongETag,
      generation: generation ?? (plan.pinsGeneration ? plan.version : nil), byteCount: total)
    self.state = state
    onDisk { () throws(SystemError) in
      try file.truncate(to: 0)
      try file.seek(to: 0)
      // Emptied first: bytes of another version never belong to this state.
      if state.isResumable { try keep(state) }
    }
    progress(DownloadProgress(completedByteCount: 0, totalByteCount: total))
  }

  /// Goes on where the file ends, if the server has the same version still.
  private func beginRest() {
    guard let state, let range = head.contentRange, range.start == start,
      range.total == nil || state.byteCount == nil || range.total == state.byteCount,
      head["etag"] == nil || state.etag == nil || head["etag"] == state.etag,
      head["x-goog-generation"] == nil || state.generation == nil
        || head["x-goog-generation"] == state.generation
    else {
      verdict = .restart
      return
    }
    takeHashes()
    onDisk { () throws(SystemError) in
      if hasher?.byteCount != start {
        var rest = ContentHasher(md5: md5 != nil, crc32c: crc32c != nil)
        try ModelSlot.feed(file.path, to: &rest)
        hasher = rest
      }
      try file.seek(to: start)
    }
    if hasher?.byteCount != start, verdict == nil { verdict = .restart }
    isFile = verdict == nil
    if isFile {
      progress(DownloadProgress(completedByteCount: start, totalByteCount: state.byteCount))
    }
  }

  /// Takes the checksums that the server tells with the file, unless they were known before or
  /// are those of another encoding.
  private func takeHashes() {
    let encoding = head["x-goog-stored-content-encoding"] ?? "identity"
    guard encoding == "identity", head["content-encoding"] == nil else { return }
    let told = head.storageHashes
    md5 = md5 ?? told.md5
    crc32c = crc32c ?? told.crc32c
  }

  // MARK: Failing

  private func refuse(_ found: String, expected: String = "") {
    verdict = .problem(
      ViewfinderError(
        .invalidReply, subject: plan.subject, found: found, expected: expected,
        remedy: "Try again later."))
    discard()
  }

  private func refuseSize(_ found: String) {
    verdict = .problem(
      ViewfinderError(
        .tooLarge, subject: plan.subject, found: "the file has \(found)",
        expected: "at most \(byteLimit) bytes"))
    discard()
  }

  private func onDisk(_ body: () throws(SystemError) -> Void) {
    do throws(SystemError) {
      try body()
    } catch {
      verdict = .problem(error.error)
    }
  }
}
