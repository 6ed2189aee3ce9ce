import Foundation
import Testing

@testable import ViewfinderSystem

@Suite("Reading files")
struct FileReadingTests {
  private let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "viewfinder-read-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("12345678".utf8).write(to: URL(filePath: folder + "/file"))
    try #require(mkfifo(folder + "/pipe", 0o600) == 0)
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/link", withDestinationPath: "file")
  }

  private func cause(_ body: () throws -> Void) -> SystemError.Cause? {
    do {
      try body()
      return nil
    } catch {
      return (error as? SystemError)?.cause
    }
  }

  @Test("a file is read up to its limit, through links too", arguments: ["file", "link"])
  func reads(_ name: String) throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = "\(folder)/\(name)"
    #expect(try SystemFile.bytes(of: path, limit: 8) == Array("12345678".utf8))
    #expect(try SystemFile.streamed(path, limit: 8) == Array("12345678".utf8))
    #expect(
      cause { _ = try SystemFile.bytes(of: path, limit: 7) }
        == .tooLarge(byteCount: 8, limit: 7))
    #expect(
      cause { _ = try SystemFile.streamed(path, limit: 7) }
        == .tooLarge(byteCount: 8, limit: 7))
  }

  @Test("a pipe, a folder and a device are no files, and nothing is waited for")
  func kinds() {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (path, kind) in [
      (folder + "/pipe", FileStatus.Kind.pipe), (folder, .folder), ("/dev/zero", .characterDevice),
    ] {
      #expect(FileStatus(of: path)?.kind == kind)
      #expect(
        cause { _ = try SystemFile.bytes(of: path, limit: 10) }
          == .kind(kind))
    }
  }

  @Test("an endless device ends at the limit")
  func endless() {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(
      cause { _ = try SystemFile.streamed("/dev/zero", limit: 100_000) }
        == .tooLarge(byteCount: nil, limit: 100_000))
  }

  @Test("a stream is waited for and read to its end")
  func stream() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/pipe"
    let text = [UInt8](repeating: 7, count: 300_000)
    let writer = Thread {
      let file = try? SystemFile.open(path, .overwrite)
      try? file?.write(text.span)
    }
    writer.start()
    #expect(try SystemFile.streamed(path, limit: 1 << 20) == text)
  }

  @Test("a path with a zero byte leads nowhere, not to what stands before it")
  func zeroByte() {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/file\0.txt"
    #expect(FileStatus(of: path) == nil)
    let calls: [() throws -> Void] = [
      { _ = try SystemFile.bytes(of: path, limit: 10) },
      { _ = try SystemFile.streamed(path, limit: 10) },
      { _ = try SystemFile.open(path, .update(permissions: 0o600)) },
      { _ = try Descriptor.open(path) },
      { try Folder.make(path) },
      { _ = try Folder.entries(in: path) },
      { try Folder.remove(path) },
      { try Folder.rename(path, to: folder + "/other") },
      { try Folder.rename(folder + "/file", to: path) },
    ]
    for call in calls { #expect(cause(call) == .zeroByte) }
    #expect(FileStatus(of: folder + "/file")?.byteCount == 8)
  }

  @Test("errors say what they mean")
  func meanings() {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(SystemError("x", ENOTDIR).meaning == .missing)
    #expect(SystemError("x", EPERM).meaning == .notPermitted)
    #expect(SystemError("x", ENOSPC).meaning == .full)
    #expect(SystemError("x", .kind(.folder), .read).code == 0)
    #expect(SystemError("x", ENOSPC).words == "No space left on device")
  }

  @Test(
    "blanks are taken from the ends of a text alone",
    arguments: [(" \ta b\t", "a b"), ("", ""), ("  ", ""), ("a\u{A0}", "a\u{A0}")])
  func blanks(_ text: String, _ trimmed: String) {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(text.trimmingBlanks == trimmed)
  }
}
