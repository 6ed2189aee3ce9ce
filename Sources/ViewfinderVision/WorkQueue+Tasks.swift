internal import ViewfinderCore
internal import ViewfinderSystem

extension WorkQueue {
  /// Adds work for the calling task and waits for its result without holding up a thread.
  ///
  /// - Throws: What the work throws; `overloaded` when `maxWaiting` others wait already;
  ///   `CancellationError` when the task is cancelled, whose work is left out if it has not begun.
  func run<Value: Sendable>(
    maxWaiting: Int?, _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await run(
      cancellation: CancellationError() as any Error,
      maxPending: maxWaiting.map { limit in
        (
          count: limit,
          failure: ViewfinderError(
            .overloaded, found: "\(limit) calls wait already",
            expected: "fewer at a time", remedy: "Try again later, or raise maxWaiting.")
        )
      }, work)
  }
}
