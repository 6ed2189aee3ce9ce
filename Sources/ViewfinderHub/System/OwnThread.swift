internal import ViewfinderCore
internal import ViewfinderSystem

/// Does blocking work on a thread of its own; cancelling the task cancels the work.
///
/// Throws what the work throws, and `CancellationError` when the task is cancelled.
func onOwnThread<Value: Sendable>(
  _ work: @escaping @Sendable (Cancellation) throws(ViewfinderError) -> Value
) async throws -> Value {
  let cancellation = Cancellation()
  let outcome: Result<Value, ViewfinderError> = await withTaskCancellationHandler {
    await withCheckedContinuation { continuation in
      SystemThread.detach {
        continuation.resume(
          returning: Result { () throws(ViewfinderError) in try work(cancellation) })
      }
    }
  } onCancel: {
    cancellation.cancel()
  }
  if Task.isCancelled { throw CancellationError() }
  return try outcome.get()
}
