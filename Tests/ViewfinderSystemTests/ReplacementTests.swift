import Foundation
import Testing

@testable import ViewfinderSystem

@Suite("Replacing a file")
struct ReplacementTests {
  private let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "viewfinder-replace-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private func write(_ text: String, _ name: String, mode: Int = 0o644) throws -> String {
    let path = "\(folder)/\(name)"
    try Data(text.utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return path
  }

  private func replace(_ path: String, with text: String) throws {
    try SystemFile.checkReplaceable(path)
    let file = try SystemFile.makeTemporary(beside: path)
    try file.write(Array(text.utf8).span)
    try file.replace(path)
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test("keeps its mode", arguments: [0o600, 0o640, 0o644, 0o755, 0o666])
  func mode(_ mode: Int) throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = try write("old", "file", mode: mode)
    try replace(path, with: "new")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
    #expect(try self.mode(path) == mode)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["file"])
  }

  @Test("keeps its owner and group", .enabled(if: geteuid() == 0, "only root gives files away"))
  func owner() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = try write("old", "file", mode: 0o600)
    try #require(chown(path, 12345, 54321) == 0)
    try replace(path, with: "new")
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.ownerAccountID] as? Int == 12345)
    #expect(attributes[.groupOwnerAccountID] as? Int == 54321)
    #expect(try mode(path) == 0o600)
  }

  @Test("is refused where nobody may write to it, root included")
  func readOnly() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = try write("old", "file", mode: 0o444)
    let error = #expect(throws: SystemError.self) { try replace(path, with: "new") }
    #expect(error?.code == EACCES)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["file"])
  }

  @Test("clears what ended processes have left, and nothing else")
  func remainders() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    _ = try write("left", ".viewfinder-abc123")
    _ = try write("mine", ".viewfinder-notes.txt")
    _ = try write("mine", "viewfinder-abc")
    try FileManager.default.createDirectory(
      atPath: folder + "/.viewfinder-folder", withIntermediateDirectories: false)
    // One that is being written has its lock.
    let busy = try SystemFile.open(folder + "/.viewfinder-busy", .create(permissions: 0o600))
    #expect(try busy.tryLock())
    try replace(folder + "/file", with: "new")
    let left = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(
      Set(left) == [
        ".viewfinder-notes.txt", "viewfinder-abc", ".viewfinder-folder", ".viewfinder-busy", "file",
      ])
    busy.unlock()
  }
}

@Suite("Trusted paths")
struct TrustedPathTests {
  @Test("are those to which nobody else may write")
  func modes() throws {
    let folder = NSTemporaryDirectory() + "viewfinder-trust-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let inner = folder + "/a/b"
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
    let path = inner + "/library.so"
    try Data([1]).write(to: URL(filePath: path))
    func set(_ mode: Int, _ path: String) throws {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
    for each in [folder, folder + "/a", inner] { try set(0o755, each) }
    try set(0o644, path)
    #expect(TrustedPath.objection(to: path) == nil)
    for (mode, place) in [(0o646, path), (0o757, inner), (0o757, folder + "/a"), (0o777, folder)] {
      try set(mode, place)
      let objection = TrustedPath.objection(to: path)
      #expect(objection?.hasPrefix(place) == true && objection?.contains("other users") == true)
      try set(place == path ? 0o644 : 0o755, place)
    }
    // A folder like /tmp lets others add names, and take none away.
    try set(0o1777, folder + "/a")
    #expect(TrustedPath.objection(to: path) == nil)
    #expect(TrustedPath.objection(to: inner + "/none")?.contains("not there") == true)
    if geteuid() == 0 {
      try #require(chown(folder + "/a", 12345, 12345) == 0)
      #expect(TrustedPath.objection(to: path)?.contains("another user") == true)
    }
  }
}

@Suite("Known files")
struct KnownFilesTests {
  @Test("are hashed once, and again when they have changed or the notes may be another's")
  func notes() throws {
    let folder = NSTemporaryDirectory() + "viewfinder-known-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = folder + "/file"
    try Data("abc".utf8).write(to: URL(filePath: path))
    let known = KnownFiles(folder: folder + "/cache")
    let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    #expect(try known.sha256(of: path) == hash)
    // What is noted is taken without reading the file.
    let notePath = folder + "/cache/libraries"
    let other = String(repeating: "0", count: 64)
    let note = try String(contentsOfFile: notePath, encoding: .utf8)
    try note.replacing(hash, with: other).write(
      toFile: notePath, atomically: false, encoding: .utf8)
    #expect(try known.sha256(of: path) == other)
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: notePath)
    #expect(try known.sha256(of: path) == hash)
    try Data("abcd".utf8).write(to: URL(filePath: path))
    #expect(
      try known.sha256(of: path)
        == "88d4266fd4e6338d13b845fcf289579d209c897823b9217da3e161936f031589")
    #expect(throws: SystemError.self) { try known.sha256(of: folder + "/none") }
    #expect(try KnownFiles(folder: nil).sha256(of: path).hasPrefix("88d4266f"))
  }
}
