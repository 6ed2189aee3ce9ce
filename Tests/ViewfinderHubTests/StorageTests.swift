import Foundation
import Testing
import ViewfinderCore
import ViewfinderTestSupport

@testable import ViewfinderHub
@testable import ViewfinderSystem

@Suite("Cloud Storage", .timeLimit(.minutes(15)))
struct StorageTests {
  private static func md5(_ bytes: [UInt8]) -> String {
    var hasher = ContentHasher(md5: true, crc32c: true)
    hasher.update(bytes.span)
    return Data(hasher.finish().md5 ?? []).base64EncodedString()
  }

  private static func metadata(
    _ bytes: [UInt8], generation: String = "1", md5: String? = nil, size: Int? = nil
  ) -> Reply {
    Reply(
      200,
      """
      {"name": "models/m", "bucket": "b", "generation": "\(generation)", "metageneration": "1",
       "contentType": "application/octet-stream", "size": "\(size ?? bytes.count)",
       "md5Hash": "\(md5 ?? Self.md5(bytes))", "metadata": {"owner": "me"}}
      """)
  }

  private struct Object {
    let fixture: HubFixture
    let location: StorageLocation
    let path: String

    init() throws {
      fixture = try HubFixture()
      location = try StorageLocation(bucket: fixture.name, object: "models/m v1.tflite")
      path = "/v0/b/\(fixture.name)/o/models%2Fm%20v1.tflite"
    }

    var source: ModelSource { get throws { try .storage(location) } }
  }

  @Test("asks for metadata, then for the bytes, and checks these")
  func simple() async throws {
    let object = try Object()
    let bytes = TestModel.bytes(size: 3000)
    object.fixture.server.script(
      object.path, Self.metadata(bytes),
      .file(bytes, headers: ["x-goog-generation": "1"]), Self.metadata(bytes))
    var configuration = try object.fixture.configuration
    configuration.userToken = "user"
    let hub = ModelHub(
      cache: try object.fixture.cache, configuration: configuration, options: HubFixture.quick)
    let model = try await hub.download(object.source)
    #expect(model.version == "1" && model.source == object.location.url)
    _ = try await hub.download(object.source)
    let requests = object.fixture.server.requests(object.path)
    #expect(requests.map(\.query) == ["", "?alt=media", ""])
    #expect(requests.allSatisfy { $0.headers["authorization"] == "Firebase user" })
    #expect(requests.allSatisfy { $0.headers["x-firebase-gmpid"] == "1:23:ios:45" })
    #expect(requests.allSatisfy { $0.headers["x-firebase-storage-version"] != nil })
  }

  @Test("speaks Google Cloud Storage's own interface, too")
  func cloud() async throws {
    let fixture = try HubFixture()
    let bytes = TestModel.bytes()
    let path = "/storage/v1/b/\(fixture.name)/o/m.tflite"
    fixture.server.script(path, Self.metadata(bytes), .file(bytes))
    var configuration = AppConfiguration(userToken: "user")
    try configuration.endpoints.useStorage(.cloud, at: fixture.server.host)
    let hub = ModelHub(
      cache: try fixture.cache, configuration: configuration, options: HubFixture.quick)
    _ = try await hub.download(ModelSource("gs://\(fixture.name)/m.tflite"))
    #expect(fixture.server.requests(path).last?.headers["authorization"] == "Bearer user")
  }

  @Test("fetches the generation that is there when an object changes on the way")
  func changing() async throws {
    let object = try Object()
    let (old, new) = (TestModel.bytes(0.5), TestModel.bytes(0.75))
    object.fixture.server.script(
      object.path, Self.metadata(old), .file(new, headers: ["x-goog-generation": "2"]),
      Self.metadata(new, generation: "2"), .file(new, headers: ["x-goog-generation": "2"]))
    let model = try await object.fixture.hub().download(object.source)
    #expect(model.version == "2")
    #expect(try Data(contentsOf: URL(filePath: model.path)) == Data(new))
  }

