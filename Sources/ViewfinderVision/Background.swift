internal import Dispatch
internal import ViewfinderCore

/// Runs blocking work on a Dispatch queue, so that no thread of the concurrency pool is held up.
func runInBackground<Value: Sendable>(
  _ work: @escaping @Sendable () throws(ViewfinderError) -> Value
) async throws(ViewfinderError) -> Value {
  let outcome: Result<Value, ViewfinderError> = await withCheckedContinuation { continuation in
    DispatchQueue.global(qos: .userInitiated).async {
      continuation.resume(returning: Result(catching: work))
    }
  }
  return try outcome.get()
}
