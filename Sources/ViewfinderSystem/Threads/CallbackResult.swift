/// Starts work that calls back once, and waits for its result without holding up a thread.
///
/// - Parameters:
///   - start: Starts the work.
///   - cancel: Cancels the work, on any thread; its callback still comes.
/// - Returns: What the callback gives.
/// - Throws: What the callback gives; `CancellationError` when the task is cancelled, and the work with
///   it.
package func callbackResult<Work: Sendable, Value: Sendable>(
  start: (_ callback: @escaping @Sendable (Result<Value, any Error>) -> Void) -> Work,
  cancel: @escaping @Sendable (Work) -> Void
) async throws -> Value {
  let running = Mutex<(work: Work?, isCancelled: Bool)>((nil, false))
  let result = await withTaskCancellationHandler {
    await withCheckedContinuation { continuation in
      let work = start { continuation.resume(returning: $0) }
      let isLate = running.withLock { state in
        state.work = work
        return state.isCancelled
      }
      if isLate { cancel(work) }
    }
  } onCancel: {
    let work = running.withLock { state in
      state.isCancelled = true
      return state.work
    }
    if let work { cancel(work) }
  }
  if Task.isCancelled { throw CancellationError() }
  return try result.get()
}
