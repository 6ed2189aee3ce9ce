import Testing
import ViewfinderCore
import ViewfinderTracking

@Suite("Box tracker: rare and late detections")
struct BoxTrackerFlowTests {
  private static let options = BoxTracker.Options(confirmation: .immediate)

  @Test("measured motion carries boxes between detections, turns and growth included")
  func followed() throws {
    var tracker = BoxTracker(options: Self.options)
    var box = Walker(x: 300, y: 200).frame(at: 0)
    try tracker.update([BoxDetection(box: box, confidence: 0.9)], at: .seconds(0))
    for index in 1..<45 {
      let dx = index < 20 ? 4.0 : -3
      #expect(tracker.motionRegions.count == 1)
      tracker.advance(
        to: .seconds(Double(index) / 30), cameraMotion: .identity,
        boxMotions: [BoxMotion(dx: dx, dy: 1, scale: 1.01, inlierCount: 12, spread: 0.1)])
      box = Box(
        x: box.x + dx - 0.005 * box.width, y: box.y + 1 - 0.005 * box.height,
        width: box.width * 1.01, height: box.height * 1.01)
      let track = try #require(tracker.tracks.first)
      #expect(track.source == .followed)
      #expect(track.box.intersectionOverUnion(box) > 0.99)
    }
  }

  @Test("motion of fewer than 3 points is not relied on: the velocity stands in")
  func unreliable() throws {
    var tracker = BoxTracker(options: Self.options)
    let walker = Walker(x: 100, y: 200, dx: 90)
    for index in 0..<30 {
      try tracker.update(
        [walker.detection(at: Double(index) / 30)], at: .seconds(Double(index) / 30))
    }
    for index in 30..<36 {
      tracker.advance(
        to: .seconds(Double(index) / 30), cameraMotion: .identity,
        boxMotions: [BoxMotion(dx: -50, dy: 50, inlierCount: 2)])
    }
    let track = try #require(tracker.tracks.first)
    #expect(track.source == .predicted)
    #expect(track.box.intersectionOverUnion(walker.frame(at: 35.0 / 30)) > 0.8)
  }

  @Test("the motion of tracks that were missed is not asked for")
  func missed() throws {
    var tracker = BoxTracker(options: Self.options)
    let people = [Walker(x: 100, y: 200, dx: 90), Walker(x: 300, y: 200)]
    for index in 0..<20 {
      let time = Double(index) / 30
      try tracker.update(people.map { $0.detection(at: time) }, at: .seconds(time))
    }
    #expect(tracker.motionRegions.count == 2)
    // The filter knows the speed to a tenth.
    #expect(abs(tracker.expectedShifts[0].x - 3) < 0.3)
    try tracker.update([people[0].detection(at: 20.0 / 30)], at: .seconds(20.0 / 30))
    #expect(tracker.motionRegions.count == 1)
    #expect(tracker.motionRegions[0].x < 300)
    #expect(tracker.expectedShifts.count == 1)
  }

  /// The camera pans by 2 pixels a frame and people walk; detections of every sixth frame.
  private func walk(delay: Int) throws -> [TrackedBox] {
    var tracker = BoxTracker(options: Self.options)
    let people = [Walker(x: 100, y: 200, dx: 90), Walker(x: 500, y: 220, dx: -45)]
    var pending: (due: Int, detections: [BoxDetection])?
    for index in 0..<40 {
      let time = Double(index) / 30
      let boxMotions = tracker.motionRegions.map { region in
        let person = people.min {
          abs($0.frame(at: time).x - region.x) < abs($1.frame(at: time).x - region.x)
        }
        return BoxMotion(dx: (person?.dx ?? 0) / 30, dy: 0, inlierCount: 9, spread: 0.1)
      }
      tracker.advance(to: .seconds(time), cameraMotion: .identity, boxMotions: boxMotions)
      if let late = pending, late.due == index {
        try tracker.absorb(late.detections)
        pending = nil
      }
      if index.isMultiple(of: 6) {
        tracker.expectDetections()
        let detections = people.map { $0.detection(at: time) }
        if delay == 0 {
          try tracker.absorb(detections)
        } else {
          pending = (index + delay, detections)
        }
      }
    }
    #expect(people.map { tracker.id(at: $0.frame(at: 39.0 / 30)) } == [0, 1])
    return tracker.tracks
  }

  @Test("late detections lead to where they would have led at once", arguments: [1, 3, 5])
  func late(delay: Int) throws {
    let (prompt, late) = (try walk(delay: 0), try walk(delay: delay))
    for (a, b) in zip(prompt, late) {
      #expect(a.id == b.id)
      #expect(a.box.intersectionOverUnion(b.box) > 0.97)
    }
  }

