import Foundation
import Testing
import ViewfinderCore
import ViewfinderTestSupport

@testable import ViewfinderHub
@testable import ViewfinderSystem

@Suite("Downloads that do not get on", .timeLimit(.minutes(15)))
struct SlowServerTests {
  private static let trickle: [String: any Sendable] = ["piece": 1, "pause": 0.02]

  /// Wants 1000 bytes a second, where ``trickle`` sends 50.
  private static var demanding: ModelHub.Options {
    var options = HubFixture.quick
    options.leastRate = 1000
    options.leastRatePeriod = .milliseconds(500)
    return options
  }

  @Test("end when fewer bytes come than the floor")
  func trickle() async throws {
    let fixture = try HubFixture()
    let (source, path) = try fixture.web()
    fixture.server.script(path, .file(TestModel.bytes(size: 100_000), Self.trickle))
    let hub = try fixture.hub(Self.demanding)
    let error = await failure { try await hub.download(source) }
    #expect(error?.code == .networkFailed)
    #expect(error?.found.contains("too slowly") == true)
    // Once: a second attempt would be as slow. And what has come is kept.
    #expect(fixture.server.requests(path).count == 1)
    #expect(try fixture.files(source) == ["model.tflite.part", "record.json", "lock"])
  }

  @Test("go on at any rate when that is wanted, and are forgiven a pause")
  func patience() async throws {
    let fixture = try HubFixture()
    let bytes = TestModel.bytes()
    for (rate, way) in [
      (0, ["piece": 40, "pause": 0.01] as [String: any Sendable]),
      (100, ["piece": 300, "pause": 0.3]),
    ] {
      let (source, path) = try fixture.web("\(rate)")
      fixture.server.script(path, .file(bytes, way))
      var options = Self.demanding
      options.leastRate = rate
      #expect(try await fixture.hub(options).download(source).byteCount == bytes.count)
    }
  }

  @Test("count the average over the period, not a moment")
  func average() {
    var floor = ProgressFloor(bytesPerSecond: 100, period: .seconds(10), now: .seconds(5))
    #expect(floor.shortage(now: .seconds(14)) == nil)
    floor.add(1100)
    #expect(floor.shortage(now: .seconds(16)) == nil)
    #expect(floor.shortage(now: .seconds(23)) == nil)
    #expect(floor.shortage(now: .seconds(30)) == 0)
    floor.add(2000)
    #expect(floor.shortage(now: .seconds(31)) == nil)
    #expect(floor.shortage(now: .seconds(10_000_000)) == 0)
    var none = ProgressFloor(bytesPerSecond: 0, period: .seconds(10), now: .zero)
    #expect(none.shortage(now: .seconds(100)) == nil)
  }

  @Test("keep nobody from a model that is here, and others hear what they wait for")
  func waiting() async throws {
    let fixture = try HubFixture()
    let (source, path) = try fixture.web()
    let hub = try fixture.hub()
    let old = TestModel.bytes(0.5)
    fixture.server.script(
      path, .file(old), .file(TestModel.bytes(0.75), etag: "\"2\"", ["hold": 9]))
    let model = try await hub.download(source)
    let first = Recorder<DownloadProgress>()
    // Another process knows nothing of this one's transfers: neither does a slot's other reader.
    let other = Cancellation()
    Thread.detachNewThread {
      let downloader = ModelDownloader(
        source: source, slot: hub.slot(of: source), cache: hub.cache,
        configuration: hub.configuration, options: hub.options,
        conditions: DownloadConditions(), cancellation: other, reporter: .none)
      _ = try? downloader.run()
    }
    try await eventually { fixture.server.requests(path).count == 2 }
    #expect(try hub.cachedModel(source) == model)
    try fixture.cache.verify(try fixture.cache.entry(named: "model"))
    let download = hub.startDownload(source, progress: { first.add($0) }, completion: { _ in })
    try await eventually { first.values.last?.waitingFor != nil }
    #expect(first.values.last?.waitingFor == "another download of the same model")
    download.cancel()
    other.cancel()
  }

