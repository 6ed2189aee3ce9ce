import Foundation
import Testing
import ViewfinderCore
import ViewfinderTestSupport

@testable import ViewfinderHub

@Suite("A pinned hash")
struct PinTests {
  private static let zeros = SHA256Digest(bytes: [UInt8](repeating: 0, count: 32))

  private static func digest(_ bytes: [UInt8]) -> SHA256Digest {
    var hasher = ContentHasher(md5: false, crc32c: false)
    hasher.update(bytes.span)
    return hasher.finish().sha256
  }

  @Test("keeps out copies with another hash, whatever put them into the cache")
  func cached() async throws {
    let fixture = try HubFixture()
    let bytes = TestModel.bytes(size: 3000)
    let (plain, path) = try fixture.web()
    fixture.server.script(path, .file(bytes))
    let hub = try fixture.hub()
    try await hub.download(plain)
    let pinned = try fixture.web(sha256: Self.zeros).source
    #expect(try hub.cachedModel(pinned) == nil)
    let error = #expect(throws: ViewfinderError.self) {
      try hub.waitForModel(at: pinned, upTo: .seconds(60), updating: .never)
    }
    #expect(error?.code == .notDownloaded)
    let missing = #expect(throws: ViewfinderError.self) { try hub.downloadedModel(pinned) }
    #expect(missing?.code == .notDownloaded)
    let refused = await failure { try await hub.download(pinned) }
    #expect(refused?.code == .hashMismatch)
    // Neither has harmed the other.
    #expect(try hub.cachedModel(plain)?.sha256 == Self.digest(bytes))
    #expect(try hub.cachedModel(pinned) == nil)
  }

  @Test("is part of what is joined: no transfer for another pin, or for none, will do")
  func running() async throws {
    let fixture = try HubFixture()
    let bytes = TestModel.bytes(size: 3000)
    let (plain, path) = try fixture.web()
    fixture.server.script(path, .file(bytes, ["stall": 0.3]))
    let hub = try fixture.hub()
    let right = try fixture.web(sha256: Self.digest(bytes)).source
    let wrong = try fixture.web(sha256: Self.zeros).source
    async let first = hub.download(plain)
    async let second = hub.download(right)
    async let third = failure { try await hub.download(wrong) }
    #expect(try await first.sha256 == Self.digest(bytes))
    #expect(try await second.sha256 == Self.digest(bytes))
    #expect(await third?.code == .hashMismatch)
    #expect(try hub.cachedModel(wrong) == nil)
  }

  @Test("keeps two versions of one address, and gives each to who asked for it")
  func twoVersions() async throws {
    let fixture = try HubFixture()
    let (old, new) = (TestModel.bytes(0.5, size: 3000), TestModel.bytes(0.75, size: 3000))
    let hub = try fixture.hub()
    let oldSource = try fixture.web(sha256: Self.digest(old))
    let newSource = try fixture.web(sha256: Self.digest(new))
    fixture.server.script(oldSource.path, .file(old))
    try await hub.download(oldSource.source)
    fixture.server.script(oldSource.path, .file(new, etag: "\"2\""))
    try await hub.download(newSource.source)
    #expect(try hub.downloadedModel(oldSource.source).sha256 == Self.digest(old))
    #expect(try hub.downloadedModel(newSource.source).sha256 == Self.digest(new))
    let entries = try fixture.cache.entries()
    #expect(entries.count == 2)
    for entry in entries { try fixture.cache.verify(entry) }
    #expect(throws: ViewfinderError.self) { try fixture.cache.entry(named: "model") }
  }

  @Test("sees that the file has been exchanged, though its size and its record are the same")
  func exchanged() async throws {
    let fixture = try HubFixture()
    let (bytes, others) = (TestModel.bytes(0.5, size: 3000), TestModel.bytes(0.75, size: 3000))
    let hub = try fixture.hub()
    let (source, path) = try fixture.web(sha256: Self.digest(bytes))
    fixture.server.script(path, .file(bytes))
    let model = try await hub.download(source)
    #expect(try hub.cachedModel(source) == model)
    try Data(others).write(to: URL(filePath: model.path))
    #expect(try hub.cachedModel(source) == nil)
    #expect(throws: ViewfinderError.self) { try hub.downloadedModel(source) }
    // A copy of the cache has other inodes, and is as good.
    try FileManager.default.removeItem(atPath: model.path)
    try Data(bytes).write(to: URL(filePath: model.path))
    #expect(try hub.cachedModel(source)?.sha256 == model.sha256)
    #expect(try await hub.download(source).sha256 == model.sha256)
  }
}
