import Foundation
import Testing
import Viewfinder

@Suite("Tracked videos", .enabled(if: VideoReader.isAvailable))
struct TrackedVideoTests {
  /// A video among the fixtures of the target that reads them.
  private func fixture(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "ViewfinderMediaTests/Fixtures/Videos/\(name)").path
  }

  /// A detector that takes whatever the localizer gives.
  private func detector() throws -> Detector {
    try Detector(options: .init(maxObjects: 5, confidenceThreshold: 0.01))
  }

  @Test("give every frame in order, with the objects that a tracker gives", arguments: [0, 90])
  func frames(angle: Int) async throws {
    let path = fixture(angle == 0 ? "plain.mp4" : "turned-\(angle).mp4")
    let (video, twin) = (try VideoReader(path: path), try VideoReader(path: path))
    let options = Tracker.Options(detection: .every(3))
    let tracker = Tracker(detector: try detector(), options: options)
    var count = 0
    var objectCount = 0
    for try await tracked in video.tracked(by: try detector(), options: options) {
      let frame = try #require(try twin.next())
      let objects = try tracker.track(frame).objects
      #expect(tracked.index == count)
      #expect(tracked.time == frame.time)
      #expect(tracked.objects == objects)
      for object in tracked.objects {
        #expect(object.box.maxX <= Double(frame.width) + 0.001)
      }
      count += 1
      objectCount += objects.count
    }
    #expect(try twin.next() == nil)
    #expect(count == (angle == 0 ? 10 : 3) && objectCount > 0)
  }

  @Test("files give the same tracks each time, and end each of them once")
  func same() throws {
    func run() throws -> (frames: [[TrackedObject]], ended: [EndedTrack]) {
      let video = try VideoReader(path: fixture("plain.mp4"))
      let frames = video.tracked(by: try detector())
      #expect(frames.tracker.options == .file(frameRate: video.header.frameRate))
      var (all, ended): ([[TrackedObject]], [EndedTrack]) = ([], [])
      while let frame = try frames.next() {
        all.append(frame.objects)
        ended += frame.ended
      }
      return (all, ended)
    }
    let (first, second) = (try run(), try run())
    #expect(first.frames == second.frames && first.ended == second.ended)
    let ids = Set(first.frames.joined().map(\.id))
    #expect(!ids.isEmpty && Set(first.ended.map(\.id)) == ids)
    #expect(first.ended.count == ids.count)
  }

  @Test("end with the error of a video that was cut short, once")
  func cut() throws {
    let folder = FileManager.default.temporaryDirectory
    let path = folder.appending(path: "viewfinder-\(UUID().uuidString).mp4").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let whole = try Data(contentsOf: URL(filePath: fixture("plain.mp4")))
    try whole.prefix(whole.count * 95 / 100).write(to: URL(filePath: path))
    let frames = try VideoReader(path: path).tracked(by: try detector())
    var count = 0
    let error = try #require(throws: ViewfinderError.self) {
      while try frames.next() != nil { count += 1 }
    }
    #expect(error.code == .invalidVideo && count > 1)
    #expect(try frames.next() == nil)
  }

  @Test("end when the task is cancelled")
  func cancelled() async throws {
    let frames = try VideoReader(path: fixture("plain.mp4")).tracked(by: try detector())
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var count = 0
      for try await _ in frames { count += 1 }
      return count
    }
    let outcome = await task.result
    #expect(throws: CancellationError.self) { try outcome.get() }
  }
}
