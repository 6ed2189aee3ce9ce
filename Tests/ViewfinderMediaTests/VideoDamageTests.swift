import Foundation
import Testing
import ViewfinderCore
import ViewfinderDrawing
import ViewfinderPhotos
import ViewfinderPixels
import ViewfinderVideo

@Suite("Videos that are not whole", .enabled(if: VideoReader.isAvailable))
struct VideoDamageTests {
  private static func error(at path: String) throws -> ViewfinderError {
    try #require(throws: ViewfinderError.self) { try VideoReader(path: path) }
  }

  @Test(
    "a path that leads nowhere is not found",
    arguments: ["", "/nowhere/x.mp4", "/dev/null/x.mp4", "a\0b.mp4"]
  )
  func missing(path: String) throws {
    let error = try Self.error(at: path)
    #expect(error.code == .notFound)
    #expect(error.subject == path)
  }

  @Test("directories, devices, empty files and texts are named")
  func kinds() throws {
    try VideoFixture.withFolder { folder in
      #expect(try Self.error(at: folder.path).found.contains("a directory"))
      let empty = folder.appending(path: "empty.mp4")
      try Data().write(to: empty)
      #expect(try Self.error(at: empty.path).found == "the file is empty")
      let text = folder.appending(path: "text.mp4")
      try Data("These are words, not pictures.\n".utf8).write(to: text)
      let error = try Self.error(at: text.path)
      #expect(error.code == .invalidVideo && error.found.hasPrefix("the data is text, no video"))
      let page = folder.appending(path: "page.mp4")
      try Data("<!DOCTYPE html><html><body>404</body></html>".utf8).write(to: page)
      #expect(try Self.error(at: page.path).found.contains("an HTML page"))
    }
    #expect(try Self.error(at: "/dev/zero").found.contains("a device"))
  }

  @Test("sound alone is no video")
  func sound() throws {
    let path = try VideoFixture.path("sound.mp4")
    let error = try Self.error(at: path)
    #expect(error.code == .unsupportedVideo)
    #expect(error.found.contains("no moving pictures"))
    #expect(error.subject == path)
  }

  @Test("an index that ends before the first stream is cut short, not sound alone")
  func cutIndex() throws {
    try VideoFixture.withFolder { folder in
      let whole = try Data(contentsOf: URL(filePath: try VideoFixture.path("plain.mp4")))
      let file = folder.appending(path: "cut.mp4")
      try whole.prefix(150).write(to: file)
      let error = try Self.error(at: file.path)
      #expect(error.code == .invalidVideo)
      #expect(error.found.contains("the video cannot be opened"), "\(error)")
    }
  }

  @Test("a file that is no camera is not opened as one")
  func camera() throws {
    let path = try VideoFixture.path("plain.mp4")
    let file = try #require(throws: ViewfinderError.self) { try VideoReader(camera: path) }
    #expect(file.code == .notFound && file.found == "the path leads to no device")
    let none = try #require(throws: ViewfinderError.self) {
      try VideoReader(camera: "/dev/video99")
    }
    #expect(none.code == .notFound)
    // Without FFmpeg's library of devices, that is said first.
    let device = try #require(throws: ViewfinderError.self) { try VideoReader(camera: "/dev/null") }
    #expect(device.code == .notFound || device.code == .unavailable)
  }

  @Test("limits hold before anything is decoded")
  func limits() throws {
    let path = try VideoFixture.path("plain.mp4")
    for limits in [VideoReader.Limits(pixels: 64 * 48 - 1), .init(side: 63)] {
      let error = try #require(throws: ViewfinderError.self) {
        try VideoReader(path: path, options: .init(limits: limits))
      }
      #expect(error.code == .tooLarge && error.found == "frames have 64 × 48 pixels")
    }
    let fitting = VideoReader.Limits(pixels: 64 * 48, side: 64, streams: 1)
    #expect(try VideoReader(path: path, options: .init(limits: fitting)).rest().frames.count == 10)
  }

  @Test("every frame in front of the cut comes, then the error", arguments: [0.85, 0.9, 0.95])
  func cut(part: Double) throws {
    try VideoFixture.withFolder { folder in
      let whole = try Data(contentsOf: URL(filePath: try VideoFixture.path("plain.mp4")))
      let file = folder.appending(path: "cut.mp4")
      // The index is in front; the pictures follow.
      let index = try #require(whole.range(of: Data("mdat".utf8))?.upperBound)
      let count = index + Int(Double(whole.count - index) * part)
      try whole.prefix(count).write(to: file)
      let reader = try VideoReader(path: file.path, options: .init(threads: 1))
      let (frames, error) = reader.rest()
      #expect(!frames.isEmpty && frames.count < 10)
      let found = try #require(error)
      #expect(found.code == .invalidVideo)
      #expect(found.found.hasPrefix("the data ends before the video does"))
      #expect(found.found.contains("\(frames.count) frame"))
      #expect(try reader.next() == nil, "the error comes once")
    }
  }

  @Test("every cut of every kind is an error or a video", arguments: VideoFixture.names)
  func cuts(name: String) throws {
    try VideoFixture.withFolder { folder in
      let whole = try Data(contentsOf: URL(filePath: try VideoFixture.path(name)))
      let file = folder.appending(path: name)
      for step in 0..<20 {
        try whole.prefix(whole.count * step / 20 + 1).write(to: file)
        do throws(ViewfinderError) {
          let reader = try VideoReader(path: file.path)
          let (frames, error) = reader.rest()
          #expect(!frames.isEmpty || error != nil)
          if let error { #expect(error.code == .invalidVideo) }
        } catch {
          #expect(error.code == .invalidVideo || error.code == .unsupportedVideo)
          #expect(error.subject == file.path)
        }
      }
    }
  }

  @Test("every flipped byte is an error or a video", arguments: VideoFixture.names)
  func flips(name: String) throws {
    try VideoFixture.withFolder { folder in
      let whole = try Data(contentsOf: URL(filePath: try VideoFixture.path(name)))
      let file = folder.appending(path: name)
      for step in 0..<40 {
        var bytes = whole
        bytes[whole.count * step / 40] ^= 0xFF
        try bytes.write(to: file)
        guard let reader = try? VideoReader(path: file.path, options: .init(timeout: .seconds(20)))
        else { continue }
        let (frames, error) = reader.rest()
        #expect(!frames.isEmpty || error != nil)
        for frame in frames.prefix(2) { _ = frame.colour(frame.width - 1, frame.height - 1) }
      }
    }
  }

  @Test("a playlist opens no other file")
  func playlist() throws {
    try VideoFixture.withFolder { folder in
      let target = try VideoFixture.path("plain.mp4")
      for text in [
        "ffconcat version 1.0\nfile '\(target)'\n",
        "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n\(target)\n#EXT-X-ENDLIST\n",
      ] {
        let file = folder.appending(path: "list.mp4")
        try Data(text.utf8).write(to: file)
        #expect(try Self.error(at: file.path).code == .invalidVideo)
      }
    }
  }

  @Test("what FFmpeg says of damage reaches the error and not the terminal")
  func silence() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      try VideoFixture.withFolder { folder in
        let whole = try Data(contentsOf: URL(filePath: try VideoFixture.path("plain.mp4")))
        let cut = folder.appending(path: "cut.mp4")
        try whole.prefix(whole.count * 8 / 10).write(to: cut)
        let error = try VideoReader(path: cut.path).rest().error
        precondition(error != nil)
        try whole.prefix(100).write(to: cut)
        precondition((try? VideoReader(path: cut.path)) == nil)
      }
    }
    #expect(result?.standardErrorContent.isEmpty == true)
  }
}