  @Test("a frame's detections taken in at once equal an update")
  func prompt() throws {
    var (a, b) = (BoxTracker(options: Self.options), BoxTracker(options: Self.options))
    let walker = Walker(x: 100, y: 200, dx: 90)
    for index in 0..<20 {
      let (time, detections) = (Double(index) / 30, [walker.detection(at: Double(index) / 30)])
      try a.update(detections, at: .seconds(time))
      b.advance(to: .seconds(time))
      b.expectDetections()
      try b.absorb(detections)
      #expect(a.tracks == b.tracks)
    }
  }

  @Test("a new object in late detections is carried on by its motion since then, measured now")
  func lateBirth() throws {
    var tracker = BoxTracker(options: Self.options)
    let walker = Walker(x: 100, y: 200, dx: 300)
    tracker.advance(to: .seconds(0), cameraMotion: .identity)
    tracker.expectDetections()
    for index in 1...6 {
      tracker.advance(to: .seconds(Double(index) / 30), cameraMotion: .identity)
    }
    var steps: [Int] = []
    try tracker.absorb([walker.detection(at: 0)]) { step, boxes, expected, motions in
      #expect(boxes.count == 1 && expected.count == 1)
      #expect(
        boxes[0].intersectionOverUnion(walker.frame(at: Double(step) / 30)) > 0.97, "step \(step)")
      motions.append(BoxMotion(dx: 10, dy: 0, inlierCount: 8, spread: 0.1))
      steps.append(step)
    }
    #expect(steps == [0, 1, 2, 3, 4, 5])
    let track = try #require(tracker.tracks.first)
    #expect(track.id == 0)
    #expect(track.detectionIndex == 0)
    #expect(track.source == .followed)
    #expect(abs(track.timeSinceDetection / .seconds(1) - 0.2) < 1e-9)
    #expect(track.box.intersectionOverUnion(walker.frame(at: 0.2)) > 0.97)
    #expect(abs((tracker.expectedShifts.first?.x ?? 0) - 10) < 1)
  }

  @Test("of late detections, only those are measured again that were not where they were expected")
  func lateMisplaced() throws {
    var tracker = BoxTracker(options: Self.options)
    let known = Walker(x: 100, y: 200, dx: 60)
    let strayed = Walker(x: 400, y: 200)
    try tracker.update([known.detection(at: 0), strayed.detection(at: 0)], at: .seconds(0))
    tracker.expectDetections()
    // The second track's box is beside its object, and shows the ground.
    var found = strayed.detection(at: 0)
    found.box.x += 0.45 * found.box.width
    for index in 1...4 {
      tracker.advance(
        to: .seconds(Double(index) / 30), cameraMotion: .identity,
        boxMotions: [2.0, 0].map { BoxMotion(dx: $0, dy: 0, inlierCount: 8, spread: 0.1) })
    }
    var count = 0
    try tracker.absorb([known.detection(at: 0), found]) { _, boxes, _, motions in
      #expect(boxes.count == 1 && (boxes.first?.x ?? 0) > 390)
      motions.append(BoxMotion(dx: 8, dy: 0, inlierCount: 8, spread: 0.1))
      count += 1
    }
    #expect(count == 4)
    #expect(tracker.tracks.map(\.id) == [0, 1])
    let frames = tracker.tracks.map(\.box)
    #expect(frames[0].intersectionOverUnion(known.frame(at: 4.0 / 30)) > 0.9)
    found.box.x += 32
    #expect(frames[1].intersectionOverUnion(found.box) > 0.7)
  }

  @Test("detections that nobody waits for any more are passed over")
  func tooLate() throws {
    let walker = Walker(x: 100, y: 200)
    var tracker = BoxTracker(options: Self.options)
    tracker.expectDetections()
    for index in 0...BoxTracker.maximumDelay { tracker.advance(to: .seconds(Double(index))) }
    #expect(!tracker.isExpectingDetections)
    #expect(try tracker.absorb([walker.detection(at: 0)]).isEmpty)
    tracker.expectDetections()
    try tracker.update([], at: .seconds(1e4))
    #expect(!tracker.isExpectingDetections, "an update forgets the frame")
    tracker.expectDetections()
    tracker.reset()
    #expect(try tracker.absorb([walker.detection(at: 0)]).isEmpty)
  }

  @Test("late detections that are refused leave the answer as it is")
  func lateRefused() throws {
    var tracker = BoxTracker(options: Self.options)
    let walker = Walker(x: 100, y: 200).detection(at: 0)
    try tracker.update([walker], at: .seconds(0))
    tracker.expectDetections()
    tracker.advance(to: .seconds(0.03))
    let before = tracker.tracks
    let bad = BoxDetection(box: walker.box, confidence: .nan)
    #expect(throws: ViewfinderError.self) { try tracker.absorb([bad]) }
    #expect(tracker.tracks == before)
    #expect(try tracker.update([walker], at: .seconds(0.06)).map(\.id) == [0])
  }
}
