/// A value that one call at a time uses, for as long as it takes, in the order of the calls.
///
/// Unlike a ``Mutex`` it holds no lock meanwhile, so that what is done may wait, and run code of a
/// user; but a call from inside another one waits forever.
@safe
package final class SerialValue<Value>: @unchecked Sendable {
  // Only the call whose turn it is touches the value.
  private var value: Value
  private let turns = WorkQueue()

  package init(_ value: sending Value) {
    self.value = value
  }

  /// Uses the value on the calling thread, when its turn has come.
  package func use<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try turns.perform { () throws(Failure) in try body(&value) }
  }

  /// Uses the value on a thread of its own; the calling task waits without holding one up.
  ///
  /// `onCancel` is called when the task is cancelled, to end what is under way. Throws what the
  /// closure throws; `cancellation` when the task is cancelled, whose turn is left out if it has not
  /// come.
  package func use<Result: Sendable, Failure: Error>(
    cancellation: Failure, onCancel: @escaping @Sendable () -> Void = {},
    _ body: @escaping @Sendable (inout Value) throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await turns.run(cancellation: cancellation, onCancel: onCancel) {
      [self] () throws(Failure) in
      try body(&value)
    }
  }
}
