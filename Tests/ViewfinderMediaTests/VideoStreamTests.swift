import Foundation
import Testing
import ViewfinderCore
import ViewfinderDrawing
import ViewfinderPhotos
import ViewfinderPixels
import ViewfinderVideo

@Suite("Videos as streams", .enabled(if: VideoReader.isAvailable))
struct VideoStreamTests {
  @Test("a loop sees every frame in order")
  func loop() async throws {
    let reader = try VideoReader(path: try VideoFixture.path("plain.mp4"))
    var numbers: [Int] = []
    for try await frame in reader { numbers.append(frame.number) }
    #expect(numbers == Array(0..<10))
    #expect(try reader.next() == nil)
  }

  @Test("a loop over a damaged video sees its frames, then the error")
  func damaged() async throws {
    let whole = try Data(contentsOf: URL(filePath: try VideoFixture.path("plain.mp4")))
    let cut = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).mp4")
    try whole.prefix(whole.count * 9 / 10).write(to: cut)
    defer { try? FileManager.default.removeItem(at: cut) }
    let reader = try VideoReader(path: cut.path)
    var count = 0
    do {
      for try await _ in reader { count += 1 }
      Issue.record("The cut was not seen")
    } catch let error as ViewfinderError {
      #expect(error.code == .invalidVideo)
    }
    #expect(count > 0)
  }

  @Test("a pipe is read as a file is, where the format allows it")
  func pipe() throws {
    let pipe = TestPipe()
    pipe.feed([UInt8](try Data(contentsOf: URL(filePath: try VideoFixture.path("bare.h264")))))
    let reader = try VideoReader(descriptor: pipe.reading, name: "standard input")
    #expect(reader.rest().frames.map(\.number) == [0, 1, 2, 3])
    let indexFirst = TestPipe()
    let plain = try Data(contentsOf: URL(filePath: try VideoFixture.path("plain.mp4")))
    indexFirst.feed([UInt8](plain))
    let video = try VideoReader(descriptor: indexFirst.reading, name: "standard input")
    #expect(video.rest().frames.count == 10)
  }

  @Test("an index at the end is looked for in a file only, which the error of a pipe says")
  func indexAtTheEnd() throws {
    let small = try Data(contentsOf: URL(filePath: try VideoFixture.path("turned-90.mp4")))
    let index = try #require(small.range(of: Data("moov".utf8))?.lowerBound) - 4
    // Before it a box without meaning, too long for FFmpeg to keep what came before: 4 MiB.
    let gap = Data([0, 0x40, 0, 0]) + Data("free".utf8) + Data(count: (1 << 22) - 8)
    let whole = small.prefix(index) + gap + small.suffix(from: index)
    let pipe = TestPipe()
    pipe.feed([UInt8](whole))
    let error = try #require(throws: ViewfinderError.self) {
      let rest = try VideoReader(descriptor: pipe.reading, name: "standard input").rest()
      #expect(rest.frames.isEmpty)
      if let error = rest.error { throw error }
    }
    #expect(error.code == .invalidVideo)
    #expect(error.remedy.contains("as a file, not a pipe"), "\(error)")
    try VideoFixture.withFolder { folder in
      let file = folder.appending(path: "index-last.mp4")
      try whole.write(to: file)
      let rest = try VideoReader(path: file.path).rest()
      #expect(rest.error == nil && !rest.frames.isEmpty)
    }
  }

  @Test("a named pipe without a writer is waited for no longer than allowed")
  func timeout() throws {
    try VideoFixture.withFolder { folder in
      let path = folder.appending(path: "pipe.mp4").path
      #expect(mkfifo(path, 0o600) == 0)
      let clock = ContinuousClock()
      let start = clock.now
      let error = try #require(throws: ViewfinderError.self) {
        try VideoReader(path: path, options: .init(timeout: .milliseconds(200)))
      }
      #expect(error.code == .timedOut)
      #expect(clock.now - start < .seconds(20))
    }
  }

  @Test("cancelling ends a reader that waits, and one that does not")
  func cancellation() async throws {
    let reader = try VideoReader(path: try VideoFixture.path("plain.mp4"))
    _ = try reader.next()
    reader.cancel()
    let error = try #require(throws: ViewfinderError.self) { try reader.next() }
    #expect(error.code == .cancelled)

    // Long enough for the header to be read, and then nothing: the pipe stays open.
    let pipe = TestPipe()
    let part = [UInt8](try Data(contentsOf: URL(filePath: try VideoFixture.path("bare.h264"))))
    pipe.write((0..<50).flatMap { _ in part })
    let waiting = try VideoReader(
      descriptor: pipe.reading, name: "pipe", options: .init(timeout: .seconds(60)))
    let task = Task { () -> (any Error)? in
      do {
        for try await _ in waiting {}
        return nil
      } catch {
        return error
      }
    }
    try await Task.sleep(for: .milliseconds(100))
    task.cancel()
    #expect(await task.value is CancellationError)
  }

  @Test("many readers at once give what each gives alone")
  func concurrency() async throws {
    let names = VideoFixture.names.filter { $0 != "sound.mp4" && $0 != "bottom-up.avi" }
    @Sendable func outcome(_ name: String) throws -> String {
      let reader = try VideoReader(path: try VideoFixture.path(name))
      let (frames, error) = reader.rest()
      return frames.map { "\($0.number) \($0.quadrants) \($0.seconds)" }.joined(separator: "\n")
        + (error?.description ?? "")
    }
    let alone = try names.map { try outcome($0) }
    try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for place in 0..<names.count * 4 {
        let index = place * 5 % names.count
        group.addTask { (index, try outcome(names[index])) }
      }
      for try await (index, found) in group { #expect(found == alone[index]) }
    }
  }

  @Test("memory stays the same over many videos and frames")
  func memory() async {
    await #expect(processExitsWith: .success) {
      let path = try VideoFixture.path("plain.mp4")
      func resident() throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        return Int(text.split(separator: " ")[1])! * Int(sysconf(Int32(_SC_PAGESIZE)))
      }
      func read(_ times: Int) throws {
        for _ in 0..<times {
          let reader = try VideoReader(path: path, options: .init(threads: 2))
          while let frame = try reader.next() { precondition(frame.width == 64) }
        }
      }
      try read(100)
      let before = try resident()
      try read(400)
      let growth = try resident() - before
      // 4000 frames of 4.6 kB and 400 decoders would be far more.
      precondition(growth < 6 << 20, "Memory grew by \(growth) bytes")
    }
  }
}
