/// A state behind a lock, for threads that wait until it changes.
///
/// No code of a user runs in the closures that are passed to it.
@safe
package final class Monitor<State: Sendable>: @unchecked Sendable {
  private let lock = SystemLock()
  private var state: State

  package init(_ state: State) {
    self.state = state
  }

  /// Looks at the state, or changes what nobody waits for.
  package func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&state)
  }

  /// Changes the state and wakes all threads that wait.
  @discardableResult
  package func change<Result>(_ body: (inout State) -> Result) -> Result {
    lock.lock()
    defer {
      lock.broadcast()
      lock.unlock()
    }
    return body(&state)
  }

  /// Waits until the state fulfils a condition.
  package func wait(until condition: (State) -> Bool) {
    wait { state -> Void? in condition(state) ? () : nil }
  }

  /// Waits until `body` gives a result; it is called now and after every change.
  @discardableResult
  package func wait<Result>(for body: (inout State) -> Result?) -> Result {
    lock.lock()
    defer { lock.unlock() }
    while true {
      if let result = body(&state) { return result }
      lock.wait()
    }
  }

  /// The same for a limited time; `nil` when it passes without a result.
  package func wait<Result>(
    upTo limit: Duration, for body: (inout State) -> Result?
  ) -> Result? {
    let deadline = ContinuousClock.now + limit
    lock.lock()
    defer { lock.unlock() }
    while true {
      if let result = body(&state) { return result }
      guard lock.wait(until: deadline) else { return body(&state) }
    }
  }
}
