import Foundation
import Testing
import ViewfinderCore
import ViewfinderTestSupport

@testable import ViewfinderHub
@testable import ViewfinderSystem

@Suite("Model cache")
struct CacheTests {
  private func download(
    _ bytes: [UInt8], into fixture: HubFixture, etag: String = "\"1\""
  ) async throws -> (source: ModelSource, model: CachedModel, slot: ModelSlot) {
    let (source, path) = try fixture.web()
    fixture.server.script(path, .file(bytes, etag: etag))
    let hub = try fixture.hub()
    let model = try await hub.download(source)
    return (source, model, hub.slot(of: source))
  }

  private func content(_ bytes: [UInt8], _ version: String) -> SlotRecord.Content {
    var hasher = ContentHasher(md5: false, crc32c: false)
    hasher.update(bytes.span)
    return SlotRecord.Content(
      byteCount: bytes.count, sha256: hasher.finish().sha256.hexadecimal, version: version,
      installed: 1, checked: 1)
  }

  private func write(_ bytes: [UInt8], _ path: String) throws {
    try Data(bytes).write(to: URL(filePath: path))
  }

  /// The moments of an update at which a process may end: what is on disk, and which model counts.
  enum Moment: CaseIterable {
    case partBegun, partWhole, announced, renamed, recorded, halfRecord
  }

