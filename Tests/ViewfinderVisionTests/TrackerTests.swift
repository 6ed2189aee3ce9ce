import Foundation
import Testing
import Viewfinder
import ViewfinderSystem
import ViewfinderTestSupport

@testable import ViewfinderVision

@Suite("Object tracker")
struct TrackerTests {
  /// The textured ground, which every frame copies.
  static let grounds = Mutex<[Int: [UInt8]]>([:])

  static func ground(_ width: Int, _ height: Int) -> [UInt8] {
    grounds.withLock { grounds in
      if let known = grounds[width] { return known }
      var bytes: [UInt8] = []
      bytes.reserveCapacity(width * height * 3)
      for pixel in 0..<width * height {
        let grain = UInt8((pixel % width &* 7919 &+ pixel / width &* 104_729) % 23)
        bytes.append(90 + grain)
        bytes.append(110)
        bytes.append(90 + grain)
      }
      grounds[width] = bytes
      return bytes
    }
  }

  /// A frame with textured ground and a bright textured disc.
  static func frame(
    _ center: (x: Int, y: Int), width: Int = 320, height: Int = 240,
    orientation: ImageOrientation = .up, at time: Duration
  ) throws -> InputImage {
    var bytes = ground(width, height)
    for y in center.y - 44...center.y + 44 {
      let half = Int(Double(45 * 45 - (y - center.y) * (y - center.y)).squareRoot())
      for x in center.x - half..<center.x + half {
        let pixel = (y * width + x) * 3
        let grain = UInt8(((x - center.x) &* 31 &+ (y - center.y) &* 17 &+ 4096) % 23)
        bytes[pixel] = 230 - grain
        bytes[pixel + 1] = 60 + grain
        bytes[pixel + 2] = 30
      }
    }
    return InputImage(
      try PixelBuffer(width: width, height: height, format: .rgb, bytes: bytes),
      orientation: orientation, time: time)
  }

  static func tracker(
    _ detection: Tracker.Detection, maxObjects: Int = 5,
    labeling: Detector.Labeling = .off
  ) throws -> Tracker {
    let options = Detector.Options(maxObjects: maxObjects, confidenceThreshold: 0.3)
    return Tracker(
      detector: Detector(model: try .bundled(), labeling: labeling, options: options),
      options: Tracker.Options(detection: detection))
  }

  /// The objects of a disc that moves 4 pixels a frame to the right.
  static func follow(_ tracker: Tracker, frames: Range<Int> = 0..<16) throws
    -> [[TrackedObject]]
  {
    try frames.map { index in
      try tracker.track(frame((80 + 4 * index, 120), at: .milliseconds(40 * index))).objects
    }
  }

  @Test(
    "a moving object keeps its ID from the first frame on, and its box stays on it",
    arguments: [Tracker.Detection.every(1), .every(4), .whenFree])
  func moving(detection: Tracker.Detection) throws {
    for (index, objects) in try Self.follow(Self.tracker(detection, maxObjects: 1)).enumerated() {
      let object = try #require(objects.first, "frame \(index)")
      #expect(objects.count == 1)
      #expect(object.id == 0, "frame \(index)")
      let truth = Box(x: 35 + 4 * Double(index), y: 75, width: 90, height: 90)
      #expect(object.box.intersectionOverUnion(truth) > 0.5, "frame \(index): \(object.box)")
    }
  }

  @Test(
    "videos in files ask for a detection about every 0.3 seconds",
    arguments: [
      (25, 8), (30, 9), (10, 3), (1, 1), (240, 30), (1e9, 30), (nil, 8), (.nan, 8), (-5, 8),
    ] as [(Double?, Int)])
  func stride(_ rate: Double?, _ expected: Int) throws {
    #expect(Tracker.Options.file(frameRate: rate).detection == .every(expected))
  }

  @Test("the same video gives the same tracks when the detector has its turns", arguments: [1, 3])
  func deterministic(count: Int) throws {
    let first = try Self.follow(Self.tracker(.every(count)))
    let second = try Self.follow(Self.tracker(.every(count)))
    #expect(first == second)
  }

  @Test("the detector is asked for every nth frame only")
  func turns() throws {
    let tracker = try Self.tracker(.every(4))
    _ = try Self.follow(tracker, frames: 0..<13)
    // The first frame itself, and those begun in frames 1, 5 and 9 … taken in 4 frames later.
    #expect(tracker.detectionCount == 3)
  }

  @Test("a frame of another size or orientation starts over, with a number not yet used")
  func otherSize() throws {
    let tracker = try Self.tracker(.every(1), maxObjects: 1)
    let first = try tracker.track(Self.frame((160, 120), at: .zero))
    let turned = try tracker.track(
      Self.frame((160, 120), orientation: .down, at: .milliseconds(40)))
    let larger = try tracker.track(
      Self.frame((160, 120), width: 400, height: 300, at: .milliseconds(80)))
    let ids = [first, turned, larger].map { $0.objects.first?.id }
    #expect(turned.ended.map(\.id) == [0] && turned.ended.first?.last == .zero)
    #expect(ids[0] == 0)
    #expect(Set(ids).count == 3, "\(ids)")
  }

