/// A value behind a lock, for accesses that are short.
///
/// No code of a user runs in ``withLock(_:)``: no closure, delegate or notification. A thread that
/// has to wait for a change uses a ``Monitor``.
@safe
package struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  private let lock = SystemLock()
  private let value: UnsafeMutablePointer<Value>

  package init(_ value: consuming sending Value) {
    unsafe self.value = .allocate(capacity: 1)
    unsafe self.value.initialize(to: value)
  }

  deinit {
    unsafe value.deinitialize(count: 1)
    unsafe value.deallocate()
  }

  /// Gives the value to a closure while no other thread has it.
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    lock.lock()
    defer { lock.unlock() }
    return try unsafe body(&value.pointee)
  }
}
