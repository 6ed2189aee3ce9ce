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
    var pace = ProgressPace()
  }

  private struct State {
    var waiters: [Int: Waiter] = [:]
    var nextWaiter = 0
    var progress: DownloadProgress?
    var lastProblem: ViewfinderError?
    /// Whether nobody may join any more.
    var isOver = false

    /// Who is to be told what now.
    mutating func reports(
      _ take: (inout ProgressPace) -> DownloadProgress?
    ) -> [(waiter: Waiter, progress: DownloadProgress)] {
      waiters.keys.sorted().compactMap { number in
        guard var waiter = waiters[number], let progress = take(&waiter.pace) else { return nil }
        waiters[number] = waiter
        return (waiter, progress)
      }
    }
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

    /// Tells those who have come since, and those who were told less a moment ago.
    func catchUp() { shared?.report(nil) }

    /// Notes what went wrong, although the transfer goes on.
    func note(_ problem: ViewfinderError) { shared?.state.withLock { $0.lastProblem = problem } }
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
  /// When the interest in it ends, the completion is called with `cancelled`; the transfer ends when
  /// nobody is left.
  static func join(
    _ slot: ModelSlot, _ subject: String, progress: @escaping @Sendable (DownloadProgress) -> Void,
    completion: @escaping Completion,
    starting work:
      @escaping @Sendable (Cancellation, Reporter) -> Result<CachedModel, ViewfinderError>
  ) -> ModelDownload {
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
    return ModelDownload(shared, number)
  }

  private func add(_ waiter: Waiter) -> Int? {
    state.withLock { state in
      if state.isOver { return nil }
      state.nextWaiter += 1
      state.waiters[state.nextWaiter] = waiter
      if let progress = state.progress { state.waiters[state.nextWaiter]?.pace.hold(progress) }
      return state.nextWaiter
    }
  }

  /// What went wrong last.
  var lastProblem: ViewfinderError? { state.withLock(\.lastProblem) }

  /// Tells all who wait how far the transfer is, each ten times a second at most.
  private func report(_ news: DownloadProgress?) {
    let now = ContinuousClock.now
    let reports = state.withLock { state in
      if let news {
        state.progress = news
        for number in state.waiters.keys { state.waiters[number]?.pace.hold(news) }
      }
      return state.reports { $0.due(now) }
    }
    for (waiter, progress) in reports { waiter.progress(progress) }
  }

  private func finish(_ result: Result<CachedModel, ViewfinderError>) {
    let (reports, waiters) = state.withLock { state in
      state.isOver = true
      defer { state.waiters = [:] }
      return (state.reports { $0.last() }, state.waiters.sorted { $0.key < $1.key }.map(\.value))
    }
    for (waiter, progress) in reports { waiter.progress(progress) }
    for waiter in waiters { waiter.completion(result) }
  }

  /// Ends the interest of one who waits.
  func leave(_ number: Int) {
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
