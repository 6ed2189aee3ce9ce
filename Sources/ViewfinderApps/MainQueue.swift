internal import Dispatch

/// A closure that need not be `Sendable`, since it is called on the main queue only.
package struct MainQueueCallback<Value: Sendable>: @unchecked Sendable {
  private let call: (Value) -> Void

  package init(_ call: @escaping (Value) -> Void) {
    self.call = call
  }

  /// Calls it with a value, after those that were sent before.
  package func send(_ value: Value) {
    DispatchQueue.main.async { call(value) }
  }

  /// Calls it with the result of some work, and holds up no thread meanwhile.
  package func send(_ work: @escaping @Sendable () async -> Value) {
    Task {
      send(await work())
    }
  }
}
