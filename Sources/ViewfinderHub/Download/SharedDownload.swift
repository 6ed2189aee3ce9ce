internal import ViewfinderCore
internal import ViewfinderSystem

/// One transfer, and all who wait for it.
///
/// What they have given is called with no lock held, and progress on the transfer's thread alone.
final class SharedDownload: Sendable {
  typealias Completion = @Sendable (Result<CachedModel, ViewfinderError>) -> Void

  private struct Waiter {
    let progress: @Sendable (DownloadProgress) -> Void
    let completion: Completion
    /// Whether the waiter has heard how far the transfer is.
    var isInformed = false
  }

  private struct State {
    var waiters: [Int: Waiter] = [:]
    var nextWaiter = 0
    var progress: DownloadProgress?
    /// Whether nobody may join any more.
    var isOver = false
  }

  private let state = Mutex(State())
  private let cancellation = Cancellation()
  private let subject: String

  private init(_ subject: String) {
    self.subject = subject
  }

  /// What the transfer reports to.
  struct Reporter: Sendable {
    fileprivate let shared: SharedDownload?

    /// One that nobody listens to.
    static let none = Reporter(shared: nil)

    /// Tells all who wait how far it is.
    func report(_ progress: DownloadProgress) { shared?.report(progress) }

    /// Tells those who have come since.
    func informLatecomers() { shared?.report(nil) }
  }

  /// The transfers of this process, by the folder they fill.
  private static let running = Mutex<[String: SharedDownload]>([:])

  /// Ends the transfer into a slot whose model has been removed: who comes now starts another.
  static func retire(_ slot: ModelSlot) {
    guard let shared = running.withLock({ $0.removeValue(forKey: slot.folder) }) else { return }
    shared.state.withLock { $0.isOver = true }
    shared.cancellation.cancel(because: DownloadTurn.removed(shared.subject))
  }

  /// Joins the transfer into a slot, or starts one.
  ///
  /// - Returns: What ends the interest in it; the completion is called with `cancelled` then, and
  ///   the transfer ends when nobody is left.
  static func join(
    _ slot: ModelSlot, _ subject: String, progress: @escaping @Sendable (DownloadProgress) -> Void,
    completion: @escaping Completion,
    starting work:
      @escaping @Sendable (Cancellation, Reporter) -> Result<CachedModel, ViewfinderError>
  ) -> @Sendable () -> Void {
    let waiter = Waiter(progress: progress, completion: completion)
    let (shared, number, isNew) = running.withLock { running in
      if let shared = running[slot.folder], let number = shared.add(waiter) {
        return (shared, number, false)
      }
      let shared = SharedDownload(subject)
      running[slot.folder] = shared
      guard let number = shared.add(waiter) else { preconditionFailure("It has just begun") }
      return (shared, number, true)
    }
    if isNew {
      SystemThread.detach {
        let result = work(shared.cancellation, Reporter(shared: shared))
        Self.running.withLock { if $0[slot.folder] === shared { $0[slot.folder] = nil } }
        shared.finish(result)
      }
    }
    return { shared.leave(number) }
  }

  private func add(_ waiter: Waiter) -> Int? {
    state.withLock { state in
      if state.isOver { return nil }
      state.nextWaiter += 1
      state.waiters[state.nextWaiter] = waiter
      return state.nextWaiter
    }
  }

  /// Tells all who wait of a progress, or those who have not heard of the last one.
  private func report(_ news: DownloadProgress?) {
    let (progress, listeners) = state.withLock { state in
      if let news { state.progress = news }
      guard let progress = state.progress else { return (news, [Waiter]()) }
      let listeners = state.waiters.filter { news != nil || !$0.value.isInformed }
      for number in listeners.keys { state.waiters[number]?.isInformed = true }
      return (progress, listeners.sorted { $0.key < $1.key }.map(\.value))
    }
    guard let progress else { return }
    for listener in listeners { listener.progress(progress) }
  }

  private func finish(_ result: Result<CachedModel, ViewfinderError>) {
    let waiters = state.withLock { state in
      state.isOver = true
      defer { state.waiters = [:] }
      return state.waiters.sorted { $0.key < $1.key }.map(\.value)
    }
    for waiter in waiters { waiter.completion(result) }
  }

  private func leave(_ number: Int) {
    let (waiter, isLast) = state.withLock { state in
      let waiter = state.waiters.removeValue(forKey: number)
      let isLast = waiter != nil && state.waiters.isEmpty
      if isLast { state.isOver = true }
      return (waiter, isLast)
    }
    if isLast { cancellation.cancel() }
    waiter?.completion(.failure(Cancellation.error(subject)))
  }
}
