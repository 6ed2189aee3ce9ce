internal import ViewfinderSystem

/// A value that tests share between threads.
///
/// Its lock is the library's, which the thread sanitizer can see.
public final class Locked<Value: Sendable>: Sendable {
  private let value: Mutex<Value>

  /// Creates one with its first value.
  public init(_ value: Value) {
    self.value = Mutex(value)
  }

  /// Gives the value to a closure while no other thread has it.
  public func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    value.withLock { body(&$0) }
  }
}
