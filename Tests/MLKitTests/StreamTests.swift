import Dispatch
import Foundation
import MLKit
import Testing
import Viewfinder
import ViewfinderSystem
import ViewfinderTestSupport

private typealias Detector = MLKitObjectDetectionCommon.ObjectDetector

/// A camera's frames, as an app passes them to a detector in stream mode.
///
/// None of these measures time: where anything waited for a thread of a shared pool, a test would
/// never end, since the pool is blocked.
@Suite("The live stream", .enabled(if: LiteRT.isPresent), .timeLimit(.minutes(15)))
struct StreamTests {
  /// Frames with presentation times; ten buffers are shared, as cameras do.
  struct Camera: @unchecked Sendable {
    let buffers: [CVPixelBuffer]

    init(width: Int = 96, height: Int = 72) {
      // A bright disc moves over a gray ground, and back.
      buffers = (0..<10).map { index in
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * 4)
        let center = Double(width) / 2 + Double(index < 5 ? index : 9 - index) - 2
        for y in 0..<height {
          for x in 0..<width {
            let (dx, dy) = (Double(x) - center, Double(y) - Double(height) / 2)
            let isInside = dx * dx + dy * dy < Double(height * height) / 12
            bytes += isInside ? [30, 60, 230, 255] : [90, 110, 90, 255]
          }
        }
        return CVPixelBuffer(
          width: width, height: height, pixelFormatType: kCVPixelFormatType_32BGRA,
          planes: [bytes], bytesPerRow: [width * 4])
      }
    }

