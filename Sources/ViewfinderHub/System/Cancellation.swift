internal import ViewfinderCore
internal import ViewfinderSystem

/// Tells the blocking calls of one piece of work to end.
final class Cancellation: Sendable {
  private struct State {
    var isCancelled = false
    var reason: ViewfinderError?
    var handlers: [Int: @Sendable () -> Void] = [:]
    var nextHandler = 0
  }

  private let state = Monitor(State())

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Ends the work: now and for ever.
  ///
  /// - Parameter reason: What the work throws, if not that it was cancelled.
  func cancel(because reason: ViewfinderError? = nil) {
    let handlers = state.change { state in
      if !state.isCancelled { state.reason = reason }
      state.isCancelled = true
      defer { state.handlers = [:] }
      return Array(state.handlers.values)
    }
    for handler in handlers { handler() }
  }

  /// What work that has been cancelled throws.
  func error(_ subject: String?) -> ViewfinderError {
    state.withLock { $0.reason } ?? Self.error(subject)
  }

  /// The error for a caller that has left.
  static func error(_ subject: String?) -> ViewfinderError {
    ViewfinderError(.cancelled, subject: subject, found: "the download was cancelled")
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
    state.wait(upTo: duration) { $0.isCancelled ? () : nil } == nil
  }

  /// Blocks the thread for some time, and looks around now and then.
  ///
  /// - Returns: Whether the time passed without a cancellation.
  func sleep(_ duration: Duration, lookingAround look: () -> Void) -> Bool {
    var left = duration
    while left > .zero {
      look()
      let step = min(left, .milliseconds(200))
      guard sleep(step) else { return false }
      left -= step
    }
    return !isCancelled
  }
}
