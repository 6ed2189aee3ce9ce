import Foundation
import Testing
import ViewfinderCore
import ViewfinderTestSupport

@testable import ViewfinderHub
@testable import ViewfinderSystem

@Suite("Files that are sent packed")
struct PackedTests {
  private static func md5(_ bytes: [UInt8]) -> String {
    var hasher = ContentHasher(md5: true, crc32c: false)
    hasher.update(bytes.span)
    return Data(hasher.finish().md5 ?? []).base64EncodedString()
  }

  private static func metadata(_ packed: [UInt8], md5: String? = nil) -> Reply {
    Reply(
      200,
      """
      {"name": "m", "bucket": "b", "generation": "1", "contentEncoding": "gzip",
       "size": "\(packed.count)", "md5Hash": "\(md5 ?? Self.md5(packed))"}
      """)
  }

  private func storage(_ fixture: HubFixture) throws -> (source: ModelSource, path: String) {
    (try ModelSource("gs://\(fixture.name)/m.tflite"), "/v0/b/\(fixture.name)/o/m.tflite")
  }

  private static let stored = ["x-goog-generation": "1", "x-goog-stored-content-encoding": "gzip"]

  @Test("by a web server are unpacked, the hash that was given being that of the model")
  func web() async throws {
    let fixture = try HubFixture()
    let bytes = TestModel.bytes(size: 90_000)
    let packed = try Gzip.pack(bytes)
    var hasher = ContentHasher(md5: false, crc32c: false)
    hasher.update(bytes.span)
    for pin in [nil, hasher.finish().sha256] {
      let (source, path) = try fixture.web(sha256: pin)
      for encoding in ["gzip", "x-gzip", "identity, gzip"] {
        fixture.server.script(path, .file(packed, headers: ["Content-Encoding": encoding]))
        let model = try await fixture.hub().download(source)
        #expect(try Data(contentsOf: URL(filePath: model.path)) == Data(bytes))
        #expect(model.byteCount == bytes.count)
        #expect(try fixture.files(source) == ["model.tflite", "record.json", "lock"])
        try fixture.hub().removeModel(source)
      }
    }
  }

