import Foundation
import Testing
import ViewfinderCore
import ViewfinderDrawing
import ViewfinderPhotos
import ViewfinderPixels
import ViewfinderVideo

@Suite("Files", .enabled(if: PhotoDecoder.isAvailable))
struct FileTests {
  private static func error(at path: String) throws -> ViewfinderError {
    try #require(throws: ViewfinderError.self) { try PhotoDecoder().decode(path: path) }
  }

  /// Calls `body` with an empty folder that is removed afterwards.
  private static func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "viewfinder-\(UUID().uuidString)"
    )
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  @Test(
    "a path that leads nowhere is not found",
    arguments: ["", "/nowhere/x.jpg", "/dev/null/x.jpg", "a\0b.jpg"]
  )
  func missing(path: String) throws {
    let error = try Self.error(at: path)
    #expect(error.code == .notFound)
    #expect(error.subject == path)
  }

  @Test("directories, pipes and devices are named, and do not block")
  func kinds() throws {
    try Self.withFolder { folder in
      let directory = try Self.error(at: folder.path)
      #expect(directory.code == .invalidImage && directory.found.contains("directory"))
      let path = folder.appending(path: "pipe.jpg").path
      #expect(mkfifo(path, 0o600) == 0)
      let pipe = try Self.error(at: path)
      #expect(pipe.code == .invalidImage && pipe.found.contains("pipe"))
    }
    #expect(try Self.error(at: "/dev/zero").found.contains("device"))
  }

  @Test(
    "an unreadable file is not found",
    .enabled(if: getuid() != 0, "root may read and write everything"))
  func unreadable() throws {
    try Self.withFolder { folder in
      let file = folder.appending(path: "secret.jpg")
      try Data([0xFF]).write(to: file)
      #expect(chmod(file.path, 0) == 0)
      let error = try Self.error(at: file.path)
      #expect(error.code == .notFound && error.found.contains("may not be read"))
    }
  }

  @Test("an empty file is called empty")
  func empty() throws {
    try Self.withFolder { folder in
      let file = folder.appending(path: "empty.jpg")
      try Data().write(to: file)
      let error = try Self.error(at: file.path)
      #expect(error.code == .invalidImage && error.found == "the file is empty")
      #expect(error.subject == file.path)
    }
  }

  @Test("the name of a file does not matter")
  func names() throws {
    try Self.withFolder { folder in
      let file = folder.appending(path: "bild äöü 写真.jpg")
      try Data(try Fixture.bytes("rgb.png")).write(to: file)
      #expect(try PhotoDecoder().readHeader(path: file.path).format == .png)
      #expect(try PhotoDecoder().readHeader(path: file.path).width == 48)
    }
  }
}
