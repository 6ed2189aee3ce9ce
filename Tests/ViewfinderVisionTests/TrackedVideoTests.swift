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

  /// A tracker that takes whatever the localizer gives.
  private func tracker() throws -> Tracker {
    let options = Detector.Options(maxObjects: 5, confidenceThreshold: 0.01)
    return Tracker(
      detector: Detector(model: try .bundled(), labeling: .off, options: options),
      options: Tracker.Options(detection: .every(3)))
  }

  private func track(
    _ frame: VideoFrame, with tracker: Tracker
  ) throws -> [DetectedObject] {
    try tracker.track(
      frame.pixels, orientation: frame.orientation, at: frame.presentationTime)
  }

  @Test("give every frame in order, with the objects that the tracker gives", arguments: [0, 90])
  func frames(angle: Int) async throws {
    let path = fixture(angle == 0 ? "plain.mp4" : "turned-\(angle).mp4")
    let (video, twin) = (try VideoReader(path: path), try VideoReader(path: path))
    let (tracker, other) = (try tracker(), try tracker())
    var count = 0
    var objectCount = 0
    for try await tracked in video.tracked(by: tracker) {
      let frame = try #require(try twin.next())
      let (pixels, orientation) = (frame.pixels, frame.orientation)
      let objects = try track(frame, with: other)
      #expect(tracked.frame.index == count)
      #expect(tracked.frame.presentationTime == frame.presentationTime)
      #expect(tracked.objects.map(\.trackingID) == objects.map(\.trackingID))
      for (object, stored) in zip(tracked.objects, objects) {
        #expect(
          object.frame
            == orientation.upright(stored.frame, width: pixels.width, height: pixels.height))
        #expect(object.frame.maxX <= Double(frame.width) + 0.001)
      }
      count += 1
      objectCount += objects.count
    }
    #expect(try twin.next() == nil)
    #expect(count == (angle == 0 ? 10 : 3) && objectCount > 0)
  }

  @Test("start afresh, with numbers that go on")
  func again() throws {
    let tracker = try tracker()
    var last = -1
    for _ in 0..<2 {
      let frames = try VideoReader(path: fixture("plain.mp4")).tracked(by: tracker)
      let ids = try #require(try frames.next()).objects.compactMap(\.trackingID)
      #expect(!ids.isEmpty && ids.allSatisfy { $0 > last })
      last = try #require(ids.max())
    }
  }

  @Test("end with the error of a video that was cut short, once")
  func cut() throws {
    let folder = FileManager.default.temporaryDirectory
    let path = folder.appending(path: "viewfinder-\(UUID().uuidString).mp4").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let whole = try Data(contentsOf: URL(filePath: fixture("plain.mp4")))
    try whole.prefix(whole.count * 95 / 100).write(to: URL(filePath: path))
    let frames = try VideoReader(path: path).tracked(by: try tracker())
    var count = 0
    let error = try #require(throws: ViewfinderError.self) {
      while try frames.next() != nil { count += 1 }
    }
    #expect(error.code == .invalidVideo && count > 1)
    #expect(try frames.next() == nil)
  }

  @Test("end when the task is cancelled")
  func cancelled() async throws {
    let frames = try VideoReader(path: fixture("plain.mp4")).tracked(by: try tracker())
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var count = 0
      for try await _ in frames { count += 1 }
      return count
    }
    let outcome = await task.result
    #expect(throws: ViewfinderError.self) { try outcome.get() }
  }
}
