import Foundation
import Testing
import ViewfinderCommandLine
import ViewfinderCore

/// A folder of empty files that goes away with the test.
final class TemporaryFolder {
  let path: String

  init(_ files: [String] = []) throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("viewfinder-tests-" + UUID().uuidString)
    path = url.path
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for file in files { try write("", to: file) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to name: String) throws {
    let url = URL(fileURLWithPath: path).appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  /// What operands in this folder expand to; failed ones are marked.
  func expand(_ operands: String..., isRecursive: Bool = false) -> [String] {
    let absolute = operands.map { operand in
      operand.hasPrefix("@") ? "@\(path)/\(operand.dropFirst())" : "\(path)/\(operand)"
    }
    return expandAsWritten(absolute, isRecursive: isRecursive)
  }

  func expandAsWritten(_ operands: [String], isRecursive: Bool = false) -> [String] {
    let inputs = IteratorSequence(InputExpander(operands, isRecursive: isRecursive))
    return inputs.map { input in
      let source = input.source.replacingOccurrences(of: path + "/", with: "")
      if case .unusable(_, let error) = input { return "\(source) [\(error.code.rawValue)]" }
      return source
    }
  }
}

@Suite("Inputs")
struct InputExpanderTests {
  private let files = [
    "b.jpg", "a.PNG", "notes.txt", ".hidden.jpg", "sub/c.webp", "sub/deep/d.heic", "sub.jpg",
    "z/readme.md", "ä.jpg",
  ]

  @Test("keep the order of the operands and missing files among them")
  func operands() throws {
    let folder = try TemporaryFolder(files)
    #expect(
      folder.expand("b.jpg", "gone.jpg", "a.PNG", "notes.txt")
        == ["b.jpg", "gone.jpg", "a.PNG", "notes.txt"])
  }

  @Test("come from a folder in the byte order of their paths, pictures only")
  func folders() throws {
    let folder = try TemporaryFolder(files)
    #expect(folder.expandAsWritten([folder.path]) == ["a.PNG", "b.jpg", "sub.jpg", "ä.jpg"])
    let all = folder.expandAsWritten([folder.path + "/"], isRecursive: true)
    #expect(all == ["a.PNG", "b.jpg", "sub.jpg", "sub/c.webp", "sub/deep/d.heic", "ä.jpg"])
    let expected = all.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    #expect(all == expected)
  }

  @Test("say when a folder has no pictures")
  func emptyFolder() throws {
    let folder = try TemporaryFolder(files)
    #expect(folder.expand("z", "b.jpg") == ["z [notFound]", "b.jpg"])
  }

  /// A pipe that nobody wrote to once held up a whole run.
  @Test("leave pipes in folders and patterns alone, but take one that is named")
  func pipes() throws {
    let folder = try TemporaryFolder(["a.jpg"])
    #expect(mkfifo(folder.path + "/b.jpg", 0o600) == 0)
    #expect(folder.expand("") == ["a.jpg"])
    #expect(folder.expand("*.jpg") == ["a.jpg"])
    #expect(folder.expand("b.jpg") == ["b.jpg"])
  }

