import Foundation
import Testing
import ViewfinderCore
import ViewfinderDrawing
import ViewfinderPhotos
import ViewfinderPixels
import ViewfinderVideo

@Suite("Writing photos", .enabled(if: PhotoDecoder.isAvailable))
struct ImageWritingTests {
  /// Calls `body` with the path of an empty folder that is removed afterwards.
  private static func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "viewfinder-\(UUID().uuidString)"
    )
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  private static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  private static func picture() throws -> PixelBuffer {
    try PhotoDecoder().decode(bytes: try Fixture.bytes("rgb.png")).pixels
  }

  private static func error(
    writing path: String,
    protecting inputs: [String] = []
  ) throws -> ViewfinderError {
    let picture = try picture()
    return try #require(throws: ViewfinderError.self) {
      try InputImage(picture).write(to: path, protecting: inputs)
    }
  }

  @Test(
    "what is written is read again",
    arguments: [
      ("a.png", PhotoFormat.png, 0), ("b.jpg", .jpeg, 8), ("c.JPEG", .jpeg, 8),
      ("d.WebP", .webp, 12), ("e.f.png", .png, 0),
    ]
  )
  func roundTrip(name: String, format: PhotoFormat, tolerance: Int) throws {
    let picture = try Self.picture()
    try Self.withFolder { folder in
      let path = folder + "/" + name
      try InputImage(picture).write(to: path)
      let photo = try PhotoDecoder().decode(path: path)
      #expect(
        try PhotoDecoder().readHeader(path: path).format == format && photo.orientation == .up)
      #expect((photo.width, photo.height) == (48, 32))
      for (x, y) in [(0, 0), (10, 10), (40, 10), (10, 25), (40, 25), (47, 31)] {
        #expect(photo.pixels.colour(x, y).distance(picture.colour(x, y)) <= tolerance)
      }
      #expect(try Self.names(in: folder) == [name])
    }
  }

  @Test("JPEG keeps colours at full resolution, and more quality takes more bytes")
  func jpeg() throws {
    // Red and green columns in turn: with chroma at half the width both would be brown.
    let row = [UInt8](
      (0..<64).flatMap { $0 % 2 == 0 ? [250, 20, 20] as [UInt8] : [20, 160, 20] })
    let stripes = try PixelBuffer(
      width: 64, height: 64, format: .rgb,
      bytes: [[UInt8]](repeating: row, count: 64).flatMap { $0 })
    try Self.withFolder { folder in
      let path = folder + "/stripes.jpg"
      try InputImage(stripes).write(to: path)
      let photo = try PhotoDecoder().decode(path: path)
      #expect(photo.pixels.colour(20, 20).distance(Colour(250, 20, 20)) < 40)
      #expect(photo.pixels.colour(21, 20).distance(Colour(20, 160, 20)) < 40)
      let sizes = try [10, 60, 100].map { quality in
        try InputImage(Self.picture()).write(to: path, quality: quality)
        return try Data(contentsOf: URL(filePath: path)).count
      }
      #expect(sizes == sizes.sorted() && Set(sizes).count == 3)
    }
  }

  @Test("any pixel format can be written")
  func formats() throws {
    let frame = try PixelBuffer(
      width: 4, height: 2, format: .i420FullRange, bytes: [UInt8](repeating: 128, count: 12))
    try Self.withFolder { folder in
      try InputImage(frame).write(to: folder + "/frame.png")
      let photo = try PhotoDecoder().decode(path: folder + "/frame.png")
      #expect(photo.pixels.colour(3, 1).distance(Colour(128, 128, 128)) == 0)
    }
  }

  @Test("an older file is replaced, and a relative path starts here")
  func replacing() throws {
    try Self.withFolder { folder in
      let path = folder + "/x.png"
      try Data("old".utf8).write(to: URL(filePath: path))
      try InputImage(Self.picture()).write(to: path)
      #expect(try PhotoDecoder().decode(path: path).width == 48)
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
      #expect(mode & 0o600 == 0o600 && mode & 0o111 == 0)
    }
  }

  @Test("a symbolic link is followed to the file that is replaced")
  func links() throws {
    try Self.withFolder { folder in
      let (file, link) = (folder + "/file.png", folder + "/link.png")
      try Data("old".utf8).write(to: URL(filePath: file))
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "file.png")
      try InputImage(Self.picture()).write(to: link)
      #expect(try PhotoDecoder().decode(path: file).width == 48)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "file.png")
      #expect(try Self.names(in: folder) == ["file.png", "link.png"])
    }
  }

  @Test("an input is never overwritten, however it is spelled or linked")
  func inputs() throws {
    try Self.withFolder { folder in
      let input = folder + "/in.png"
      let bytes = Data(try Fixture.bytes("rgb.png"))
      try bytes.write(to: URL(filePath: input))
      let manager = FileManager.default
      try manager.createSymbolicLink(atPath: folder + "/soft.png", withDestinationPath: input)
      try manager.linkItem(atPath: input, toPath: folder + "/hard.png")
      try manager.createSymbolicLink(atPath: folder + "/here", withDestinationPath: folder)
      let spellings = [
        "/in.png", "/./in.png", "//in.png", "/soft.png", "/hard.png", "/here/in.png",
      ]
      for spelling in spellings {
        let error = try Self.error(
          writing: folder + spelling, protecting: ["/nowhere", "a\0b", input])
        #expect(error.code == .cannotWrite && error.found.contains("input"))
        #expect(try Data(contentsOf: URL(filePath: input)) == bytes)
      }
      // The input may itself be named by a link.
      let error = try Self.error(writing: input, protecting: [folder + "/soft.png"])
      #expect(error.code == .cannotWrite)
      try InputImage(Self.picture()).write(to: folder + "/other.png", protecting: [input])
    }
  }

  @Test(
    "a name must tell the format",
    arguments: ["x", "x.", "x.gif", "x.png.txt", ".png/x", "a.png/", "png", "", "x.tiff"]
  )
  func endings(path: String) throws {
    let expected: ViewfinderError.Code = path == "a.png/" ? .cannotWrite : .invalidArgument
    let error = try Self.error(writing: path == "a.png/" ? "/nowhere/a.png/" : path)
    #expect(error.code == expected)
    #expect(error.subject?.hasSuffix(path) == true)
  }

  @Test("places that cannot be written to are errors that leave nothing behind")
  func failures() throws {
    let missing = try Self.error(writing: "/nowhere/x.png")
    #expect(missing.code == .cannotWrite && missing.found.contains("no such folder"))
    #expect(try Self.error(writing: "/dev/null/x.png").code == .cannotWrite)
    #expect(try Self.error(writing: "a\0b.png").code == .cannotWrite)
    try Self.withFolder { folder in
      try FileManager.default.createDirectory(
        atPath: folder + "/dir.png", withIntermediateDirectories: false)
      let directory = try Self.error(writing: folder + "/dir.png")
      #expect(directory.code == .cannotWrite && directory.found.contains("directory"))
      let name = String(repeating: "n", count: 300) + ".png"
      #expect(try Self.error(writing: folder + "/" + name).code == .cannotWrite)
      #expect(try Self.names(in: folder) == ["dir.png"])
    }
  }

  @Test(
    "a folder that may not be written to is named",
    .enabled(if: getuid() != 0, "root may read and write everything"))
  func permissions() throws {
    try Self.withFolder { folder in
      #expect(chmod(folder, 0o500) == 0)
      defer { chmod(folder, 0o700) }
      let error = try Self.error(writing: folder + "/x.png")
      #expect(error.code == .cannotWrite && error.found.contains("may not be written"))
    }
  }

  #if os(Linux)
    @Test("a full disk is an error")
    func full() throws {
      try Self.withFolder { folder in
        let path = folder + "/full.png"
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/full")
        let error = try Self.error(writing: path)
        #expect(error.code == .cannotWrite && error.found.contains("no space"))
        #expect(try Self.names(in: folder) == ["full.png"])
        var status = stat()
        #expect(stat("/dev/full", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
      }
    }
  #endif

  @Test("a picture larger than its format is refused before it is encoded")
  func tooLarge() throws {
    let long = try PixelBuffer(
      width: 16_384, height: 1, format: .rgb, bytes: [UInt8](repeating: 5, count: 3 * 16_384))
    try Self.withFolder { folder in
      let error = try #require(throws: ViewfinderError.self) {
        try InputImage(long).write(to: folder + "/long.webp")
      }
      #expect(error.code == .tooLarge && error.remedy.contains("PNG"))
      try InputImage(long).write(to: folder + "/long.png")
      #expect(try Self.names(in: folder) == ["long.png"])
    }
  }

  @Test("many threads write at once")
  func concurrency() async throws {
    let picture = try Self.picture()
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    await withTaskGroup(of: Bool.self) { group in
      for index in 0..<24 {
        group.addTask {
          let name = "\(index % 12).\(["png", "jpg", "webp"][index % 3])"
          do {
            try InputImage(picture).write(to: folder.appending(path: name).path)
            return true
          } catch {
            return false
          }
        }
      }
      for await isWritten in group { #expect(isWritten) }
    }
    #expect(try Self.names(in: folder.path).count == 12)
  }
}
