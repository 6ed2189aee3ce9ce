internal import Dispatch

/// Runs work on a background queue and its completion on the main queue, as ML Kit does.
///
/// The completion need not be `Sendable`: it is called exactly once, on the main queue.
package func complete<Value: Sendable>(
  _ completion: @escaping (Value?, (any Error)?) -> Void,
  with work: @escaping @Sendable () throws -> Value
) {
  let delivery = MainQueueDelivery(completion)
  DispatchQueue.global(qos: .userInitiated).async {
    let outcome = Result { try work() }
    DispatchQueue.main.async {
      switch outcome {
      case .success(let value): delivery.call(value, nil)
      case .failure(let error): delivery.call(nil, error)
      }
    }
  }
}

// The closure is only touched on the main queue, where it was promised to run.
private final class MainQueueDelivery<Value>: @unchecked Sendable {
  let call: (Value?, (any Error)?) -> Void

  init(_ call: @escaping (Value?, (any Error)?) -> Void) {
    self.call = call
  }
}