  @Test("do not follow links to folders into circles")
  func circles() throws {
    let folder = try TemporaryFolder(["sub/a.jpg"])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/sub/up", withDestinationPath: "..")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/sub/link.jpg", withDestinationPath: "a.jpg")
    #expect(
      folder.expandAsWritten([folder.path], isRecursive: true) == ["sub/a.jpg", "sub/link.jpg"])
    #expect(folder.expand("sub/**/*.jpg") == ["sub/a.jpg", "sub/link.jpg"])
  }

  @Test(
    "come from patterns that the shell left alone",
    arguments: [
      ("*.jpg", ["b.jpg", "sub.jpg", "ä.jpg"]), ("?.jpg", ["b.jpg", "ä.jpg"]),
      ("[ab].*", ["a.PNG", "b.jpg"]), ("[!a]*.jpg", ["b.jpg", "sub.jpg", "ä.jpg"]),
      ("*/*.webp", ["sub/c.webp"]), ("s*/deep/*", ["sub/deep/d.heic"]),
      ("**/*.heic", ["sub/deep/d.heic"]), ("**/c.webp", ["sub/c.webp"]),
      ("sub/*", ["sub/c.webp", "sub/deep/d.heic"]), ("*.gif", ["*.gif [notFound]"]),
      ("gone/*.jpg", ["gone/*.jpg [notFound]"]), ("z/*.jpg", ["z/*.jpg [notFound]"]),
    ])
  func patterns(_ pattern: String, _ expected: [String]) throws {
    let folder = try TemporaryFolder(files)
    #expect(folder.expand(pattern) == expected)
  }

  @Test("prefer a file whose name looks like a pattern")
  func literal() throws {
    let folder = try TemporaryFolder(["a[1].jpg", "a1.jpg"])
    #expect(folder.expand("a[1].jpg") == ["a[1].jpg"])
  }

  @Test("come from lists, whatever the line ends")
  func lists() throws {
    let folder = try TemporaryFolder(["a.jpg", "sub/b.jpg", "empty.txt"])
    try folder.write(
      "\(folder.path)/a.jpg\r\n\n\(folder.path)/sub\n@x\n-\n\(folder.path)/*.jpg\nlast.jpg",
      to: "list.txt")
    #expect(
      folder.expand("@list.txt") == ["a.jpg", "sub/b.jpg", "@x", "-", "*.jpg", "last.jpg"])
    #expect(folder.expand("@empty.txt", "a.jpg") == ["a.jpg"])
    #expect(folder.expand("@gone.txt", "a.jpg") == ["@gone.txt [notFound]", "a.jpg"])
  }

  @Test(
    "notice that a list is a picture",
    arguments: ["GIF89a\0\0\n", String(repeating: "x", count: 200_000)])
  func wrongList(_ text: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "a.gif")
    #expect(folder.expand("@a.gif") == ["@a.gif [invalidArgument]"])
  }

  @Test("stay in order through a list much longer than a buffer")
  func longList() throws {
    let folder = try TemporaryFolder()
    let lines = (0..<20_000).map { "missing-\($0).jpg" }
    try folder.write(lines.joined(separator: "\n"), to: "list.txt")
    #expect(folder.expand("@list.txt") == lines)
  }

  @Test("may read standard input once")
  func standardInput() {
    #expect(!InputExpander.claimsInputTwice(["-", "a"]))
    #expect(InputExpander.claimsInputTwice(["-", "@-"]))
    #expect(InputExpander.claimsInputTwice(["-", "a", "-"]))
    var expander = InputExpander(["-"], isRecursive: false)
    guard case .standardInput = expander.next() else {
      Issue.record("'-' is standard input")
      return
    }
    #expect(expander.next() == nil)
  }
}

@Suite("Patterns")
struct GlobPatternTests {
  @Test(
    "fit whole names",
    arguments: [
      ("*", "", true), ("*", "abc", true), ("a*c", "abc", true), ("a*c", "abcd", false),
      ("a?c", "abc", true), ("a?c", "ac", false), ("[a-c]x", "bx", true), ("[a-c]x", "dx", false),
      ("[!a-c]x", "dx", true), ("[^a]x", "ax", false), ("[]]x", "]x", true), ("[-a]", "-", true),
      ("[a-]", "-", true), ("[ab", "[ab", true), (#"\*"#, "*", true), (#"\*"#, "a", false),
      ("?", "é", true), ("*.*.*", "a.b.c", true), ("**", "ab", true), ("", "", true),
      ("", "a", false), ("[z-a]", "m", false),
    ])
  func fit(_ pattern: String, _ name: String, _ expected: Bool) {
    #expect(GlobPattern(pattern).matches(name) == expected)
  }

  @Test("take no exponential time", .timeLimit(.minutes(15)))
  func stars() {
    let pattern = String(repeating: "a*", count: 30) + "b"
    #expect(!GlobPattern(pattern).matches(String(repeating: "a", count: 200)))
  }
}
