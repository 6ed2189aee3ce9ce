import Foundation
import Testing
import ViewfinderCore
import ViewfinderTestSupport

@testable import ViewfinderHub

@Suite("Downloads from web servers")
struct WebDownloadTests {
  @Test("brings a model into the cache, with its record")
  func simple() async throws {
    let fixture = try HubFixture()
    let (source, path) = try fixture.web()
    let bytes = TestModel.bytes(size: 200_000)
    fixture.server.script(path, .file(bytes))
    let hub = try fixture.hub()
    #expect(try hub.cachedModel(source) == nil)
    let progress = Recorder<DownloadProgress>()
    let model = try await hub.download(source, progress: { progress.add($0) })
    #expect(try Data(contentsOf: URL(filePath: model.path)) == Data(bytes))
    #expect(model.byteCount == bytes.count && model.name == "model.tflite")
    #expect(model.version == "\"1\"" && model.source == source.description)
    #expect(try hub.cachedModel(source) == model)
    #expect(
      progress.values.map(\.completedByteCount)
        == progress.values.map(\.completedByteCount).sorted())
    #expect(progress.values.allSatisfy { $0.totalByteCount == bytes.count })
    #expect(progress.values.last?.completedByteCount == bytes.count)
    #expect(try fixture.files(source) == ["model.tflite", "record.json", "lock"])
    try fixture.cache.verify(try fixture.cache.entry(named: "model"))
  }

  @Test("asks with the entity tag, and keeps what is the newest")
  func unchanged() async throws {
    let fixture = try HubFixture()
    let (source, path) = try fixture.web()
    fixture.server.script(path, .file(TestModel.bytes()), Reply(304, headers: ["ETag": "\"1\""]))
    let hub = try fixture.hub()
    let first = try await hub.download(source)
    let second = try await hub.download(source)
    #expect(second.sha256 == first.sha256 && second.installed == first.installed)
    #expect(second.checked > first.checked)
    #expect(fixture.server.requests(path).map { $0.headers["if-none-match"] } == [nil, "\"1\""])
  }

  @Test("asks by date where there is no entity tag")
  func lastModified() async throws {
    let fixture = try HubFixture()
    let (source, path) = try fixture.web()
    let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    fixture.server.script(
      path, .file(TestModel.bytes(), etag: nil, headers: ["Last-Modified": date]), Reply(304))
    let hub = try fixture.hub()
    try await hub.download(source)
    try await hub.download(source)
    #expect(fixture.server.requests(path).last?.headers["if-modified-since"] == date)
  }

  @Test("replaces a model under the same path while readers keep the old file")
  func update() async throws {
    let fixture = try HubFixture()
    let (source, path) = try fixture.web()
    let (old, new) = (TestModel.bytes(0.5), TestModel.bytes(0.75))
    fixture.server.script(path, .file(old), .file(new, etag: "\"2\""))
    let hub = try fixture.hub()
    let first = try await hub.download(source)
    let reader = try #require(FileHandle(forReadingAtPath: first.path))
    let second = try await hub.download(source)
    #expect(second.path == first.path && second.version == "\"2\"")
    #expect(try reader.readToEnd() == Data(old))
    #expect(try Data(contentsOf: URL(filePath: second.path)) == Data(new))
  }

  @Test("goes on where a connection was cut, in the same call")
  func resumption() async throws {
    let fixture = try HubFixture()
    let (source, path) = try fixture.web()
    let bytes = TestModel.bytes(size: 100_000)
    let whole = Reply.file(bytes)
    var cut = whole
    cut.members["cut"] = 30_000
    fixture.server.script(path, cut, whole)
    let model = try await fixture.hub().download(source)
    #expect(try Data(contentsOf: URL(filePath: model.path)) == Data(bytes))
    let requests = fixture.server.requests(path)
    #expect(requests.map { $0.headers["range"] } == [nil, "bytes=30000-"])
    #expect(requests.last?.headers["if-match"] == "\"1\"")
  }

  @Test("goes on with the part that an earlier call has left")
  func laterResumption() async throws {
    let fixture = try HubFixture()
    let (source, path) = try fixture.web()
    let bytes = TestModel.bytes(size: 100_000)
    let whole = Reply.file(bytes)
    var cut = whole
    cut.members["cut"] = 30_000
    fixture.server.script(path, cut, Reply(503))
    var options = HubFixture.quick
    options.retry = .never
    let error = await failure {
      try await fixture.hub(options).download(source)
    }
    #expect(error?.code == .networkFailed)
    #expect(try fixture.files(source) == ["model.tflite.part", "record.json", "lock"])
    let entry = try #require(try fixture.cache.entries().first)
    #expect(entry.model == nil && entry.partialByteCount == 30_000)
    fixture.server.script(path, whole)
    let progress = Recorder<DownloadProgress>()
    let model = try await fixture.hub().download(source, progress: { progress.add($0) })
    #expect(progress.values.first?.completedByteCount == 30_000)
    #expect(try Data(contentsOf: URL(filePath: model.path)) == Data(bytes))
    #expect(try fixture.files(source) == ["model.tflite", "record.json", "lock"])
  }

  @Test("starts anew where the file has changed, however the server says so")
  func changed() async throws {
    let (old, new) = (TestModel.bytes(0.5, size: 9000), TestModel.bytes(0.75, size: 9000))
    var cut = Reply.file(old)
    cut.members["cut"] = 5000
    // By 412, by another entity tag on a 206, by 416, by a 206 from elsewhere, by a whole 200.
    let answers: [[Reply]] = [
      [.file(new, etag: "\"2\"")],
      [
        Reply(206, "x", headers: ["ETag": "\"2\"", "Content-Range": "bytes 5000-5000/9000"]),
        .file(new, etag: "\"2\""),
      ],
      [Reply(416), .file(new, etag: "\"2\"")],
      [
        Reply(206, "x", headers: ["ETag": "\"1\"", "Content-Range": "bytes 0-0/9000"]),
        .file(new, etag: "\"2\""),
      ],
      [.file(new, etag: "\"2\"", [:])],
    ]
    for answer in answers {
      let fixture = try HubFixture()
      let (source, path) = try fixture.web()
      fixture.server.script(path, [cut] + answer)
      let model = try await fixture.hub().download(source)
      #expect(try Data(contentsOf: URL(filePath: model.path)) == Data(new))
    }
  }

  @Test("does not go on without a strong entity tag", arguments: [nil, "W/\"1\""])
  func weak(_ etag: String?) async throws {
    let fixture = try HubFixture()
    let (source, path) = try fixture.web()
    let bytes = TestModel.bytes(size: 9000)
    fixture.server.script(
      path, .file(bytes, etag: etag, ["cut": 5000]), .file(bytes, etag: etag, ["ranges": true]))
    let model = try await fixture.hub().download(source)
    #expect(model.byteCount == bytes.count)
    #expect(fixture.server.requests(path).map { $0.headers["range"] } == [nil, nil])
  }

  @Test("takes bodies in chunks, slowly, in small pieces and without a length")
  func bodies() async throws {
    let bytes = TestModel.bytes(size: 20_000)
    let ways: [[String: any Sendable]] = [
      ["chunked": true], ["length": -1], ["piece": 1000, "pause": 0.002],
      ["chunked": true, "piece": 100], ["stall": 0.05],
    ]
    for way in ways {
      let fixture = try HubFixture()
      let (source, path) = try fixture.web()
      fixture.server.script(path, .file(bytes, way))
      #expect(try await fixture.hub().download(source).byteCount == bytes.count)
    }
  }

  @Test("takes two megabytes in a thousand pieces")
  func large() async throws {
    let fixture = try HubFixture()
    let (source, path) = try fixture.web()
    let bytes = TestModel.bytes()
    let rest = 2_000_000 - bytes.count
    fixture.server.script(path, .file(bytes, ["size": rest, "piece": 2000]))
    var options = HubFixture.quick
    options.maximumByteCount = 2_000_000
    let model = try await fixture.hub(options).download(source)
    #expect(model.byteCount == 2_000_000)
  }

  @Test("follows redirects on this machine, and none to files or elsewhere")
  func redirects() async throws {
    let fixture = try HubFixture()
    let (source, path) = try fixture.web()
    let (_, target) = try fixture.web("other")
    fixture.server.script(target, .file(TestModel.bytes()))
    fixture.server.script(path, Reply(302, headers: ["Location": target]))
    _ = try await fixture.hub().download(source)
    for location in ["file:///etc/passwd", "http://example.com/", "ftp://127.0.0.1/"] {
      fixture.server.script(path, Reply(302, "x", headers: ["Location": location]))
      let error = await failure {
        try await fixture.hub().download(source)
      }
      // The address that the user gave is not at fault.
      #expect(error?.code == .invalidReply)
    }
    fixture.server.script(path, Reply(301, headers: ["Location": path]))
    let error = await failure {
      try await fixture.hub().download(source)
    }
    #expect(error?.code == .invalidReply)
    // The model from before is still there.
    #expect(try fixture.hub().cachedModel(source) != nil)
  }

  @Test(
    "says what a status means, and keeps nothing",
    arguments: [
      (400, .invalidArgument), (401, .unauthenticated), (403, .permissionDenied), (404, .notFound),
      (410, .notFound), (429, .quotaExceeded), (500, .networkFailed), (503, .networkFailed),
      (418, .networkFailed), (206, .invalidReply),
    ] as [(Int, ViewfinderError.Code)])
  func statuses(_ status: Int, _ code: ViewfinderError.Code) async throws {
    let fixture = try HubFixture()
    let (source, path) = try fixture.web()
    fixture.server.script(path, Reply(status, #"{"error": {"message": "told\nso"}}"#))
    let error = await failure {
      try await fixture.hub().download(source)
    }
    #expect(error?.code == code)
    if status != 206 { #expect(error?.httpStatus == status) }
    if status != 206 { #expect(error?.found == "the server answers \(status): \"told so\"") }
    #expect(try fixture.cache.entries().isEmpty)
    #expect(try fixture.files(source) == [])
    let isRetried = [429, 500, 503].contains(status)
    #expect((fixture.server.requests(path).count > 1) == isRetried)
  }

  @Test("refuses replies with endless headers")
  func headers() async throws {
    let fixture = try HubFixture()
    let (source, path) = try fixture.web()
    let many = Dictionary(uniqueKeysWithValues: (0..<300).map { ("X-\($0)", "x") })
    for reply in [
      Reply(200, "x", headers: many),
      Reply(200, "x", headers: ["X": String(repeating: "x", count: 90_000)]),
    ] {
      fixture.server.script(path, reply)
      let error = await failure { try await fixture.hub().download(source) }
      #expect(error?.code == .invalidReply)
    }
  }

  @Test("count every header line, repeated ones and those of heads before and trailers after")
  func repeatedHeaders() throws {
    var head = HTTPHead()
    let lines = (0..<100_000).prefix { _ in head.add("Set-Cookie: a=b") }
    #expect(lines.count < HTTPHead.maximumByteCount / 16)
    #expect((head["set-cookie"] ?? "").utf8.count <= HTTPHead.maximumByteCount)
    var empty = HTTPHead()
    let emptyCount = (0..<100_000).prefix { _ in empty.add("") }.count
    #expect(emptyCount < 100_000)
    var hints = HTTPHead()
    let hintCount = (0..<100_000).prefix { _ in hints.restart(status: 103) }.count
    #expect(hintCount < 100_000)
  }

  @Test("tries again after failures that pass, and honours Retry-After")
  func retries() async throws {
    let fixture = try HubFixture()
    let (source, path) = try fixture.web()
    fixture.server.script(
      path, Reply(503), Reply(200, "xyz", ["cut": 2, "length": 9, "reset": true]),
      Reply(429, headers: ["Retry-After": "0"]), .file(TestModel.bytes()))
    _ = try await fixture.hub().download(source)
    #expect(fixture.server.requests(path).count == 4)
    fixture.server.script(path, Reply(429, headers: ["Retry-After": "86400"]))
    let error = await failure {
      try await fixture.hub().download(source)
    }
    #expect(error?.code == .quotaExceeded)
    #expect(error?.remedy == "Try again in 86400 s.")
  }

  @Test("refuses bytes that are not what was promised, and leaves the old model in place")
  func wrongBytes() async throws {
    let bytes = TestModel.bytes(size: 5000)
    let md5 = Data(repeating: 1, count: 16).base64EncodedString()
    let crc = Data(repeating: 1, count: 4).base64EncodedString()
    let cases: [(Reply, ViewfinderError.Code)] = [
      (.file(bytes, headers: ["x-goog-hash": "crc32c=\(crc)"]), .hashMismatch),
      (.file(bytes, headers: ["x-goog-hash": "crc32c=bad, md5=\(md5)"]), .hashMismatch),
      (.file(bytes, ["length": 9000]), .networkFailed),
      (.file(Array("<html>sorry</html>".utf8)), .invalidModel),
      (.file(Array(bytes.prefix(700))), .invalidModel), (.file([]), .invalidModel),
      (.file(bytes, ["size": 600_000]), .tooLarge),
      (.file(bytes, ["size": 600_000, "chunked": true]), .tooLarge),
    ]
    let fixture = try HubFixture()
    let (source, path) = try fixture.web()
    fixture.server.script(path, .file(TestModel.bytes(0.75), etag: "\"0\""))
    let old = try await fixture.hub().download(source)
    for (reply, code) in cases {
      fixture.server.script(path, reply)
      let error = await failure {
        try await fixture.hub().download(source)
      }
      #expect(error?.code == code)
      #expect(try fixture.hub().cachedModel(source)?.sha256 == old.sha256)
      let left = try fixture.files(source)
      #expect(left == ["model.tflite", "record.json", "lock"] || code == .networkFailed)
    }
    try fixture.cache.verify(try fixture.cache.entry(named: source.description))
  }

  @Test("asks for a model with a known hash once, and refuses another one")
  func pinned() async throws {
    let fixture = try HubFixture()
    let bytes = TestModel.bytes(size: 3000)
    var hasher = ContentHasher(md5: false, crc32c: false)
    hasher.update(bytes.span)
    let digest = hasher.finish().sha256
    let (source, path) = try fixture.web(sha256: digest)
    fixture.server.script(path, .file(bytes), .file(TestModel.bytes(0.75)))
    _ = try await fixture.hub().download(source)
    _ = try await fixture.hub().download(source)
    #expect(fixture.server.requests(path).count == 1)
    let other = try #require(SHA256Digest(hexadecimal: String(repeating: "0", count: 64)))
    let pinned = try fixture.web(sha256: other).source
    let error = await failure {
      try await fixture.hub().download(pinned)
    }
    #expect(error?.code == .hashMismatch)
    #expect(try fixture.hub().cachedModel(source)?.sha256 == digest)
  }

  @Test("gives up on a server that does not answer")
  func silence() async throws {
    let fixture = try HubFixture()
    let (source, path) = try fixture.web()
    fixture.server.script(path, Reply(200, "", ["stall": 3]))
    var options = HubFixture.hasty
    options.retry = .never
    let error = await failure {
      try await fixture.hub(options).download(source)
    }
    #expect(error?.code == .networkFailed)
    let nobody = try ModelSource.web("http://127.0.0.1:1/x")
    let refused = await failure {
      try await fixture.hub(options).download(nobody)
    }
    #expect(refused?.code == .networkFailed)
    // Where nobody listens, nobody is waited for, however patient one is with servers.
    var patient = HubFixture.quick
    patient.retry = RetryPolicy(unreachableLimit: .milliseconds(50), firstPause: 0.01...0.02)
    let unreachable = await failure {
      try await fixture.hub(patient).download(nobody)
    }
    #expect(unreachable?.found.contains("cannot be reached") == true)
  }
}
