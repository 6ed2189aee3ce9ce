internal import ViewfinderCore
internal import ViewfinderSystem

/// Does blocking work on a thread of its own; cancelling the task cancels the work.
func onOwnThread<Value: Sendable>(
  _ work: @escaping @Sendable (Cancellation) throws(ViewfinderError) -> Value
) async throws(ViewfinderError) -> Value {
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
  return try outcome.get()
}
