internal import Dispatch

/// Runs blocking work on a Dispatch queue, so that no thread of the concurrency pool is held up.
package func runInBackground<Value: Sendable, Failure: Error>(
  _ work: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value {
  let outcome: Result<Value, Failure> = await withCheckedContinuation { continuation in
    DispatchQueue.global(qos: .userInitiated).async {
      continuation.resume(returning: Result(catching: work))
    }
  }
  return try outcome.get()
}
