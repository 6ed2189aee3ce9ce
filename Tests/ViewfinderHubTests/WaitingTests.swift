import Foundation
import Testing
import ViewfinderCore
import ViewfinderTestSupport

@testable import ViewfinderHub

@Suite("A model in one call", .timeLimit(.minutes(15)))
struct WaitingTests {
  /// Goes on trying for ten minutes, as hubs do unless told otherwise.
  private static let patient: ModelHub.Options = {
    var options = HubFixture.quick
    options.retry = RetryPolicy()
    return options
  }()

  /// The two forms of the call.
  enum Form: CaseIterable {
    case task, thread

    func model(
      _ hub: ModelHub, _ source: ModelSource, _ limit: Duration, orBundled bundled: String? = nil,
      updating: ModelHub.Updating = .inBackground, whenLate: ModelHub.LateDownload = .goesOn
    ) async throws -> AvailableModel {
      switch self {
      case .task:
        try await hub.model(
          at: source, waiting: limit, orBundled: bundled, updating: updating, whenLate: whenLate)
      case .thread:
        try hub.waitForModel(
          at: source, upTo: limit, orBundled: bundled, updating: updating, whenLate: whenLate)
      }
    }
  }

  private func bundled(_ fixture: HubFixture) throws -> String {
    let path = fixture.folder + "/bundled.tflite"
    try Data(TestModel.bytes(0.25)).write(to: URL(filePath: path))
    return path
  }

  @Test("is downloaded in time, and then found in the cache without a question")
  func downloads() async throws {
    for form in Form.allCases {
      let fixture = try HubFixture()
      let (source, path) = try fixture.web()
      fixture.server.script(path, .file(TestModel.bytes()))
      let hub = try fixture.hub()
      let first = try await form.model(hub, source, .seconds(600))
      #expect(first.origin == .download && first.problem == nil)
      #expect(first.model == (try hub.cachedModel(source)) && first.path == first.model?.path)
      let second = try await form.model(hub, source, .zero, updating: .never)
      #expect(second.origin == .cache && second.model == first.model)
      #expect(fixture.server.requests(path).count == 1)
    }
  }

  @Test("is the bundled one when a server answers 503, after the limit and not after ten minutes")
  func unavailable() async throws {
    for form in Form.allCases {
      let fixture = try HubFixture()
      let (source, path) = try fixture.web()
      fixture.server.script(path, Reply(503))
      let bundled = try bundled(fixture)
      let hub = try fixture.hub(Self.patient)
      let start = ContinuousClock.now
      let model = try await form.model(
        hub, source, .milliseconds(500), orBundled: bundled, whenLate: .ends)
      #expect(ContinuousClock.now - start < .seconds(480))
      #expect(model.path == bundled && model.origin == .bundle && model.model == nil)
      #expect(model.problem?.code == .timedOut && model.problem?.cause?.httpStatus == 503)
      #expect(model.problem?.found.contains("0.5 s; the server answers 503") == true)
      // Without one, the same is thrown.
      let error = await failure {
        try await form.model(hub, source, .milliseconds(100), whenLate: .ends)
      }
      #expect(error?.code == .timedOut)
    }
  }

  @Test("late downloads go on for the next call, or end, as is asked for")
  func late() async throws {
    for form in Form.allCases {
      let fixture = try HubFixture()
      let (source, path) = try fixture.web()
      fixture.server.script(path, .file(TestModel.bytes(), ["gate": true]))
      let bundled = try bundled(fixture)
      let hub = try fixture.hub()
      let model = try await form.model(hub, source, .zero, orBundled: bundled)
      #expect(model.origin == .bundle)
      fixture.server.open(path)
      try await eventually { try hub.cachedModel(source) != nil }
      #expect(try await form.model(hub, source, .zero, orBundled: bundled).origin == .cache)

      let other = try fixture.web("other")
      fixture.server.script(other.path, .file(TestModel.bytes(size: 9000), ["hold": 999]))
      let ended = try await form.model(
        hub, other.source, .milliseconds(300), orBundled: bundled, whenLate: .ends)
      #expect(ended.origin == .bundle)
      // The connection that is held is the only one: who asks next begins another transfer.
      fixture.server.script(other.path, .file(TestModel.bytes()))
      #expect(try await form.model(hub, other.source, .seconds(600)).origin == .download)
    }
  }

  @Test("a newer version is waited for first when that is asked for, else the old one is used")
  func updating() async throws {
    for form in Form.allCases {
      let fixture = try HubFixture()
      let (source, path) = try fixture.web()
      let hub = try fixture.hub()
      fixture.server.script(
        path, .file(TestModel.bytes(0.5)), .file(TestModel.bytes(0.75), etag: "\"2\""),
        Reply(304), Reply(500))
      let old = try await hub.download(source)
      let new = try await form.model(hub, source, .seconds(600), updating: .first)
      #expect(new.origin == .download && new.model?.sha256 != old.sha256)
      let same = try await form.model(hub, source, .seconds(600), updating: .first)
      #expect(same.origin == .cache && same.problem == nil)
      let kept = try await form.model(
        hub, source, .seconds(600), orBundled: "/nowhere", updating: .first)
      #expect(kept.origin == .cache && kept.model?.sha256 == new.model?.sha256)
      #expect(kept.problem?.httpStatus == 500)
    }
  }

