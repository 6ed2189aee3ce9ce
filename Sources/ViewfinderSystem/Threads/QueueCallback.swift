package import Dispatch

/// A closure that need not be `Sendable`, since it is called on one queue only.
package struct QueueCallback<Value: Sendable>: @unchecked Sendable {
  private let queue: DispatchQueue
  private let call: (Value) -> Void

  package init(on queue: DispatchQueue = .main, _ call: @escaping (Value) -> Void) {
    self.queue = queue
    self.call = call
  }

  /// Calls it with a value, after those that were sent before.
  package func send(_ value: Value) {
    queue.async { call(value) }
  }

  /// Calls it with the result of some work, and holds up no thread meanwhile.
  package func send(_ work: @escaping @Sendable () async -> Value) {
    Task { send(await work()) }
  }
}

extension QueueCallback {
  /// A completion as Objective-C has it, which takes a value or an error.
  package init<Success: Sendable>(
    on queue: DispatchQueue = .main, completion: @escaping (Success?, (any Error)?) -> Void
  ) where Value == Result<Success, any Error> {
    self.init(on: queue) {
      switch $0 {
      case .success(let value): completion(value, nil)
      case .failure(let error): completion(nil, error)
      }
    }
  }

  /// Calls it with the result of some work that may fail.
  package func send<Success: Sendable>(
    catching work: @escaping @Sendable () async throws -> Success
  ) where Value == Result<Success, any Error> {
    send {
      do { return .success(try await work()) } catch { return .failure(error) }
    }
  }
}
