internal import ViewfinderCore
internal import ViewfinderSystem

/// Writes one attempt's bytes to disk, and sees to it that they are the right ones.
final class FileReceiver: ReplySink {
  /// What has been decided before the end of the reply.
  enum Verdict {
    case restart
    case changed
    case notModified
    case problem(ViewfinderError)
  }

  /// What has been said beforehand about some bytes.
  struct Promise {
    var byteCount: Int?
    var md5: [UInt8]?
    var crc32c: [UInt8]?
  }

  let file: SystemFile
  private let plan: FetchPlan
  private let start: Int
  private let byteLimit: Int
  private let progress: @Sendable (DownloadProgress) -> Void
  private let keep: (SlotRecord.Partial) throws(ViewfinderError) -> Void

  private(set) var head = HTTPHead()
  private(set) var verdict: Verdict?
  /// Whether the reply is the file, or a part of it.
  private(set) var isFile = false
  /// The body of a reply that is not a file.
  private(set) var message: [UInt8] = []
  private(set) var state: SlotRecord.Partial?
  /// How many bytes of the file are there, as they are sent.
  private(set) var byteCount = 0
  /// What has been promised of the bytes as they are sent.
  private(set) var sent = Promise()
  /// What has been promised of the file once it is unpacked.
  private(set) var unpacked = Promise()

  private static let messageLimit = 1 << 16

  init(
    _ plan: FetchPlan, _ file: SystemFile, start: Int, state: SlotRecord.Partial?, byteLimit: Int,
    progress: @escaping @Sendable (DownloadProgress) -> Void,
    keep: @escaping (SlotRecord.Partial) throws(ViewfinderError) -> Void
  ) {
    self.plan = plan
    self.file = file
    self.start = start
    self.state = state
    self.byteLimit = byteLimit
    self.progress = progress
    self.keep = keep
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
      // What an error reply says beyond this does not matter, and it may never end.
      for index in bytes.indices where message.count < Self.messageLimit {
        message.append(bytes[index])
      }
      return message.count < Self.messageLimit
    }
    let count = byteCount + bytes.count
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
    byteCount = count
    progress(DownloadProgress(completedByteCount: count, totalByteCount: state?.byteCount))
    return true
  }

  /// Whether a reply that is not a file has said all that is wanted of it.
  var hasWholeMessage: Bool { message.count >= Self.messageLimit }

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
    guard takePromises() else { return }
    let total = head.contentLength ?? sent.byteCount
    if let told = head.contentLength, let promised = sent.byteCount, told != promised {
      refuse("the server sends \(told) bytes", expected: "\(promised)")
      return
    }
    if let total, total > byteLimit {
      refuseSize("\(total) bytes")
      return
    }
    isFile = true
    let state = SlotRecord.Partial(
      version: plan.version, etag: isUnpackedOnTheWay ? nil : head.strongETag,
      generation: isAsStored ? generation ?? (plan.pinsGeneration ? plan.version : nil) : nil,
      byteCount: total, encoding: encoding)
    self.state = state
    onDisk { () throws(SystemError) in
      try file.truncate(to: 0)
      try file.seek(to: 0)
    }
    // Emptied first: bytes of another version never belong to this state.
    if verdict == nil, state.isResumable {
      do throws(ViewfinderError) {
        try keep(state)
      } catch {
        verdict = .problem(error)
      }
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
    guard takePromises() else { return }
    guard encoding == state.encoding else {
      verdict = .restart
      return
    }
    onDisk { () throws(SystemError) in try file.seek(to: start) }
    isFile = verdict == nil
    byteCount = start
    if isFile {
      progress(DownloadProgress(completedByteCount: start, totalByteCount: state.byteCount))
    }
  }

  // MARK: What the bytes are

  /// How the bytes of this reply are packed.
  private(set) var encoding: ContentEncoding?
  /// Whether the bytes come as the service keeps them, which can be repeated.
  private var isAsStored = false
  /// Whether the service unpacks what it keeps; it does so for whole files only.
  private var isUnpackedOnTheWay = false

  /// Finds out what has been promised, and of which form of the file.
  ///
  /// Size and checksums of Cloud Storage are those of the object as it is stored. One that is stored
  /// packed and sent unpacked has none that could be checked, and one that is packed on the way has
  /// them when it is unpacked again.
  private func takePromises() -> Bool {
    guard let encoding = ContentEncoding.read(head["content-encoding"]) else {
      verdict = .problem(ContentEncoding.unknown(head["content-encoding"], plan.subject))
      discard()
      return false
    }
    var stored: ContentEncoding?? = .some(plan.storedEncoding)
    if let told = head["x-goog-stored-content-encoding"] { stored = ContentEncoding.read(told) }
    self.encoding = encoding
    isAsStored = stored == .some(encoding)
    isUnpackedOnTheWay = !isAsStored && encoding == nil
    let hashes = head.storageHashes
    let promise = Promise(
      byteCount: plan.byteCount, md5: plan.md5 ?? hashes.md5, crc32c: plan.crc32c ?? hashes.crc32c)
    if isAsStored {
      sent = promise
    } else if encoding != nil {
      unpacked = promise
    }
    return true
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
      verdict = .problem(ViewfinderError(inCache: error))
    }
  }
}