  @Test("refuses bytes that the metadata do not fit, and leaves the old model in place")
  func wrong() async throws {
    let object = try Object()
    let bytes = TestModel.bytes(size: 3000)
    let server = object.fixture.server
    server.script(object.path, Self.metadata(bytes), .file(bytes))
    let old = try await object.fixture.hub().download(object.source)
    let wrongHash = Data(repeating: 7, count: 16).base64EncodedString()
    let answers: [([Reply], ViewfinderError.Code)] = [
      ([Self.metadata(bytes, generation: "2", md5: wrongHash), .file(bytes)], .hashMismatch),
      ([Self.metadata(bytes, generation: "2", size: 9), .file(bytes)], .invalidReply),
      (
        [Self.metadata(bytes, generation: "2", size: 9), .file(bytes, ["chunked": true])],
        .invalidReply
      ),
      ([Reply(200, "[")], .invalidReply), ([Reply(200, #"{"size": "x"}"#)], .invalidReply),
      ([Reply(404)], .notFound), ([Reply(402)], .quotaExceeded),
    ]
    for (replies, code) in answers {
      server.script(object.path, replies)
      let error = await failure { try await object.fixture.hub().download(object.source) }
      #expect(error?.code == code)
      #expect(try object.fixture.hub().cachedModel(object.source)?.sha256 == old.sha256)
    }
  }

  @Test("gives up on a server that drips a small reply")
  func drip() async throws {
    let object = try Object()
    object.fixture.server.script(
      object.path, Reply(200, String(repeating: " ", count: 100), ["piece": 1, "pause": 0.3]))
    var options = HubFixture.hasty
    options.retry = .never
    let hub = try object.fixture.hub(options)
    // Had it waited for the end, half a minute later, the reply itself would be what is wrong.
    let error = await failure { try await hub.storageMetadata(object.location) }
    #expect(error?.code == .networkFailed)
  }

  @Test("tells an object's metadata")
  func metadata() async throws {
    let object = try Object()
    object.fixture.server.script(object.path, Reply(503), Self.metadata([1, 2, 3]))
    let told = try await object.fixture.hub().storageMetadata(object.location)
    #expect(told.byteCount == 3 && told.generation == "1" && told.custom == ["owner": "me"])
  }

  // MARK: Downloads into files

  private func events(_ recorder: Recorder<String>) -> [String] {
    recorder.values.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  private func describe(_ event: StorageDownload.Event) -> String {
    switch event {
    case .resumed: "resumed"
    case .progress: "progress"
    case .paused: "paused"
    case .finished: "finished"
    case .failed(let error): error.code.rawValue
    }
  }

  private func wait(until condition: () -> Bool) async throws {
    try await eventually(condition)
  }

  @Test("pauses, goes on where it was, and gives the file its name at the end")
  func pausing() async throws {
    let object = try Object()
    let bytes = (0..<50_000).map { UInt8(truncatingIfNeeded: $0) }
    let slow = Reply.file(bytes, headers: ["x-goog-generation": "1"], ["hold": 20_000])
    object.fixture.server.script(
      object.path, Self.metadata(bytes), slow, Self.metadata(bytes),
      .file(bytes, headers: ["x-goog-generation": "1"]))
    let path = object.fixture.folder + "/file.bin"
    try Data("old".utf8).write(to: URL(filePath: path))
    let recorder = Recorder<String>()
    let byteCounts = Recorder<Int>()
    let download = StorageDownload(
      object.location, to: path, hub: try object.fixture.hub()
    ) { event in
      if case .progress(let progress) = event { byteCounts.add(progress.completedByteCount) }
      recorder.add(self.describe(event))
    }
    download.resume()
    try await wait { byteCounts.values.last == 20_000 }
    #expect(try Data(contentsOf: URL(filePath: path)) == Data("old".utf8))
    download.pause()
    try await wait { recorder.values.last == "paused" }
    download.pause()
    download.resume()
    download.resume()
    try await wait { recorder.values.last == "finished" }
    #expect(
      events(recorder) == ["resumed", "progress", "paused", "resumed", "progress", "finished"])
    #expect(try Data(contentsOf: URL(filePath: path)) == Data(bytes))
    #expect(!FileManager.default.fileExists(atPath: path + ".part"))
    let ranges = object.fixture.server.requests(object.path).map { $0.headers["range"] }
    #expect(ranges.last == "bytes=20000-")
    download.cancel()
    #expect(recorder.values.last == "finished")
  }

  @Test("cancels while it runs and while it is paused, and leaves nothing behind")
  func cancelling() async throws {
    for isPaused in [false, true] {
      let object = try Object()
      let bytes = [UInt8](repeating: 1, count: 50_000)
      object.fixture.server.script(
        object.path, Self.metadata(bytes), .file(bytes, ["hold": 1000]))
      let path = object.fixture.folder + "/file.bin"
      let recorder = Recorder<String>()
      let download = StorageDownload(
        object.location, to: path, hub: try object.fixture.hub()
      ) { recorder.add(self.describe($0)) }
      download.resume()
      try await wait { recorder.values.last == "progress" }
      if isPaused {
        download.pause()
        try await wait { recorder.values.last == "paused" }
      }
      download.cancel()
      try await wait { recorder.values.last == "cancelled" }
      #expect(recorder.values.filter { $0 == "cancelled" }.count == 1)
      #expect(try FileManager.default.contentsOfDirectory(atPath: object.fixture.folder).isEmpty)
    }
  }

  @Test("into one file wait for each other, and what is finished is whole")
  func together() async throws {
    let object = try Object()
    let path = object.fixture.folder + "/file.bin"
    // Both in small pieces, so that they would be mixed if they were written to one file.
    let bodies = [UInt8(1), 2].map { [UInt8](repeating: $0, count: 30_000) }
    let recorders = [Recorder<StorageDownload.Event>(), Recorder<StorageDownload.Event>()]
    let seen = Recorder<[UInt8]>()
    for (body, recorder) in zip(bodies, recorders) {
      let location = try StorageLocation(
        bucket: object.fixture.name, object: "models/m\(body[0]).tflite")
      object.fixture.server.script(
        "/v0/b/\(object.fixture.name)/o/models%2Fm\(body[0]).tflite", Self.metadata(body),
        .file(body, headers: ["x-goog-generation": "1"], ["piece": 3000, "pause": 0.05]))
      StorageDownload(location, to: path, hub: try object.fixture.hub()) { event in
        if case .finished = event, let data = FileManager.default.contents(atPath: path) {
          seen.add(Array(data))
        }
        recorder.add(event)
      }.resume()
    }
    try await wait { seen.values.count == 2 }
    // Each is whole when it is reported, and the last one stays.
    #expect(Set(seen.values) == Set(bodies))
    #expect(try Array(Data(contentsOf: URL(filePath: path))) == seen.values.last)
    let waits = recorders.flatMap(\.values).compactMap { event -> String? in
      if case .progress(let progress) = event { progress.waitingFor } else { nil }
    }
    #expect(Set(waits) == ["another download into \(path)"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: object.fixture.folder) == ["file.bin"])
  }

  @Test("goes on from its own bytes alone when another download has been there in a pause")
  func pauseOfAnother() async throws {
    let object = try Object()
    let bytes = [UInt8](repeating: 1, count: 50_000)
    object.fixture.server.script(
      object.path, Self.metadata(bytes),
      .file(bytes, headers: ["x-goog-generation": "1"], ["hold": 20_000]))
    let path = object.fixture.folder + "/file.bin"
    let recorder = Recorder<String>()
    let download = StorageDownload(object.location, to: path, hub: try object.fixture.hub()) {
      recorder.add(self.describe($0))
    }
    download.resume()
    try await wait { Folder.fileSize(path + ".part") == 20_000 }
    download.pause()
    try await wait { recorder.values.last == "paused" }
    let others = [UInt8](repeating: 2, count: 40_000)
    let place = "/v0/b/\(object.fixture.name)/o/other"
    object.fixture.server.script(place, Self.metadata(others), .file(others, ["hold": 30_000]))
    let second = StorageDownload(
      try StorageLocation(bucket: object.fixture.name, object: "other"), to: path,
      hub: try object.fixture.hub()
    ) { _ in }
    second.resume()
    try await wait { Folder.fileSize(path + ".part") == 30_000 }
    second.pause()
    object.fixture.server.script(
      object.path, Self.metadata(bytes), .file(bytes, headers: ["x-goog-generation": "1"]))
    download.resume()
    try await wait { recorder.values.last == "finished" }
    #expect(try Array(Data(contentsOf: URL(filePath: path))) == bytes)
    second.cancel()
    #expect(try Array(Data(contentsOf: URL(filePath: path))) == bytes)
  }

  @Test("fails once, in words, where the folder is missing or the bytes are wrong")
  func failing() async throws {
    let object = try Object()
    let wrongHash = Data(repeating: 7, count: 16).base64EncodedString()
    object.fixture.server.script(
      object.path, Self.metadata([1], md5: wrongHash), .file([1]))
    for (path, code) in [
      (object.fixture.folder + "/none/x", "cannotWrite"),
      (object.fixture.folder + "/x", "hashMismatch"),
    ] {
      object.fixture.server.script(object.path, Self.metadata([1], md5: wrongHash), .file([1]))
      let recorder = Recorder<String>()
      StorageDownload(object.location, to: path, hub: try object.fixture.hub()) {
        recorder.add(self.describe($0))
      }.resume()
      try await wait { recorder.values.last == code }
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test(
    "fetches from Google Cloud Storage's emulator, and updates by generation",
    .enabled(if: StorageEmulator.shared != nil, "gcp-storage-emulator is fetched by make deps-dev"))
  func emulator() async throws {
    let fixture = try HubFixture()
    let emulator = try #require(StorageEmulator.shared)
    let name = "\(fixture.name)/bird v1 +%?#.tflite"
    let first = emulator.put(name, TestModel.bytes(0.5, size: 100_000))
    var configuration = AppConfiguration()
    try configuration.endpoints.useStorage(.cloud, at: emulator.host)
    let hub = ModelHub(
      cache: try fixture.cache, configuration: configuration, options: HubFixture.quick)
    let source = try ModelSource("gs://models/\(name)")
    let model = try await hub.download(source)
    #expect(model.version == first)
    #expect(
      try Data(contentsOf: URL(filePath: model.path)) == Data(TestModel.bytes(0.5, size: 100_000)))
    #expect(try await hub.download(source).installed == model.installed)
    let second = emulator.put(name, TestModel.bytes(0.75))
    #expect(try await hub.download(source).version == second)
    let missing = await failure { try await hub.download(ModelSource("gs://models/none")) }
    #expect(missing?.code == .notFound)
    let told = try await hub.storageMetadata(StorageLocation(bucket: "models", object: name))
    #expect(told.generation == second)

    // A part that an earlier process has left is gone on with.
    let slot = hub.slot(of: source)
    let third = emulator.put(name, TestModel.bytes(0.25, size: 100_000))
    var record = try #require(try slot.record())
    record.partial = SlotRecord.Partial(version: third, generation: third, byteCount: 100_000)
    try slot.write(record)
    try Data(TestModel.bytes(0.25, size: 100_000).prefix(60_000))
      .write(to: URL(filePath: slot.partPath))
    let progress = Recorder<DownloadProgress>()
    _ = try await hub.download(source, progress: { progress.add($0) })
    #expect(progress.values.first?.completedByteCount == 60_000)
    try fixture.cache.verify(try #require(try fixture.cache.entries().first))
  }
}
