import Foundation
import Testing
import ViewfinderCore
import ViewfinderDrawing
import ViewfinderPhotos
import ViewfinderPixels
import ViewfinderVideo

@Suite("Where videos are written", .enabled(if: VideoReader.isAvailable))
struct VideoOutputTests {
  private static func picture() throws -> PixelBuffer {
    try PixelBuffer(
      width: 16, height: 16, format: .gray, bytes: [UInt8](repeating: 99, count: 256))
  }

  private static func error(at path: String) throws -> ViewfinderError {
    try #require(throws: ViewfinderError.self) { try VideoWriter(path: path) }
  }

  @Test("only files that can hold an MP4 are begun")
  func refusals() throws {
    for path in ["-", "/dev/full", "/dev/stdout", "out.avi", "out", ""] {
      let error = try Self.error(at: path)
      #expect(error.code == .invalidArgument)
      #expect(error.subject == path)
    }
    let absent = try Self.error(at: "/nowhere/out.mp4")
    #expect(absent.code == .cannotWrite && absent.found == "there is no such folder")
    try VideoFixture.withFolder { folder in
      let directory = folder.appending(path: "folder.mp4")
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
      #expect(try Self.error(at: directory.path).found.contains("a directory"))
      let device = folder.appending(path: "full.mp4").path
      try FileManager.default.createSymbolicLink(atPath: device, withDestinationPath: "/dev/full")
      let error = try Self.error(at: device)
      #expect(error.code == .cannotWrite && error.found.contains("a device"))
      #expect(try VideoFixture.contents(of: folder) == ["folder.mp4", "full.mp4"])
    }
    #expect(FileManager.default.fileExists(atPath: "/dev/full"))
  }

  @Test(
    "a folder that may not be written to is named",
    .enabled(if: getuid() != 0, "root may read and write everything"))
  func readOnly() throws {
    try VideoFixture.withFolder { folder in
      #expect(chmod(folder.path, 0o500) == 0)
      defer { chmod(folder.path, 0o700) }
      let error = try Self.error(at: folder.appending(path: "out.mp4").path)
      #expect(error.code == .cannotWrite && error.found == "the file may not be written")
    }
  }

  @Test("the video that is read is never written over, whatever it is called")
  func input() throws {
    try VideoFixture.withFolder { folder in
      let bytes = try Data(contentsOf: URL(filePath: try VideoFixture.path("plain.mp4")))
      let path = folder.appending(path: "in.mp4").path
      try bytes.write(to: URL(filePath: path))
      let soft = folder.appending(path: "soft.mp4").path
      let hard = folder.appending(path: "hard.mp4").path
      try FileManager.default.createSymbolicLink(atPath: soft, withDestinationPath: path)
      try FileManager.default.linkItem(atPath: path, toPath: hard)
      let source = try VideoReader(path: path)
      for output in [path, soft, hard, folder.path + "/./in.mp4"] {
        let error = try #require(throws: ViewfinderError.self) {
          try VideoWriter(path: output, source: source)
        }
        #expect(error.code == .cannotWrite && error.found == "this is the video that is read")
      }
      #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
      #expect(try VideoFixture.contents(of: folder) == ["hard.mp4", "in.mp4", "soft.mp4"])
    }
  }

  @Test("what was there stays until the new video is whole")
  func atomicity() throws {
    try VideoFixture.withFolder { folder in
      let path = folder.appending(path: "out.mp4").path
      let old = Data("old".utf8)
      try old.write(to: URL(filePath: path))
      func now() throws -> Data { try Data(contentsOf: URL(filePath: path)) }
      do {
        let dropped = try VideoWriter(path: path)
        try dropped.append(Self.picture(), at: .zero)
      }
      #expect(try VideoFixture.contents(of: folder) == ["out.mp4"])
      let discarded = try VideoWriter(path: path)
      try discarded.append(Self.picture(), at: .zero)
      #expect(try VideoFixture.contents(of: folder).count == 2)
      discarded.discard()
      #expect(try VideoFixture.contents(of: folder) == ["out.mp4"])
      let empty = try VideoWriter(path: path)
      let error = try #require(throws: ViewfinderError.self) { try empty.finish() }
      #expect(error.code == .cannotWrite && error.found == "there was no frame to write")
      #expect(try VideoFixture.contents(of: folder) == ["out.mp4"])
      #expect(try now() == old)
      let whole = try VideoWriter(path: path)
      try whole.append(Self.picture(), at: .zero)
      #expect(try now() == old)
      try whole.finish()
      #expect(try now() != old)
      whole.discard()
      #expect(try VideoReader(path: path).rest().frames.count == 1)
      #expect(try VideoFixture.contents(of: folder) == ["out.mp4"])
    }
  }

  @Test("times must rise, and a frame that comes too late does not end the video")
  func times() throws {
    try VideoFixture.withFolder { folder in
      let path = folder.appending(path: "out.mp4").path
      let writer = try VideoWriter(path: path)
      try writer.append(Self.picture(), at: .milliseconds(500))
      for time in [Duration.milliseconds(500), .zero] {
        let error = try #require(throws: ViewfinderError.self) {
          try writer.append(Self.picture(), at: time)
        }
        #expect(error.code == .invalidArgument && error.expected == "times that rise")
      }
      try writer.append(Self.picture(), at: .milliseconds(600))
      try writer.finish()
      #expect(try VideoReader(path: path).rest().frames.count == 2)
    }
  }

  @Test("a full disk is an error that leaves nothing behind")
  func fullDisk() async throws {
    await #expect(processExitsWith: .success) {
      // The largest file this process may write stands for the room on a disk.
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 20_000, rlim_max: 20_000)
      precondition(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      try VideoFixture.withFolder { folder in
        let writer = try VideoWriter(
          path: folder.appending(path: "out.mp4").path, options: .init(quality: 0, threads: 1))
        var state: UInt32 = 1
        var failure: ViewfinderError?
        do throws(ViewfinderError) {
          for index in 0..<40 {
            let noise = (0..<128 * 128).map { _ -> UInt8 in
              state = state &* 1_664_525 &+ 1_013_904_223
              return UInt8(state >> 24)
            }
            try writer.append(
              PixelBuffer(width: 128, height: 128, format: .gray, bytes: noise),
              at: .milliseconds(40 * index))
          }
          try writer.finish()
        } catch {
          failure = error
        }
        precondition(failure?.code == .cannotWrite, "\(String(describing: failure))")
        precondition(failure?.found.contains("File too large") == true)
        let left = try VideoFixture.contents(of: folder)
        precondition(left.isEmpty, "\(left)")
      }
    }
  }

  @Test("a finished video takes no further frame")
  func afterTheEnd() async {
    await #expect(processExitsWith: .failure) {
      try VideoFixture.withFolder { folder in
        let writer = try VideoWriter(path: folder.appending(path: "out.mp4").path)
        try writer.append(Self.picture(), at: .zero)
        try writer.finish()
        try writer.append(Self.picture(), at: .seconds(1))
      }
    }
  }
}
