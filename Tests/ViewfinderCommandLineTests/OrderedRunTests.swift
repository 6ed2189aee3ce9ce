import Foundation
import Testing
import ViewfinderCommandLine
import ViewfinderSystem

@Suite("Ordered run")
struct OrderedRunTests {
  /// Counts up to a limit and keeps the furthest number it has given.
  private final class Counter: Sendable {
    private let limit: Int
    private let given = Mutex(0)

    init(_ limit: Int) { self.limit = limit }

    var count: Int { given.withLock { $0 } }

    func next() -> Int? {
      given.withLock { given in
        if given == limit { return nil }
        given += 1
        return given - 1
      }
    }
  }

  @Test("delivers in order although the work takes uneven time", arguments: [1, 2, 3, 8])
  func jitter(_ jobs: Int) {
    let counter = Counter(300)
    var results: [Int] = []
    OrderedRun(jobs: jobs).run(
      next: counter.next,
      work: { item in
        usleep(UInt32(item * 7919 % 13 * 100))
        return item * 2
      },
      idle: { true },
      emit: { result in
        results.append(result)
        return true
      })
    #expect(results == (0..<300).map { $0 * 2 })
  }

  @Test("ends at once without items", arguments: [1, 4])
  func empty(_ jobs: Int) {
    var results: [Int] = []
    OrderedRun(jobs: jobs).run(
      next: { nil as Int? }, work: { $0 }, idle: { true },
      emit: {
        results.append($0); return true
      })
    #expect(results.isEmpty)
  }

  @Test("never works further ahead than it is told", arguments: [2, 4])
  func lookAhead(_ jobs: Int) {
    let counter = Counter(200)
    var delivered = 0
    var furthest = 0
    OrderedRun(jobs: jobs, lookAhead: 6).run(
      next: counter.next,
      work: { item in
        // The first one holds up all others.
        if item % 50 == 0 { usleep(20_000) }
        return item
      },
      idle: { true },
      emit: { _ in
        furthest = max(furthest, counter.count - delivered)
        delivered += 1
        return true
      })
    #expect(delivered == 200)
    #expect(furthest <= 6)
    #expect(furthest > 1)
  }

  @Test("uses its threads at the same time")
  func parallel() {
    let counter = Counter(16)
    let running = Mutex((now: 0, most: 0))
    OrderedRun(jobs: 4).run(
      next: counter.next,
      work: { (item: Int) in
        running.withLock { running in
          running.now += 1
          running.most = max(running.most, running.now)
        }
        usleep(10_000)
        running.withLock { $0.now -= 1 }
        return item
      }, idle: { true }, emit: { (_: Int) in true })
    #expect(running.withLock { $0.most } > 1)
    #expect(running.withLock { $0.most } <= 4)
  }

  @Test("stops when the results are not wanted any more", arguments: [1, 4])
  func stop(_ jobs: Int) {
    let counter = Counter(100_000)
    var results: [Int] = []
    OrderedRun(jobs: jobs).run(
      next: counter.next, work: { $0 }, idle: { true },
      emit: { result in
        results.append(result)
        return result < 10
      })
    #expect(results == Array(0...10))
    #expect(counter.count < 1000)
  }

  @Test("stops while an item is waited for", .timeLimit(.minutes(15)))
  func blockedSource() {
    let release = DispatchSemaphore(value: 0)
    let counter = Counter(5)
    var results: [Int] = []
    var idles = 0
    OrderedRun(jobs: 2).run(
      next: {
        if let item = counter.next() { return item }
        release.wait()
        return nil
      },
      work: { $0 },
      idle: {
        if results.count == 5 { idles += 1 }
        return idles < 3
      },
      emit: { (result: Int) in
        results.append(result)
        return true
      })
    release.signal()
    #expect(results == Array(0..<5))
  }
}
