import Testing
import ViewfinderTestSupport

@testable import ViewfinderSystem

@Suite("WorkQueue", .timeLimit(.minutes(15)))
struct WorkQueueTests {
  @Test(
    "delivers in the order of the calls, while the shared pool is blocked",
    arguments: [1, 2, 5])
  func order(width: Int) {
    let pool = BlockedPool()
    defer { pool.end() }
    let queue = WorkQueue(width: width)
    let delivered = Monitor([Int]())
    let running = Monitor((now: 0, most: 0))
    for number in 0..<500 {
      queue.add {
        running.change { state in
          state.now += 1
          state.most = max(state.most, state.now)
        }
        // The work before takes longer, so that a wide queue ends it in another order.
        var sum = 0
        for step in 0..<(500 - number) * 20 { sum &+= step ^ number }
        running.change { $0.now -= sum == .min ? 0 : 1 }
        return { delivered.change { $0.append(number) } }
      }
    }
    delivered.wait(until: { $0.count == 500 })
    #expect(delivered.withLock { $0 } == Array(0..<500))
    #expect((1...width).contains(running.withLock(\.most)))
  }

  @Test("callers that wait have their turn in the order of their calls")
  func callers() {
    let queue = WorkQueue()
    let gate = Monitor(false)
    let order = Monitor([Int]())
    queue.add {
      gate.wait(until: { $0 })
      return {}
    }
    for number in 0..<50 {
      if number.isMultiple(of: 3) {
        queue.add {
          order.change { $0.append(number) }
          return {}
        }
      } else {
        SystemThread.detach { queue.perform { order.change { $0.append(number) } } }
      }
      // The next call is made when this one is in the queue.
      while queue.pendingCount <= number { SystemThread.sleep(.microseconds(50)) }
    }
    gate.change { $0 = true }
    order.wait(until: { $0.count == 50 })
    #expect(order.withLock { $0 } == Array(0..<50))
  }

  @Test("removed work is never done, and what follows is delivered")
  func removal() {
    let queue = WorkQueue(width: 2)
    let gate = Monitor(false)
    let done = Monitor([Int]())
    var numbers: [Int] = []
    for index in 0..<10 {
      numbers.append(
        queue.add {
          gate.wait(until: { $0 })
          return { done.change { $0.append(index) } }
        })
    }
    while queue.pendingCount > 8 { SystemThread.sleep(.microseconds(50)) }
    #expect(queue.remove(numbers[4]))
    #expect(!queue.remove(numbers[4]))
    #expect(queue.remove(numbers[9]))
    #expect(!queue.remove(numbers[0]))
    gate.change { $0 = true }
    done.wait(until: { $0.count == 8 })
    #expect(done.withLock { $0 } == [0, 1, 2, 3, 5, 6, 7, 8])
  }

  @Test("a cancelled task leaves the queue at once, and frees what its work holds")
  func cancellation() async throws {
    final class Frame: Sendable {}
    let queue = WorkQueue()
    let gate = Monitor(false)
    queue.add {
      gate.wait(until: { $0 })
      return {}
    }
    weak var frame: Frame?
    let task: Task<Int, any Error>
    do {
      let held = Frame()
      frame = held
      task = Task {
        try await queue.run(cancellation: CancellationError() as any Error) {
          withExtendedLifetime(held) { 1 }
        }
      }
    }
    while queue.pendingCount == 0 { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(queue.pendingCount == 0)
    #expect(frame == nil)
    gate.change { $0 = true }
    let after = try await queue.run(cancellation: CancellationError() as any Error) { 2 }
    #expect(after == 2)
  }

  @Test("a task that is cancelled before its call does nothing")
  func cancelledBefore() async {
    let queue = WorkQueue()
    let runs = Monitor(0)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      try await queue.run(cancellation: CancellationError() as any Error) {
        runs.change { $0 += 1 }
      }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    queue.perform {}
    #expect(runs.withLock { $0 } == 0)
  }

  @Test("many things at once need none of its threads", arguments: [1, 2, 40])
  func forEach(count: Int) {
    let queue = WorkQueue(width: 3)
    let gate = Monitor(false)
    for _ in 0..<3 {
      queue.add {
        gate.wait(until: { $0 })
        return {}
      }
    }
    let seen = Monitor([Int]())
    queue.forEach(below: count) { index in seen.change { $0.append(index) } }
    #expect(seen.withLock { $0.sorted() } == Array(0..<count))
    gate.change { $0 = true }
    queue.forEach(below: count) { index in seen.change { $0.append(index) } }
    #expect(seen.withLock { $0.count } == 2 * count)
  }

  @Test("work that keeps its queue alive is done when nobody else does")
  func released() {
    final class Owner: Sendable {
      let queue = WorkQueue()
    }
    let done = Monitor(0)
    do {
      let owner = Owner()
      for _ in 0..<20 {
        owner.queue.add { [owner] in
          withExtendedLifetime(owner) {}
          return { done.change { $0 += 1 } }
        }
      }
    }
    done.wait(until: { $0 == 20 })
  }

  @Test("a value is used by one call at a time, awaited or not")
  func serialValue() async throws {
    let value = SerialValue([Int]())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          if number.isMultiple(of: 2) {
            value.use { $0.append(number) }
          } else {
            try await value.use(cancellation: CancellationError() as any Error) {
              (numbers: inout [Int]) in numbers.append(number)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(value.use { $0.sorted() } == Array(0..<40))
  }
}
