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
    let callback = QueueCallback(completion: completion)
    add {
      let outcome = Result { try work() }
      return { callback.send(outcome) }
    }
  }
}
