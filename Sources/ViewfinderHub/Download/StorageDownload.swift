public import ViewfinderCore
internal import ViewfinderSystem

/// An object of Cloud Storage on its way into a file of the caller's choice.
///
/// Any object will do, not only models. The bytes are checked against what the server says about
/// them; the file gets its name when it is whole, in one step, and replaces one that is there. A
/// second download into the same file waits until the first has ended or been paused. Methods may be
/// called from any thread.
public final class StorageDownload: Sendable {
  /// What happens to a download.
  public enum Event: Sendable {
    /// It goes on, for the first time or after a pause.
    case resumed
    /// Bytes have arrived, or something is waited for: ``DownloadProgress/waitingFor`` says for what.
    ///
    /// It comes ten times a second at most, and with the last bytes.
    case progress(DownloadProgress)
    /// It has been paused.
    case paused
    /// The file is there whole. This is the last event.
    case finished
    /// It has failed or been cancelled. This is the last event.
    case failed(ViewfinderError)
  }

  /// The object.
  public let location: StorageLocation
  /// The file.
  public let path: String

  private enum Phase {
    case idle, running, pausing, paused, cancelling, over
  }

  private struct State {
    var phase = Phase.idle
    var cancellation = Cancellation()
    var wantsResume = false
    var partial: SlotRecord.Partial?
    var pace = ProgressPace()
    /// The unfinished file as this download has left it.
    var stamp: FileStamp?
  }

  private let hub: ModelHub
  private let handler: @Sendable (Event) -> Void
  private let state = Mutex(State())

  /// Creates a download, which ``resume()`` starts.
  ///
  /// - Parameters:
  ///   - location: The object.
  ///   - path: The file, in a folder that exists.
  ///   - hub: The app and the patience to use; its cache is not.
  ///   - handler: Told what happens, one event at a time, on threads of the download or on the one
  ///     that cancels.
  public init(
    _ location: StorageLocation, to path: String, hub: ModelHub,
    handler: @escaping @Sendable (Event) -> Void
  ) {
    self.location = location
    self.path = path
    self.hub = hub
    self.handler = handler
  }

  /// Where the bytes go until all are there.
  private var partPath: String { path + ".part" }

  /// Starts the download, or goes on with one that is paused.
  public func resume() {
    let starts = state.withLock { state in
      switch state.phase {
      case .idle, .paused:
        state.phase = .running
        state.cancellation = Cancellation()
        return true
      case .pausing:
        state.wantsResume = true
        return false
      case .running, .cancelling, .over: return false
      }
    }
    if starts { SystemThread.detach { self.work() } }
  }

  /// Interrupts the download; what has arrived is kept.
  public func pause() {
    let cancellation = state.withLock { state -> Cancellation? in
      guard state.phase == .running else { return nil }
      state.phase = .pausing
      state.wantsResume = false
      return state.cancellation
    }
    cancellation?.cancel()
  }

  /// Ends the download; what has arrived is removed.
  public func cancel() {
    let (cancellation, isOver) = state.withLock { state -> (Cancellation?, Bool) in
      switch state.phase {
      case .running, .pausing:
        state.phase = .cancelling
        return (state.cancellation, false)
      case .idle, .paused:
        state.phase = .over
        return (nil, true)
      case .cancelling, .over: return (nil, false)
      }
    }
    cancellation?.cancel()
    if isOver {
      discard()
      handler(.failed(Cancellation.error(location.url)))
    }
  }

  // MARK: The work, on a thread of its own

  private func work() {
    while true {
      handler(.resumed)
      let cancellation = state.withLock(\.cancellation)
      let result = Result { () throws(ViewfinderError) in try fetch(cancellation) }
      let next = state.withLock { state -> (event: Event, goesOn: Bool) in
        switch (result, state.phase) {
        case (.success, _):
          state.phase = .over
          return (.finished, false)
        case (.failure(let error), .pausing) where error.code == .cancelled:
          state.phase = state.wantsResume ? .running : .paused
          if state.wantsResume { state.cancellation = Cancellation() }
          return (.paused, state.wantsResume)
        case (.failure(let error), _):
          state.phase = .over
          return (.failed(error), false)
        }
      }
      if case .failed = next.event { discard() }
      if let last = state.withLock({ $0.pace.last() }) { handler(.progress(last)) }
      handler(next.event)
      if !next.goesOn { return }
    }
  }

  private func fetch(_ cancellation: Cancellation) throws(ViewfinderError) {
    let service = StorageService(configuration: hub.configuration)
    let exchange = try Exchange(
      options: hub.options, conditions: DownloadConditions(), cancellation: cancellation,
      secrets: hub.configuration.secrets, tick: { self.report(nil) })
    let lock = try FileLock.wait(partPath, makesFolder: false, cancellation) {
      [self] () throws(ViewfinderError) in
      report(
        DownloadProgress(
          completedByteCount: 0, totalByteCount: nil,
          waitingFor: "another download into \(path)"))
    }
    defer {
      state.withLock { $0.stamp = lock.file.stamp }
      lock.release()
    }
    try onDisk { () throws(SystemError) in try SystemFile.checkReplaceable(path) }
    // Another download may have been here during a pause.
    var partial = state.withLock { $0.stamp == lock.file.stamp ? $0.partial : nil }
    for _ in 0..<3 {
      guard case .fetch(let plan) = try service.plan(location, known: nil, exchange) else {
        preconditionFailure("Without a known version there is always one to fetch")
      }
      var transfer = Transfer(
        plan: plan, file: lock.file, unpackedPath: partPath + ".unpacked", exchange: exchange,
        byteLimit: hub.options.maximumByteCount,
        progress: { self.report($0) }, keep: { _ in }, state: partial)
      defer {
        let left = transfer.state
        state.withLock { $0.partial = left }
      }
      if case .complete(let fetched) = try transfer.run() {
        try onDisk { () throws(SystemError) in
          try fetched.file.replace(path)
          if fetched.file.path != partPath { try Folder.remove(partPath) }
        }
        return
      }
      partial = nil
    }
    throw ViewfinderError(
      .invalidReply, subject: location.url,
      found: "the server keeps changing the object while it is fetched",
      remedy: "Try again later.")
  }

  /// Reports progress, or what was held back a moment ago.
  private func report(_ news: DownloadProgress?) {
    let due = state.withLock { state in
      if let news { state.pace.hold(news) }
      return state.pace.due()
    }
    if let due { handler(.progress(due)) }
  }

  /// Takes away what has arrived, unless the file is another download's by now.
  private func discard() {
    // A failure to remove it is no news beside the failure that led here.
    guard let lock = try? FileLock.take(partPath, makesFolder: false) else { return }
    defer { lock.release() }
    let stamp = lock.file.stamp
    guard stamp?.byteCount == 0 || stamp == state.withLock(\.stamp) else { return }
    try? Folder.remove(partPath)
  }
}