  @Test("go on where a connection was cut, in the packed bytes")
  func resumption() async throws {
    let fixture = try HubFixture()
    let bytes = TestModel.bytes(size: 90_000)
    let packed = try Gzip.pack(bytes)
    let (source, path) = try fixture.web()
    let headers = ["Content-Encoding": "gzip"]
    fixture.server.script(
      path, .file(packed, headers: headers, ["cut": packed.count / 2]),
      .file(packed, headers: headers))
    let model = try await fixture.hub().download(source)
    #expect(try Data(contentsOf: URL(filePath: model.path)) == Data(bytes))
    #expect(
      fixture.server.requests(path).map { $0.headers["range"] }
        == [nil, "bytes=\(packed.count / 2)-"])
    // A part that was sent as it is does not go on packed.
    let (other, otherPath) = try fixture.web("other")
    fixture.server.script(
      otherPath, .file(bytes, ["cut": 500]), .file(packed, headers: headers, ["ranges": true]))
    let second = try await fixture.hub().download(other)
    #expect(try Data(contentsOf: URL(filePath: second.path)) == Data(bytes))
  }

  @Test("by Cloud Storage are asked for as they are stored, and judged by size and checksum")
  func storage() async throws {
    let fixture = try HubFixture()
    let bytes = TestModel.bytes(size: 90_000)
    let packed = try Gzip.pack(bytes)
    let (source, path) = try storage(fixture)
    fixture.server.script(
      path, Self.metadata(packed),
      .file(packed, headers: Self.stored.merging(["Content-Encoding": "gzip"]) { $1 }))
    let model = try await fixture.hub().download(source)
    #expect(try Data(contentsOf: URL(filePath: model.path)) == Data(bytes))
    #expect(fixture.server.requests(path).last?.headers["accept-encoding"] == "gzip")
    try fixture.hub().removeModel(source)
    // The checksum is that of the packed bytes.
    fixture.server.script(
      path, Self.metadata(packed, md5: Self.md5(bytes)),
      .file(packed, headers: Self.stored.merging(["Content-Encoding": "gzip"]) { $1 }))
    #expect(
      await failure { try await fixture.hub().download(source) }?.code == .hashMismatch)
  }

  @Test("and unpacked by Cloud Storage on the way have no size and no checksum of their own")
  func transcoded() async throws {
    let fixture = try HubFixture()
    let bytes = TestModel.bytes(size: 90_000)
    let packed = try Gzip.pack(bytes)
    let (source, path) = try storage(fixture)
    let hashes = Self.stored.merging(["x-goog-hash": "md5=\(Self.md5(packed))"]) { $1 }
    fixture.server.script(
      path, Self.metadata(packed), .file(bytes, headers: hashes, ["chunked": true]))
    let model = try await fixture.hub().download(source)
    #expect(try Data(contentsOf: URL(filePath: model.path)) == Data(bytes))
  }

  @Test("on the way only are judged by the checksum of what is stored")
  func packedOnTheWay() async throws {
    let fixture = try HubFixture()
    let bytes = TestModel.bytes(size: 9000)
    let packed = try Gzip.pack(bytes)
    let (source, path) = try fixture.web()
    for (hashed, isRight) in [(packed, false), (bytes, true)] {
      fixture.server.script(
        path,
        .file(
          packed,
          headers: [
            "Content-Encoding": "gzip", "x-goog-stored-content-encoding": "identity",
            "x-goog-hash": "md5=\(Self.md5(hashed))",
          ]))
      let error = await failure { try await fixture.hub().download(source) }
      #expect(error?.code == (isRight ? nil : .hashMismatch))
    }
  }

  @Test("are refused when they are damaged, endless or packed in another way")
  func wrong() async throws {
    let fixture = try HubFixture()
    let bytes = TestModel.bytes(size: 9000)
    let packed = try Gzip.pack(bytes)
    var damaged = packed
    damaged[packed.count / 2] ^= 0x10
    let bomb = try Gzip.pack([UInt8](repeating: 0, count: 2_000_000))
    let (source, path) = try fixture.web()
    let cases: [([UInt8], String, ViewfinderError.Code)] = [
      (damaged, "gzip", .invalidReply), (Array(packed.dropLast(3)), "gzip", .invalidReply),
      (bytes, "gzip", .invalidReply), (bomb, "gzip", .tooLarge), (packed, "br", .invalidReply),
      (packed, "gzip, gzip", .invalidReply), ([], "gzip", .invalidReply),
    ]
    for (body, encoding, code) in cases {
      fixture.server.script(path, .file(body, headers: ["Content-Encoding": encoding]))
      let error = await failure { try await fixture.hub().download(source) }
      #expect(error?.code == code)
      #expect(try fixture.files(source) == [])
    }
  }

  @Test(
    "come out as they went in",
    arguments: [0, 1, 2, 1000, 32_767, 32_768, 32_769, 65_536, 300_000], [1, 6, 9])
  func roundTrip(_ count: Int, _ level: Int) throws {
    let folder = try HubFixture()
    for bytes in [
      (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) },
      [UInt8](repeating: 7, count: count),
      (0..<count).map { _ in UInt8.random(in: 0...255) },
    ] {
      let packed = try Gzip.pack(bytes, level: level)
      #expect(try unpack(packed, in: folder) == bytes)
      // Several one after the other are one, and some writers fill up with zeros.
      #expect(try unpack(packed + packed + [0, 0], in: folder) == bytes + bytes)
    }
  }

  @Test("take no more work than their size allows, whatever they hold")
  func hostile() throws {
    let folder = try HubFixture()
    let packed = try Gzip.pack(TestModel.bytes(size: 9000))
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      var bytes = packed
      for _ in 0..<Int.random(in: 1...4) {
        bytes[Int.random(in: 10..<bytes.count)] = UInt8.random(in: 0...255, using: &generator)
      }
      _ = try? unpack(bytes, in: folder)
    }
  }

  private func unpack(_ packed: [UInt8], in fixture: HubFixture) throws -> [UInt8] {
    let paths = [fixture.folder + "/packed", fixture.folder + "/unpacked"]
    try Data(packed).write(to: URL(filePath: paths[0]))
    let output = try SystemFile.open(paths[1], .replace(permissions: 0o600))
    try GzipDecoder.decode(
      SystemFile.open(paths[0], .read), to: output, byteLimit: 1 << 20)
    return Array(try Data(contentsOf: URL(filePath: paths[1])))
  }
}

/// The system's gzip.
private enum Gzip {
  static func pack(_ bytes: [UInt8], level: Int = 6) throws -> [UInt8] {
    struct Failed: Error {}
    let path = NSTemporaryDirectory() + "viewfinder-gzip-\(UUID().uuidString)"
    try Data(bytes).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["gzip", "-c", "-n", "-\(level)", path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failed() }
    return Array(data)
  }
}
