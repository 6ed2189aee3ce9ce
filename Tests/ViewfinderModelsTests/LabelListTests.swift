import Foundation
import Testing
import ViewfinderCore

@testable import ViewfinderModels

@Suite("Label files")
struct LabelListTests {
  static func names(_ text: String, form: LabelList.Form = .plain) throws -> [String] {
    try LabelList(bytes: Array(text.utf8), source: "labels.txt", form: form).names
  }

  @Test(
    "Line ends, marks and blank lines follow the rules",
    arguments: [
      ("cat\ndog", ["cat", "dog"]),
      ("cat\ndog\n", ["cat", "dog"]),
      ("cat\ndog\n\n", ["cat", "dog", ""]),
      ("cat\r\ndog\r\n", ["cat", "dog"]),
      ("\u{FEFF}cat\ndog\n", ["cat", "dog"]),
      ("cat\n\ndog\n", ["cat", "", "dog"]),
      ("\ncat", ["", "cat"]),
      (" cat \n\tdog", [" cat ", "\tdog"]),
      ("cat\ncat\n", ["cat", "cat"]),
      ("tench, Tinca tinca\n", ["tench, Tinca tinca"]),
      ("Grünspecht\n啄木鸟\n🐦\n", ["Grünspecht", "啄木鸟", "🐦"]),
      ("\n", [""]),
    ])
  func rules(text: String, names: [String]) throws {
    #expect(try Self.names(text) == names)
  }

  @Test("An empty file is refused", arguments: ["", "\u{FEFF}"])
  func empty(text: String) {
    let error = #expect(throws: ViewfinderError.self) { try Self.names(text) }
    #expect(error?.code == .invalidMetadata)
    #expect(error?.description.contains("labels.txt: the label file is empty") == true)
  }

  @Test("Text that is not UTF-8 is refused with its line")
  func encoding() {
    let latin1 = Array("cat\nGr".utf8) + [0xFC] + Array("nspecht\n".utf8)
    let error = #expect(throws: ViewfinderError.self) {
      try LabelList(bytes: latin1, source: "labels.txt")
    }
    #expect(error?.found == "line 2 is not valid UTF-8")
    let utf16 = #expect(throws: ViewfinderError.self) {
      try LabelList(bytes: [0xFF, 0xFE, 0x63, 0x00], source: "labels.txt")
    }
    #expect(utf16?.found.contains("UTF-16") == true)
  }

  @Test("Numbered labels lose their numbers")
  func numbered() throws {
    #expect(
      try Self.names("0 good\n1 not so good\r\n", form: .numbered) == ["good", "not so good"])
    #expect(try Self.names("0 \n", form: .numbered) == [""])
    #expect(try Self.names("0 good\n1 bad\n") == ["0 good", "1 bad"])
  }

  @Test(
    "Numbered labels must count from 0",
    arguments: [
      ("1 good\n2 bad\n", "line 1"), ("0 good\nbad\n", "line 2"), ("0 good\n2 bad\n", "line 2"),
      ("0 good\n\n", "line 2"),
    ])
  func misnumbered(text: String, line: String) {
    let error = #expect(throws: ViewfinderError.self) { try Self.names(text, form: .numbered) }
    #expect(error?.found.contains(line) == true)
  }

  @Test("The display name wins, and a blank one does not")
  func displayNames() throws {
    let labels = LabelList(["/m/01", "/m/02"])
    let both = try labels.withDisplayNames(LabelList(["Bird", ""]))
    #expect(both.text(at: 0) == "Bird")
    #expect(both.text(at: 1) == "/m/02")
    #expect(labels.text(at: 0) == "/m/01")
    #expect(throws: ViewfinderError.self) { try labels.withDisplayNames(LabelList(["Bird"])) }
  }

  @Test("Files are read from disk, and missing ones are named")
  func files() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = try folder.write("labels.txt", "cat\ndog\n")
    #expect(try LabelList(path: path).names == ["cat", "dog"])
    let missing = #expect(throws: ViewfinderError.self) { try LabelList(path: path + "x") }
    #expect(missing?.code == .notFound)
    #expect(missing?.subject == path + "x")
    let directory = #expect(throws: ViewfinderError.self) { try LabelList(path: folder.path) }
    #expect(directory?.found == "the path leads to a directory")
  }
}

/// A folder for one test, which removes it at the end.
struct TemporaryFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appending(path: "viewfinder-models-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file and returns its path.
  @discardableResult
  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = "\(path)/\(name)"
    let folder = URL(filePath: file).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(filePath: file))
    return file
  }

  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    try write(name, Array(text.utf8))
  }
}
