/// Work that may wait, begun in the order in which it was added, on threads of the queue's own.
///
/// A queue has at most ``width`` threads; they begin with the first work and end when there has been
/// none for a few seconds, or with the queue. No thread of a shared pool is ever held up, and none is
/// needed. Results are delivered in the order of the work too, whatever ends first.
package final class WorkQueue: Sendable {
  /// Hands over the result of some work; called with no lock held, on a thread of the queue.
  package typealias Delivery = @Sendable () -> Void

  /// The most that is done at the same time.
  package let width: Int

  private let schedule: WorkSchedule

  /// Creates a queue; it has no thread yet.
  package init(width: Int = 1) {
    precondition(width >= 1, "A queue does at least one thing at a time")
    self.width = width
    schedule = WorkSchedule(width: width)
  }

  deinit {
    schedule.close()
  }

  /// Adds work, and goes on at once.
  ///
  /// - Parameter work: Does it, and returns what delivers the result.
  /// - Returns: A number by which it can be removed.
  @discardableResult
  package func add(_ work: @escaping @Sendable () -> Delivery) -> Int {
    guard let number = schedule.add(work) else {
      preconditionFailure("Work is refused only where the queue has a limit")
    }
    return number
  }

  /// Removes work that has not begun.
  ///
  /// - Returns: Whether it was removed; if not, its result is delivered, or has been.
  package func remove(_ number: Int) -> Bool {
    schedule.remove(number)
  }

  /// How much has not begun.
  var pendingCount: Int { schedule.pendingCount }

  /// Does work on the calling thread, after all that was added before; waits until then.
  ///
  /// Work of a queue must not do this on the same queue, whose turn would never come.
  package func perform<Value, Failure: Error>(
    _ work: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let number = schedule.waitForTurn()
    defer { schedule.finish(number, delivery: nil) }
    return try work()
  }

  /// Adds work and waits for its result without holding up a thread.
  ///
  /// When the calling task is cancelled, work that has not begun leaves the queue; the result of work
  /// that has is dropped.
  ///
  /// `onCancel` is called too, to end work that has begun. Throws what the work throws;
  /// `cancellation` when the task is cancelled; the failure of `maxPending` when as much as its count
  /// waits already.
  package func run<Value: Sendable, Failure: Error>(
    cancellation: Failure, maxPending: (count: Int, failure: Failure)? = nil,
    onCancel: @escaping @Sendable () -> Void = {},
    _ work: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let place = Mutex(Place<Result<Value, Failure>>.none)
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let refusal: Failure? = place.withLock { place in
          if case .cancelled = place { return cancellation }
          let number = schedule.add(maxPending: maxPending?.count ?? .max) {
            let outcome = Result(catching: work)
            return { continuation.resume(returning: outcome) }
          }
          guard let number else { return maxPending?.failure }
          place = .taken(number, continuation)
          return nil
        }
        if let refusal { continuation.resume(returning: .failure(refusal)) }
      }
    } onCancel: {
      onCancel()
      let last = place.withLock { place in
        let last = place
        place = .cancelled
        return last
      }
      if case .taken(let number, let continuation) = last, remove(number) {
        continuation.resume(returning: .failure(cancellation))
      }
    }
    if Task.isCancelled { throw cancellation }
    return try outcome.get()
  }

  private enum Place<Outcome: Sendable>: Sendable {
    case none
    case taken(Int, CheckedContinuation<Outcome, Never>)
    case cancelled
  }

  /// Does several things at the same time and waits for all of them.
  ///
  /// The calling thread takes part, and needs nobody's help: threads of the queue that are busy with
  /// other work are not waited for.
  ///
  /// The closure is called once for each number below `count`, on several threads.
  package func forEach(below count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    if count < 2 {
      for index in 0..<count { body(index) }
      return
    }
    let share = Share(count: count, body)
    let helpers = (1..<min(count, width + 1)).map { _ in
      add {
        share.takePart()
        return {}
      }
    }
    share.takePart()
    for number in helpers { _ = remove(number) }
    share.waitForEnd()
  }

  /// The numbers that are left of a call of ``forEach(below:_:)``.
  private final class Share: Sendable {
    private struct State {
      var next = 0
      var done = 0
    }

    private let count: Int
    private let body: @Sendable (Int) -> Void
    private let state = Monitor(State())

    init(count: Int, _ body: @escaping @Sendable (Int) -> Void) {
      self.count = count
      self.body = body
    }

    func takePart() {
      while true {
        let index = state.withLock { state in
          defer { state.next += 1 }
          return state.next
        }
        if index >= count { return }
        body(index)
        state.change { $0.done += 1 }
      }
    }

    func waitForEnd() {
      state.wait(until: { $0.done == count })
    }
  }
}