  @Test("end when the model is removed, and so does who waits for them; the model is gone")
  func removal() async throws {
    let fixture = try HubFixture()
    let (source, path) = try fixture.web()
    let hub = try fixture.hub()
    fixture.server.script(path, .file(TestModel.bytes()))
    try await hub.download(source)
    fixture.server.script(
      path, .file(TestModel.bytes(0.75, size: 9000), etag: "\"2\"", ["hold": 999]))
    let outcomes = Recorder<Result<CachedModel, ViewfinderError>>()
    for _ in 0..<3 {
      Thread.detachNewThread {
        let downloader = ModelDownloader(
          source: source, slot: hub.slot(of: source), cache: hub.cache,
          configuration: hub.configuration, options: hub.options,
          conditions: DownloadConditions(), cancellation: Cancellation(), reporter: .none)
        outcomes.add(Result { () throws(ViewfinderError) in try downloader.run() })
      }
    }
    try await eventually { Folder.fileSize(hub.slot(of: source).partPath) == 999 }
    try await Task.sleep(for: .milliseconds(100))
    try hub.removeModel(source)
    #expect(try hub.cachedModel(source) == nil)
    try await eventually { outcomes.values.count == 3 }
    for outcome in outcomes.values {
      let error = #expect(throws: ViewfinderError.self) { try outcome.get() }
      #expect(error?.code == .notDownloaded)
      #expect(error?.found.contains("removed") == true)
    }
    #expect(!Folder.isFolder(hub.slot(of: source).folder))
    // And the next download is one like any other.
    fixture.server.script(path, .file(TestModel.bytes()))
    try await hub.download(source)
    #expect(try fixture.files(source) == ["model.tflite", "record.json", "lock"])
  }

  @Test("that have been removed are not joined by who comes afterwards")
  func downloadAfterRemoval() async throws {
    let fixture = try HubFixture()
    let (source, path) = try fixture.web()
    let hub = try fixture.hub()
    let outcomes = Recorder<Result<CachedModel, ViewfinderError>>()
    for _ in 0..<5 {
      fixture.server.script(path, .file(TestModel.bytes(size: 9000), ["hold": 999]))
      hub.startDownload(source, completion: { outcomes.add($0) })
      try await eventually { Folder.fileSize(hub.slot(of: source).partPath) == 999 }
      fixture.server.script(path, .file(TestModel.bytes()))
      try hub.removeModel(source)
      #expect(try await hub.download(source).byteCount == TestModel.bytes().count)
      try hub.removeModel(source)
    }
    try await eventually { outcomes.values.count == 5 }
    for outcome in outcomes.values {
      let error = #expect(throws: ViewfinderError.self) { try outcome.get() }
      #expect(error?.code == .notDownloaded)
    }
  }

  @Test("are no longer removed from when the process that did so was ended half-way")
  func halfRemoval() async throws {
    let fixture = try HubFixture()
    let (source, path) = try fixture.web()
    let hub = try fixture.hub()
    fixture.server.script(path, .file(TestModel.bytes()))
    try await hub.download(source)
    let slot = hub.slot(of: source)
    try Data([0]).write(to: URL(filePath: slot.turnPath))
    try fixture.cache.verify(try fixture.cache.entry(named: "model"))
    try Data([0]).write(to: URL(filePath: slot.turnPath))
    try await hub.download(source)
    #expect(try fixture.files(source) == ["model.tflite", "record.json", "lock"])
  }

  @Test("are not prolonged by endless replies that are no file")
  func endlessMessage() async throws {
    let fixture = try HubFixture()
    let (source, path) = try fixture.web()
    fixture.server.script(path, Reply(404, "no", ["size": 50_000_000, "piece": 10_000]))
    let error = await failure { try await fixture.hub().download(source) }
    #expect(error?.code == .notFound)
  }
}
