internal import Dispatch
package import ViewfinderSystem

extension WorkQueue {
  /// Adds work whose completion is called on the main queue, as ML Kit does it.
  ///
  /// Completions come in the order of the calls. They need not be `Sendable`: each is called exactly
  /// once, on the main queue.
  package func add<Value: Sendable>(
    completion: @escaping (Value?, (any Error)?) -> Void,
    _ work: @escaping @Sendable () throws -> Value
  ) {
    let completion = MainQueueCompletion(call: completion)
    add {
      let outcome = Result { try work() }
      return { completion.send(outcome) }
    }
  }
}

// The closure is only touched on the main queue, where it was promised to run.
private struct MainQueueCompletion<Value: Sendable>: @unchecked Sendable {
  let call: (Value?, (any Error)?) -> Void

  func send(_ outcome: Result<Value, any Error>) {
    DispatchQueue.main.async {
      switch outcome {
      case .success(let value): call(value, nil)
      case .failure(let error): call(nil, error)
      }
    }
  }
}