  @Test("a reset forgets the objects and keeps counting")
  func reset() throws {
    let tracker = try Self.tracker(.every(2), maxObjects: 1)
    let before = try Self.follow(tracker, frames: 0..<3)
    let ended = tracker.reset()
    #expect(ended == [EndedTrack(id: 0, first: .zero, last: .milliseconds(80))])
    let after = try Self.follow(tracker, frames: 0..<3)
    #expect(before.last?.first?.id == 0)
    let id = try #require(after.first?.first?.id)
    #expect(id > 0)
  }

  @Test("frames that come rarely, or all show the same, are answered", arguments: [0.0, 5.0])
  func sparse(interval: Double) throws {
    let tracker = try Self.tracker(.whenFree, maxObjects: 1)
    for index in 0..<6 {
      let objects = try tracker.track(
        Self.frame((160, 120), at: .seconds(interval * Double(index)))
      ).objects
      #expect(objects.count == 1, "frame \(index)")
    }
  }

  @Test(
    "a pause is bridged, whether the detector is at work meanwhile or has told how fast things are",
    arguments: [Tracker.Detection.every(4), .every(1), .whenFree], [0, 200] as [useconds_t])
  func pause(detection: Tracker.Detection, milliseconds: useconds_t) throws {
    let tracker = try Self.tracker(detection, maxObjects: 1)
    let times = [0, 40, 80, 2000, 2040, 5000]
    for (index, time) in times.enumerated() {
      usleep(1000 * milliseconds)
      let objects = try tracker.track(
        Self.frame((80 + 8 * index, 120), at: .milliseconds(time))
      ).objects
      #expect(objects.map(\.id) == [0], "frame \(index)")
    }
  }

  @Test("a track begins, is updated and ends, each with its times")
  func events() throws {
    let tracker = try Self.tracker(.every(1), maxObjects: 1)
    var events: [[TrackEvent]] = []
    for index in 0..<4 {
      let frame = try Self.frame((80 + 4 * index, 120), at: .milliseconds(40 * index))
      events.append(try tracker.track(frame).events)
    }
    let flat = try PixelBuffer(
      width: 320, height: 240, format: .rgb, bytes: Self.ground(320, 240))
    for index in 4..<70 {
      events.append(try tracker.track(InputImage(flat, time: .milliseconds(40 * index))).events)
    }
    guard case .began(let object) = events[0].first else {
      Issue.record("the first frame begins a track")
      return
    }
    #expect(object.id == 0)
    for index in 1..<4 {
      guard case .updated(let object) = events[index].first else {
        Issue.record("frame \(index) goes on with the track")
        return
      }
      #expect(object.id == 0)
    }
    let ends = events.joined().compactMap { event in
      if case .ended(let track) = event { track } else { nil }
    }
    #expect(ends.map(\.id) == [0] && ends.first?.first == .zero)
    #expect(try #require(ends.first).last >= .milliseconds(120))
  }

  @Test("an image without objects gives none, and no error")
  func nothing() throws {
    let tracker = try Self.tracker(.every(1))
    let flat = try PixelBuffer(
      width: 64, height: 48, format: .rgb, bytes: Array(repeating: 128, count: 64 * 48 * 3))
    #expect(try tracker.track(InputImage(flat, time: .zero)).objects == [])
  }

  @Test("objects are labeled when they are new, not in every frame")
  func classifies() throws {
    let labeler = CountingLabeler()
    let tracker = try Self.tracker(.every(1), maxObjects: 1, labeling: .labeler(labeler))
    let objects = try Self.follow(tracker, frames: 0..<25)
    #expect(objects.first?.first?.labels.first?.text == "disc")
    #expect(objects.last?.first?.labels.first?.text == "disc")
    let count = labeler.count.withLock { $0 }
    #expect((1...4).contains(count), "\(count) looks in one second")
  }

  @Test(
    "turned frames give boxes in upright pixels",
    arguments: [ImageOrientation.right, .downMirrored])
  func turned(orientation: ImageOrientation) throws {
    let tracker = try Self.tracker(.every(1), maxObjects: 1)
    let image = try Self.frame((90, 120), orientation: orientation, at: .zero)
    let object = try #require(try tracker.track(image).objects.first)
    let truth = orientation.upright(
      Box(x: 45, y: 75, width: 90, height: 90), width: 320, height: 240)
    #expect(object.box.intersectionOverUnion(truth) > 0.4, "\(object.box)")
  }
}

/// Calls everything a disc, and counts how often it was asked.
final class CountingLabeler: RegionLabeler {
  let count = Mutex(0)

  func label(_ image: InputImage, in region: Box?) throws(ViewfinderError) -> [DetectedLabel] {
    count.withLock { $0 += 1 }
    return [DetectedLabel(index: 0, text: "disc", confidence: 0.9)]
  }
}
