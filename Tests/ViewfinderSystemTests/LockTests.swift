import Testing

@testable import ViewfinderSystem

@Suite("Locks", .timeLimit(.minutes(15)))
struct LockTests {
  @Test("a mutex lets one thread in at a time")
  func mutex() {
    final class Counter: Sendable {
      let value = Mutex(0)
    }
    let counter = Counter()
    let ended = Monitor(0)
    for _ in 0..<8 {
      SystemThread.detach {
        for _ in 0..<5000 { counter.value.withLock { $0 += 1 } }
        ended.change { $0 += 1 }
      }
    }
    ended.wait(until: { $0 == 8 })
    #expect(counter.value.withLock { $0 } == 40_000)
  }

  @Test("a lock that is taken twice by one thread ends the program with a sentence")
  func recursion() async {
    await #expect(processExitsWith: .failure) {
      let monitor = Monitor(0)
      monitor.withLock { _ in monitor.withLock { $0 += 1 } }
    }
  }

  @Test("a wait ends with the change, or with its time")
  func timedWait() {
    let monitor = Monitor(0)
    #expect(monitor.wait(upTo: .milliseconds(5)) { $0 == 1 ? "one" : nil } == nil)
    SystemThread.detach { monitor.change { $0 = 1 } }
    #expect(monitor.wait(upTo: .seconds(800)) { $0 == 1 ? "one" : nil } == "one")
    #expect(monitor.wait(upTo: .zero) { $0 == 1 ? "one" : nil } == "one")
    #expect(monitor.wait(upTo: .seconds(-1)) { $0 == 2 ? "two" : nil } == nil)
  }
}