  @Test("no server is asked where none may be, and a bundled model that is missing is an error")
  func never() async throws {
    for form in Form.allCases {
      let fixture = try HubFixture()
      let (source, path) = try fixture.web()
      fixture.server.script(path, Reply(404))
      let (hub, bundled) = (try fixture.hub(), try bundled(fixture))
      let model = try await form.model(
        hub, source, .seconds(600), orBundled: bundled, updating: .never)
      #expect(model.origin == .bundle && model.problem?.code == .notDownloaded)
      #expect(fixture.server.requests(path).isEmpty)
      let error = await failure {
        try await form.model(hub, source, .seconds(600), orBundled: "/nowhere/a.tflite")
      }
      #expect(error?.code == .notFound && error?.subject == "/nowhere/a.tflite")
      #expect(error?.cause?.httpStatus == 404)
    }
  }

  @Test("cancelling the task throws CancellationError, whatever is waited for")
  func cancelling() async throws {
    let fixture = try HubFixture()
    let (source, path) = try fixture.web()
    let object = try StorageLocation(bucket: fixture.name, object: "o")
    let objectPath = "/v0/b/\(fixture.name)/o/o"
    fixture.server.script(path, .file(TestModel.bytes(size: 9000), ["hold": 99]))
    fixture.server.script(objectPath, Reply(200, "{}", ["gate": true]))
    let hub = try fixture.hub(Self.patient)
    let calls: [@Sendable () async throws -> Void] = [
      { _ = try await hub.model(at: source, waiting: .seconds(600)) },
      { _ = try await hub.download(source) },
      { _ = try await hub.storageMetadata(object) },
      { _ = try await hub.storageDownloadURL(object) },
      {
        _ = try await RemoteParameters(cache: hub.cache, configuration: hub.configuration)
          .fetch(minimumInterval: .zero)
      },
    ]
    for (number, call) in calls.enumerated() {
      let before =
        fixture.server.requests(path).count
        + fixture.server.requests(objectPath).count
      let task = Task { try await call() }
      if number < 4 {
        try await eventually {
          fixture.server.requests(path).count + fixture.server.requests(objectPath).count > before
        }
      }
      task.cancel()
      await #expect(throws: CancellationError.self, "call \(number)") { try await task.value }
    }
  }

  @Test("progress has a share, ten reports a second at most, and the last")
  func progress() async throws {
    let fixture = try HubFixture()
    let (source, path) = try fixture.web()
    let bytes = TestModel.bytes(size: 200_000)
    fixture.server.script(path, .file(bytes, ["piece": 1000, "pause": 0.003]))
    let reports = Recorder<(ContinuousClock.Instant, DownloadProgress)>()
    try await fixture.hub().download(source, progress: { reports.add((.now, $0)) })
    let values = reports.values
    // The last may come at any time.
    for (earlier, later) in zip(values, values.dropFirst().dropLast()) {
      #expect(later.0 - earlier.0 > .milliseconds(95))
    }
    let shares = values.compactMap(\.1.fraction)
    #expect(shares.count == values.count && shares == shares.sorted())
    #expect(shares.last == 1 && values.last?.1.completedByteCount == bytes.count)
    #expect(shares.contains { $0 > 0 && $0 < 1 })
  }

  @Test("the share of a download is between 0 and 1, or not known")
  func fraction() {
    func share(_ completed: Int, _ total: Int?) -> Double? {
      DownloadProgress(completedByteCount: completed, totalByteCount: total).fraction
    }
    #expect(share(5, nil) == nil && share(0, 10) == 0 && share(5, 10) == 0.5)
    #expect(share(10, 10) == 1 && share(0, 0) == 1 && share(20, 10) == 1)
  }

  @Test("reports are held back for a tenth of a second, and the newest is given then")
  func pace() {
    var pace = ProgressPace()
    let start = ContinuousClock.now
    func report(_ count: Int) -> DownloadProgress {
      DownloadProgress(completedByteCount: count, totalByteCount: nil)
    }
    #expect(pace.due(start) == nil)
    pace.hold(report(1))
    #expect(pace.due(start) == report(1))
    pace.hold(report(2))
    #expect(pace.due(start + .milliseconds(99)) == nil)
    pace.hold(report(3))
    #expect(pace.due(start + .milliseconds(100)) == report(3))
    #expect(pace.due(start + .seconds(1)) == nil && pace.last() == nil)
    pace.hold(report(4))
    #expect(pace.last() == report(4) && pace.last() == nil)
  }
}