  @Test("has the old or the new model at every moment of an update", arguments: Moment.allCases)
  func moments(_ moment: Moment) async throws {
    let fixture = try HubFixture()
    let (old, new) = (TestModel.bytes(0.5), TestModel.bytes(0.75, size: 5000))
    let (source, first, slot) = try await download(old, into: fixture)
    var record = try #require(try slot.record())
    let next = content(new, "\"2\"")
    record.partial = SlotRecord.Partial(etag: "\"2\"", byteCount: new.count)
    switch moment {
    case .partBegun: try write(Array(new.prefix(99)), slot.partPath)
    case .partWhole: try write(new, slot.partPath)
    case .announced, .renamed, .recorded:
      record.next = next
      try write(new, moment == .announced ? slot.partPath : slot.modelPath)
      if moment == .recorded {
        (record.current, record.next, record.partial) = (next, nil, nil)
      }
    case .halfRecord: try write([0x7B], slot.folder + "/record.json.new")
    }
    try slot.write(record)
    if moment == .halfRecord { try write([0x7B], slot.folder + "/record.json.new") }
    let isNew = moment == .renamed || moment == .recorded
    // What a reader sees, who changes nothing.
    let seen = try #require(try fixture.hub().cachedModel(source))
    #expect(seen.sha256 == (isNew ? SHA256Digest(hexadecimal: next.sha256) : first.sha256))
    // What is left when somebody looks after it.
    let entry = try #require(try fixture.cache.entries().first)
    try fixture.cache.verify(entry)
    let settled = try #require(try fixture.hub().cachedModel(source))
    let finished = isNew || moment == .announced
    #expect(settled.sha256.hexadecimal == (finished ? next.sha256 : first.sha256.hexadecimal))
    let hasPart = moment == .partBegun || moment == .partWhole
    #expect(
      try fixture.files(source)
        == (hasPart
          ? ["model.tflite", "model.tflite.part", "record.json", "lock"]
          : ["model.tflite", "record.json", "lock"]))
    // And the next download goes well.
    fixture.server.script("/\(fixture.name)/model.tflite", .file(new, etag: "\"2\""))
    #expect(try await fixture.hub().download(source).sha256.hexadecimal == next.sha256)
    #expect(try fixture.files(source) == ["model.tflite", "record.json", "lock"])
  }

  @Test("finds damage: a changed byte, a cut file, a broken record")
  func damage() async throws {
    let fixture = try HubFixture()
    let bytes = TestModel.bytes(size: 5000)
    let (source, _, slot) = try await download(bytes, into: fixture)
    var changed = bytes
    changed[4000] ^= 1
    try write(changed, slot.modelPath)
    let entry = try #require(try fixture.cache.entries().first)
    let error = #expect(throws: ViewfinderError.self) { try fixture.cache.verify(entry) }
    #expect(error?.code == .hashMismatch)
    // The next download sees it too, and makes it good.
    fixture.server.script("/\(fixture.name)/model.tflite", .file(bytes, etag: "\"1\""))
    _ = try await fixture.hub().download(source)
    try fixture.cache.verify(entry)
    try write(Array(bytes.prefix(4000)), slot.modelPath)
    #expect(try fixture.hub().cachedModel(source) == nil)
    let cut = try #require(try fixture.cache.entries().first)
    #expect(cut.isDamaged && cut.model == nil)
    #expect(throws: ViewfinderError.self) { try fixture.cache.verify(cut) }
    for text in ["", "{", #"{"format": 99, "source": "x", "name": "y"}"#, "[]"] {
      try text.write(toFile: slot.folder + "/record.json", atomically: false, encoding: .utf8)
      #expect(try fixture.hub().cachedModel(source) == nil)
      #expect(try fixture.cache.entries().first?.isDamaged == true)
      fixture.server.script("/\(fixture.name)/model.tflite", .file(bytes))
      _ = try await fixture.hub().download(source)
      #expect(try fixture.hub().cachedModel(source) != nil)
      #expect(try fixture.cache.entries().first?.isDamaged == false)
    }
    try FileManager.default.removeItem(atPath: slot.modelPath)
    let lost = try #require(try fixture.cache.entries().first)
    #expect(lost.isDamaged)
    try fixture.cache.remove(lost)
    #expect(try fixture.cache.entries().isEmpty)
  }

  @Test("writes through no link that lies where a download would go")
  func links() async throws {
    let fixture = try HubFixture()
    let (source, path) = try fixture.web()
    fixture.server.script(path, .file(TestModel.bytes()))
    let slot = try fixture.hub().slot(of: source)
    try FileManager.default.createDirectory(atPath: slot.folder, withIntermediateDirectories: true)
    let victim = fixture.folder + "/victim"
    try "mine".write(toFile: victim, atomically: false, encoding: .utf8)
    for name in [slot.partPath, slot.folder + "/record.json.new"] {
      try? FileManager.default.removeItem(atPath: name)
      try FileManager.default.createSymbolicLink(atPath: name, withDestinationPath: victim)
      _ = await failure { try await fixture.hub().download(source) }
      #expect(try String(contentsOfFile: victim, encoding: .utf8) == "mine")
      _ = try? FileManager.default.removeItem(atPath: slot.folder)
      try FileManager.default.createDirectory(
        atPath: slot.folder, withIntermediateDirectories: true)
    }
  }

  @Test("finds an entry by its name, its source or its model's name, and says when it cannot")
  func names() async throws {
    let fixture = try HubFixture()
    for name in ["a.tflite", "b.tflite", "x/a.tflite"] {
      let (source, path) = try fixture.web(name)
      fixture.server.script(path, .file(TestModel.bytes()))
      _ = try await fixture.hub().download(source)
    }
    let cache = try fixture.cache
    let entries = try cache.entries()
    #expect(entries.count == 3)
    for entry in entries {
      #expect(try cache.entry(named: entry.name) == entry)
      #expect(try cache.entry(named: entry.source) == entry)
    }
    #expect(try cache.entry(named: "b").modelName == "b.tflite")
    #expect(throws: ViewfinderError.self) { _ = try cache.entry(named: "a") }
    #expect(throws: ViewfinderError.self) { _ = try cache.entry(named: "../b") }
  }

  @Test("removes a model, and has an empty list before the first and after the last")
  func removal() async throws {
    let fixture = try HubFixture()
    let cache = try fixture.cache
    #expect(try cache.entries().isEmpty)
    let (source, model, slot) = try await download(TestModel.bytes(), into: fixture)
    let reader = try #require(FileHandle(forReadingAtPath: model.path))
    try cache.remove(try cache.entry(named: "model"))
    #expect(try reader.readToEnd() == Data(TestModel.bytes()))
    #expect(!Folder.isFolder(slot.folder))
    #expect(try cache.entries().isEmpty)
    try fixture.hub().removeModel(source)
  }

  @Test("leaves alone what else lies in its folder")
  func strangers() async throws {
    let fixture = try HubFixture()
    _ = try await download(TestModel.bytes(), into: fixture)
    let folder = try fixture.cache.folder + "/models"
    try "x".write(toFile: folder + "/note", atomically: false, encoding: .utf8)
    try FileManager.default.createDirectory(
      atPath: folder + "/empty", withIntermediateDirectories: false)
    #expect(try fixture.cache.entries().count == 1)
  }

  @Test("says what the system says about a folder that cannot be")
  func impossibleFolders() async throws {
    let fixture = try HubFixture()
    let file = fixture.folder + "/file"
    try "x".write(toFile: file, atomically: false, encoding: .utf8)
    let (source, _) = try fixture.web()
    for folder in [file, "/proc/viewfinder", "/dev/null/x"] {
      let cache = try ModelCache(folder: folder)
      let hub = ModelHub(cache: cache, options: HubFixture.quick)
      #expect((try? hub.cachedModel(source)) == .some(.none))
      let error = await failure { try await hub.download(source) }
      #expect(error?.code == .cannotWrite)
      #expect(error?.remedy.contains("VIEWFINDER_CACHE") == true)
    }
  }

  @Test("says that it cannot be read, rather than that there is nothing in it")
  func unreadable() throws {
    let fixture = try HubFixture()
    let file = fixture.folder + "/file"
    try "x".write(toFile: file, atomically: false, encoding: .utf8)
    let loop = fixture.folder + "/loop"
    try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
    let (source, _) = try fixture.web()
    for folder in [file, loop, fixture.folder + "/" + String(repeating: "n", count: 300)] {
      let cache = try ModelCache(folder: folder)
      let error = #expect(throws: ViewfinderError.self) { try cache.entries() }
      #expect(error?.code == .cannotWrite)
      #expect(error?.subject?.hasPrefix(folder) == true)
      #expect(throws: ViewfinderError.self) { try cache.entry(named: "x") }
      if folder != file {
        #expect(throws: ViewfinderError.self) {
          try ModelHub(cache: cache).removeModel(source)
        }
      }
    }
    #expect(
      ViewfinderError(inCache: SystemError("/x", EACCES, .read)).found.contains("may not be read"))
  }

  @Test(
    "tells a full disk from one that may not be written",
    arguments: [
      (ENOSPC, .notEnoughSpace), (EDQUOT, .notEnoughSpace), (EROFS, .cannotWrite),
      (EACCES, .cannotWrite), (EPERM, .cannotWrite), (EIO, .cannotWrite),
    ] as [(Int32, ViewfinderError.Code)])
  func systemErrors(_ code: Int32, _ expected: ViewfinderError.Code) {
    let error = ViewfinderError(inCache: SystemError("/cache/x", code))
    #expect(error.code == expected)
    #expect(error.subject == "/cache/x" && !error.remedy.isEmpty)
  }

  @Test(
    "uses the old model when the disk is full or read-only",
    .enabled(if: Mount.isAllowed, "mounting needs root in a container that allows it"))
  func smallDisk() async throws {
    let fixture = try HubFixture()
    let mount = try Mount(fixture.folder + "/cache", bytes: 1 << 18)
    let (source, first, _) = try await download(TestModel.bytes(), into: fixture)
    let path = "/\(fixture.name)/model.tflite"
    fixture.server.script(path, .file(TestModel.bytes(0.75, size: 400_000), etag: "\"2\""))
    let full = await failure { try await fixture.hub().download(source) }
    #expect(full?.code == .notEnoughSpace)
    let left = try fixture.files(source)
    #expect(left == ["model.tflite", "record.json", "lock"])
    #expect(try fixture.hub().cachedModel(source)?.sha256 == first.sha256)
    try fixture.cache.verify(try fixture.cache.entry(named: "model"))
    try mount.makeReadOnly()
    let refused = await failure { try await fixture.hub().download(source) }
    #expect(refused?.code == .cannotWrite)
    #expect(try fixture.hub().cachedModel(source)?.sha256 == first.sha256)
    try fixture.cache.verify(try fixture.cache.entry(named: "model"))
  }
}

/// A small file system in memory, for those who may mount one.
private final class Mount {
  private let path: String

  static let isAllowed: Bool = {
    let path = NSTemporaryDirectory() + "viewfinder-mount-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    return (try? Mount(path, bytes: 1 << 16)) != nil
  }()

  init(_ path: String, bytes: Int) throws {
    self.path = path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Self.run("mount", "-t", "tmpfs", "-o", "size=\(bytes)", "tmpfs", path)
  }

  deinit {
    try? Self.run("umount", path)
  }

  func makeReadOnly() throws {
    try Self.run("mount", "-o", "remount,ro", path)
  }

  private static func run(_ arguments: String...) throws {
    struct Refused: Error {}
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { throw Refused() }
  }
}
