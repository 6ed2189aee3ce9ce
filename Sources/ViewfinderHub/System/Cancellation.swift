internal import Dispatch
internal import ViewfinderSystem

/// Tells the blocking calls of one piece of work to end.
final class Cancellation: Sendable {
  private struct State {
    var isCancelled = false
    var handlers: [Int: @Sendable () -> Void] = [:]
    var nextHandler = 0
  }

  private let state = Mutex(State())

  var isCancelled: Bool { state.withLock(\.isCancelled) }

  /// Ends the work: now and for ever.
  func cancel() {
    let handlers = state.withLock { state in
      state.isCancelled = true
      defer { state.handlers = [:] }
      return Array(state.handlers.values)
    }
    for handler in handlers { handler() }
  }

  /// Has a closure called when the work is cancelled, at once if it is already.
  ///
  /// - Returns: What ``removeHandler(_:)`` takes.
  func addHandler(_ handler: @escaping @Sendable () -> Void) -> Int {
    let (number, isLate) = state.withLock { state in
      state.nextHandler += 1
      if !state.isCancelled { state.handlers[state.nextHandler] = handler }
      return (state.nextHandler, state.isCancelled)
    }
    if isLate { handler() }
    return number
  }

  func removeHandler(_ number: Int) {
    state.withLock { $0.handlers[number] = nil }
  }

  /// Blocks the thread for some time.
  ///
  /// - Returns: Whether the time passed without a cancellation.
  func sleep(_ duration: Duration) -> Bool {
    let semaphore = DispatchSemaphore(value: 0)
    let number = addHandler { semaphore.signal() }
    defer { removeHandler(number) }
    let nanoseconds = max(0, min(duration / .nanoseconds(1), 1e15))
    return semaphore.wait(timeout: .now() + .nanoseconds(Int(nanoseconds))) == .timedOut
  }
}
