import Foundation
import Synchronization
import Testing
import ViewfinderCore
import ViewfinderTestSupport

@testable import ViewfinderHub

@Suite("Downloads at the same time", .timeLimit(.minutes(15)))
struct ConcurrencyTests {
  private typealias Outcome = Result<CachedModel, ViewfinderError>

  @Test("are one transfer with a completion for each")
  func merged() async throws {
    let fixture = try HubFixture()
    let (source, path) = try fixture.web()
    fixture.server.script(path, .file(TestModel.bytes(), ["gate": true]))
    let outcomes = Recorder<Outcome>()
    let progress = Recorder<DownloadProgress>()
    // Two hubs with one cache are no different from one.
    for hub in [try fixture.hub(), try fixture.hub()] {
      for _ in 0..<4 {
        hub.startDownload(
          source, progress: { progress.add($0) }, completion: { outcomes.add($0) })
      }
    }
    fixture.server.open(path)
    try await eventually { outcomes.values.count == 8 }
    #expect(Set(try outcomes.values.map { try $0.get() }).count == 1)
    #expect(fixture.server.requests(path).count == 1)
    #expect(progress.values.count >= 8)
    // Nothing has come twice when the next one is over.
    _ = try await fixture.hub().download(source)
    #expect(outcomes.values.count == 8)
  }

  @Test("go on when one who waits leaves, and end when all have left")
  func leaving() async throws {
    let fixture = try HubFixture()
    let (source, path) = try fixture.web()
    let bytes = TestModel.bytes(size: 50_000)
    fixture.server.script(path, .file(bytes, ["hold": 20_000]))
    let hub = try fixture.hub()
    let outcomes = [Recorder<Outcome>(), Recorder<Outcome>()]
    let progress = Recorder<DownloadProgress>()
    let downloads = outcomes.map { recorder in
      hub.startDownload(
        source, progress: { progress.add($0) }, completion: { recorder.add($0) })
    }
    try await eventually { progress.values.last?.completedByteCount == 20_000 }
    downloads[0].cancel()
    downloads[0].cancel()
    #expect(outcomes[0].values.count == 1)
    #expect(throws: ViewfinderError.self) { try outcomes[0].values.first?.get() }
    #expect(outcomes[1].values.isEmpty)
    downloads[1].cancel()
    #expect(outcomes[1].values.count == 1)
    // What has come is kept, and the next one goes on with it, though the first may be leaving yet.
    fixture.server.script(path, .file(bytes))
    let model = try await hub.download(source)
    #expect(model.byteCount == bytes.count)
    #expect(fixture.server.requests(path).last?.headers["range"] == "bytes=20000-")
    #expect(outcomes.allSatisfy { $0.values.count == 1 })
  }

  @Test("end with the task that awaits them")
  func tasks() async throws {
    let fixture = try HubFixture()
    let (source, path) = try fixture.web()
    fixture.server.script(path, .file(TestModel.bytes(), ["hold": 100]))
    let hub = try fixture.hub()
    let progress = Recorder<DownloadProgress>()
    let task = Task { try await hub.download(source, progress: { progress.add($0) }) }
    try await eventually { progress.values.last?.completedByteCount == 100 }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("in many processes fetch once: the others wait and find it done")
  func locked() async throws {
    let fixture = try HubFixture()
    let (source, path) = try fixture.web()
    // Whichever thread is first gets the file; those behind it are told that it is the newest.
    fixture.server.script(path, .file(TestModel.bytes(), ["gate": true]), Reply(304))
    let hub = try fixture.hub()
    let outcomes = Recorder<Outcome>()
    // Threads that know nothing of one another, as processes do; their locks are as separate.
    for _ in 0..<8 {
      Thread.detachNewThread {
        let downloader = ModelDownloader(
          source: source, slot: hub.slot(of: source), cache: hub.cache,
          configuration: hub.configuration, options: hub.options,
          conditions: DownloadConditions(), cancellation: Cancellation(), reporter: .none)
        outcomes.add(Result { () throws(ViewfinderError) in try downloader.run() })
      }
    }
    try await eventually { !fixture.server.requests(path).isEmpty }
    fixture.server.open(path)
    try await eventually { outcomes.values.count == 8 }
    #expect(Set(try outcomes.values.map { try $0.get().sha256 }).count == 1)
    let requests = fixture.server.requests(path)
    #expect(requests.count { $0.headers["if-none-match"] == nil } == 1)
  }

  @Test("pause longer and longer, and not beyond the limit")
  func schedule() {
    var schedule = RetrySchedule(limit: .seconds(10), firstPause: 1...1)
    #expect(schedule.pause(asked: nil) == .seconds(1))
    #expect(schedule.pause(asked: nil) == .seconds(2))
    #expect(schedule.pause(asked: .seconds(5)) == .seconds(5))
    #expect(schedule.pause(asked: nil) == nil)
    schedule.reset()
    #expect(schedule.pause(asked: nil) == .seconds(1))
    #expect(schedule.pause(asked: .seconds(60)) == nil)
    var jittered = Set<Duration>()
    for _ in 0..<20 {
      var schedule = RetrySchedule(limit: .seconds(10), firstPause: 1...2)
      let pause = schedule.pause(asked: nil) ?? .zero
      #expect((Duration.seconds(1)...Duration.seconds(2)).contains(pause))
      jittered.insert(pause)
    }
    #expect(jittered.count > 1)
    schedule = RetrySchedule(limit: .seconds(10), firstPause: 1...1)
    #expect(schedule.pause(asked: nil, least: .seconds(1)) == .seconds(1))
    #expect(schedule.pause(asked: nil, least: .seconds(2)) == nil)
    var never = RetrySchedule(limit: .zero, firstPause: 0...0)
    #expect(never.pause(asked: nil) == nil)
  }

  @Test("read waiting times as seconds and as dates")
  func retryAfter() throws {
    func pause(_ text: String) -> Duration? {
      var head = HTTPHead()
      _ = head.add("Retry-After: \(text)")
      return head.retryAfter(now: Date(timeIntervalSince1970: 784_111_770))
    }
    #expect(pause("120") == .seconds(120))
    #expect(pause("-5") == .zero)
    #expect(pause("Sun, 06 Nov 1994 08:49:37 GMT") == .seconds(7))
    #expect(pause("Sun, 06 Nov 1904 08:49:37 GMT") == .zero)
    #expect(pause("soon") == nil)
  }
}
