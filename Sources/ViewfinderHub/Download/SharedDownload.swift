internal import Foundation
internal import ViewfinderCore
internal import ViewfinderSystem

/// One transfer, and all who wait for it.
final class SharedDownload: Sendable {
  typealias Completion = @Sendable (Result<CachedModel, ViewfinderError>) -> Void

  private struct Waiter {
    let progress: @Sendable (DownloadProgress) -> Void
    let completion: Completion
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

  /// The transfers of this process, by the folder they fill.
  private static let running = Mutex<[ModelSlot: SharedDownload]>([:])

  /// Joins the transfer into a slot, or starts one.
  ///
  /// - Returns: What ends the interest in it; the completion is called with `cancelled` then, and
  ///   the transfer ends when nobody is left.
  static func join(
    _ slot: ModelSlot, _ subject: String, progress: @escaping @Sendable (DownloadProgress) -> Void,
    completion: @escaping Completion,
    starting work:
      @escaping @Sendable (Cancellation, @escaping @Sendable (DownloadProgress) -> Void)
      -> Result<CachedModel, ViewfinderError>
  ) -> @Sendable () -> Void {
    let waiter = Waiter(progress: progress, completion: completion)
    return running.withLock { running in
      if let shared = running[slot], let number = shared.add(waiter) {
        return { shared.leave(number) }
      }
      let shared = SharedDownload(subject)
      running[slot] = shared
      guard let number = shared.add(waiter) else { preconditionFailure("It has just begun") }
      Thread.detachNewThread {
        let result = work(shared.cancellation) { shared.report($0) }
        Self.running.withLock { if $0[slot] === shared { $0[slot] = nil } }
        shared.finish(result)
      }
      return { shared.leave(number) }
    }
  }

  private func add(_ waiter: Waiter) -> Int? {
    let (number, progress) = state.withLock { state -> (Int?, DownloadProgress?) in
      if state.isOver { return (nil, nil) }
      state.nextWaiter += 1
      state.waiters[state.nextWaiter] = waiter
      return (state.nextWaiter, state.progress)
    }
    if let progress { waiter.progress(progress) }
    return number
  }

  private func report(_ progress: DownloadProgress) {
    let waiters = state.withLock { state in
      state.progress = progress
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.progress(progress) }
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
    waiter?.completion(.failure(Exchange.cancelled(subject)))
  }
}