    func frame(_ index: Int, milliseconds: Int? = nil) -> VisionImage {
      let milliseconds = milliseconds ?? index * 33
      return VisionImage(
        buffer: CMSampleBuffer(
          imageBuffer: buffers[index % 10],
          presentationTimeStamp: CMTime(value: Int64(milliseconds), timescale: 1000)))
    }
  }

  private static func detector(multiple: Bool = false, classifies: Bool = false) -> Detector {
    let options = ObjectDetectorOptions()
    options.shouldEnableMultipleObjects = multiple
    options.shouldEnableClassification = classifies
    return Detector.objectDetector(options: options)
  }

  struct Schedule: Sendable, CustomTestStringConvertible {
    let count: Int
    /// The frames before which the camera pauses for a second.
    let pauses: @Sendable (Int) -> Bool
    let testDescription: String

    func milliseconds() -> [Int] {
      var time = 0
      return (0..<count).map { index in
        time += pauses(index) ? 1000 : 33
        return time
      }
    }
  }

  static let schedules = [
    Schedule(count: 60, pauses: { $0 == 30 }, testDescription: "60 with a pause"),
    Schedule(count: 200, pauses: { $0 % 10 == 9 }, testDescription: "200 with a pause every 10"),
    Schedule(count: 300, pauses: { _ in false }, testDescription: "300 without"),
    Schedule(count: 600, pauses: { $0 == 300 }, testDescription: "600 with a pause at 300"),
    Schedule(count: 1000, pauses: { _ in false }, testDescription: "1000"),
  ]

  @Test(
    "completes all frames in their order though the shared pool is blocked",
    arguments: schedules)
  func queued(_ schedule: Schedule) {
    let pool = BlockedPool()
    defer { pool.end() }
    let camera = Camera()
    let detector = Self.detector()
    let completed = Monitor([(frame: Int, ids: [Int?])]())
    for (index, milliseconds) in schedule.milliseconds().enumerated() {
      detector.process(camera.frame(index, milliseconds: milliseconds)) { objects, error in
        dispatchPrecondition(condition: .onQueue(.main))
        let ids = objects.map { $0.map { $0.trackingID?.intValue } }
        completed.change { $0.append((index, ids ?? [])) }
      }
    }
    completed.wait(until: { $0.count == schedule.count })
    let results = completed.withLock { $0 }
    #expect(results.map(\.frame) == Array(0..<schedule.count))
    // Frames that wait for the detector have the disc; a pause alone does not change its number.
    for (index, result) in results.enumerated() where index == 0 || schedule.pauses(index) {
      #expect(result.ids.count == 1, "frame \(index)")
    }
    // Others may miss it where frames come so much faster than they are shown that its track is
    // forgotten before it is detected again; then it has the next number.
    let ids = results.flatMap(\.ids).compactMap(\.self)
    #expect(ids.first == 0)
    #expect(ids == ids.sorted())
  }

  @Test("calls from many threads are followed in the order in which they were made")
  func threads() {
    let camera = Camera()
    let detector = Self.detector()
    let calls = Monitor(0)
    let completed = Monitor([Int]())
    for _ in 0..<6 {
      SystemThread.detach {
        while true {
          // Numbering and calling are one step, so that the order of the calls is known.
          let isOver = calls.withLock { call in
            if call == 120 { return true }
            let number = call
            call += 1
            detector.process(camera.frame(number)) { _, error in
              #expect(error == nil)
              completed.change { $0.append(number) }
            }
            return false
          }
          if isOver { return }
        }
      }
    }
    completed.wait(until: { $0.count == 120 })
    #expect(completed.withLock { $0 } == Array(0..<120))
  }

  @Test("several detectors work side by side, each in its order")
  func several() {
    let pool = BlockedPool()
    defer { pool.end() }
    let camera = Camera()
    let detectors = (0..<4).map { Self.detector(multiple: $0 == 1, classifies: $0 == 2) }
    let completed = Monitor([[Int]](repeating: [], count: 4))
    for frame in 0..<60 {
      for (number, detector) in detectors.enumerated() {
        detector.process(camera.frame(frame)) { _, error in
          #expect(error == nil)
          completed.change { $0[number].append(frame) }
        }
      }
    }
    completed.wait(until: { $0.allSatisfy { $0.count == 60 } })
    #expect(completed.withLock { $0 } == Array(repeating: Array(0..<60), count: 4))
  }

  @Test("a detector that is released completes the frames that were passed to it")
  func released() {
    let camera = Camera()
    let completed = Monitor([Int]())
    weak var released: Detector?
    do {
      let detector = Self.detector()
      released = detector
      for frame in 0..<50 {
        detector.process(camera.frame(frame)) { objects, _ in
          completed.change { $0.append(objects == nil ? -1 : frame) }
        }
      }
    }
    completed.wait(until: { $0.count == 50 })
    #expect(completed.withLock { $0 } == Array(0..<50))
    while released != nil { SystemThread.sleep(.milliseconds(1)) }
  }

  @Test("a cancelled call leaves the queue without its frame being followed")
  func cancelled() async throws {
    let camera = Camera()
    let detector = Self.detector()
    _ = try await detector.process(camera.frame(0))
    // Each frame comes after a pause, and so takes as long as a detection.
    let completed = Monitor(0)
    for frame in 1...20 {
      detector.process(camera.frame(frame, milliseconds: frame * 1000)) { _, _ in
        completed.change { $0 += 1 }
      }
    }
    let task = Task { [camera] in
      _ = try await detector.process(camera.frame(21, milliseconds: 21_000))
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    completed.wait(until: { $0 == 20 })
    let objects = try await detector.process(camera.frame(22, milliseconds: 20_033))
    #expect(objects.map(\.trackingID) == [0])
  }

  @Test("an object keeps its number through results(in:) too, and a new size starts over")
  func sizes() async throws {
    let detector = Self.detector()
    let ids: [[Int?]] = try await Task.detached {
      let (small, large) = (Camera(), Camera(width: 192, height: 144))
      return try (0..<12).map { index in
        let camera = index < 6 ? small : large
        return try detector.results(in: camera.frame(index))
          .map { $0.trackingID?.intValue }
      }
    }.value
    #expect(ids == Array(repeating: [0], count: 6) + Array(repeating: [1], count: 6))
  }

  @Test("a thousand frames that wait share their ten buffers: they take less than 20 MB")
  func memory() async {
    // In a process of its own, where nothing else takes memory.
    await #expect(processExitsWith: .success) {
      let camera = Camera(width: 640, height: 480)
      let detector = Self.detector()
      for frame in 0..<20 { _ = try await detector.process(camera.frame(frame)) }
      let before = residentBytes()
      let completed = Monitor(0)
      for frame in 20..<1020 {
        detector.process(camera.frame(frame)) { _, _ in completed.change { $0 += 1 } }
      }
      completed.wait(until: { $0 >= 50 })
      let added = residentBytes() - before
      exit(added <= 20_000_000 ? 0 : 1)
    }
  }
}
