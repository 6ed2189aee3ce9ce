import Testing
import ViewfinderCore
import ViewfinderTracking

@Suite("Box tracker")
struct BoxTrackerTests {
  private static let rate = 30.0

  @Test(
    "the first frame is answered, and numbers begin at 0",
    arguments: BoxTracker.Confirmation.allCases)
  func firstFrame(confirmation: BoxTracker.Confirmation) throws {
    var tracker = BoxTracker(options: .init(confirmation: confirmation))
    let tracks = try tracker.update(
      [Walker(x: 100, y: 100).detection(at: 0), Walker(x: 300, y: 100).detection(at: 0)],
      at: .seconds(0))
    #expect(tracks.map(\.id) == [0, 1])
    #expect(tracks.map(\.detectionIndex) == [0, 1])
    #expect(tracks.allSatisfy { $0.source == .detected && $0.age == .zero })
    #expect(tracks[0].box == Box(x: 80, y: 50, width: 40, height: 100))
  }

  @Test("a later object is answered at once or when it is seen again, as asked")
  func confirmation() throws {
    let (old, new) = (Walker(x: 100, y: 100), Walker(x: 300, y: 100))
    var counts: [BoxTracker.Confirmation: [Int]] = [:]
    for confirmation in BoxTracker.Confirmation.allCases {
      var tracker = BoxTracker(options: .init(confirmation: confirmation))
      for index in 0..<4 {
        let time = Double(index) / Self.rate
        let seen = index < 2 ? [old] : [old, new]
        try tracker.update(seen.map { $0.detection(at: time) }, at: .seconds(time))
        counts[confirmation, default: []].append(tracker.tracks.count)
      }
    }
    #expect(counts[.immediate] == [1, 1, 2, 2])
    #expect(counts[.secondSighting] == [1, 1, 1, 2])
  }

  @Test("people who cross keep their numbers", arguments: [0.0, 8, 16])
  func crossing(offset: Double) throws {
    var tracker = BoxTracker()
    let people = [
      Walker(x: 100, y: 200, dx: 60), Walker(x: 400, y: 200 + offset, dx: -60, height: 110),
    ]
    for index in 0..<150 {
      let time = Double(index) / Self.rate
      try tracker.update(people.map { $0.detection(at: time) }, at: .seconds(time))
    }
    #expect(people.map { tracker.id(at: $0.frame(at: 149 / Self.rate)) } == [0, 1])
    #expect(tracker.tracks.count == 2)
  }

  @Test("after a pause an object goes on where it was only when its velocity is forgotten")
  func pause() throws {
    for forgets in [false, true] {
      var tracker = BoxTracker()
      let walker = Walker(x: 100, y: 200, dx: 300)
      for index in 0..<10 {
        let time = Double(index) / Self.rate
        try tracker.update([walker.detection(at: time)], at: .seconds(time))
      }
      if forgets { tracker.forgetVelocities() }
      #expect((tracker.expectedShifts == [.zero]) == forgets)
      try tracker.update([walker.detection(at: 10 / Self.rate)], at: .seconds(2))
      #expect(tracker.tracks.contains { $0.id == 0 && $0.detectionIndex == 0 } == forgets)
    }
  }

  @Test("a person who is hidden for up to a second comes back with the same number")
  func occlusion() throws {
    var tracker = BoxTracker()
    let (walker, post) = (Walker(x: 100, y: 200, dx: 60), Walker(x: 250, y: 210, height: 130))
    for index in 0..<150 {
      let time = Double(index) / Self.rate
      let isHidden = abs(walker.x + walker.dx * time - post.x) < 30
      try tracker.update(
        (isHidden ? [post] : [walker, post]).map { $0.detection(at: time) }, at: .seconds(time))
      if isHidden { #expect(tracker.id(at: post.frame(at: 0)) == 1) }
    }
    #expect(tracker.id(at: walker.frame(at: 149 / Self.rate)) == 0)
  }

  @Test("a person who is missed for a moment is answered with where he is expected")
  func prediction() throws {
    var tracker = BoxTracker()
    let (walker, other) = (Walker(x: 100, y: 200, dx: 60), Walker(x: 300, y: 300))
    let frame = Walker(x: 400, y: 400, height: 10)
    for index in 0..<40 {
      let time = Double(index) / Self.rate
      let seen = index < 38 ? [walker, other, frame] : [other, frame]
      try tracker.update(seen.map { $0.detection(at: time) }, at: .seconds(time))
    }
    let track = try #require(tracker.tracks.first { $0.id == 0 })
    #expect(track.source == .predicted)
    #expect(track.detectionIndex == nil)
    #expect(abs(track.timeSinceDetection / .seconds(1) - 2 / Self.rate) < 1e-9)
    // The filter knows the speed to a tenth.
    #expect(abs(track.box.x - walker.frame(at: 39 / Self.rate).x) < 0.1 * 4)
  }

  @Test("who comes back after the memory has run out is someone new, and numbers are not reused")
  func reentry() throws {
    var tracker = BoxTracker()
    let walker = Walker(x: 100, y: 200)
    var ids: Set<Int> = []
    for round in 0..<3 {
      for index in 0..<10 {
        let time = Double(round) * 3 + Double(index) / Self.rate
        try tracker.update([walker.detection(at: time)], at: .seconds(time))
        ids.formUnion(tracker.tracks.map(\.id))
      }
      for index in 10..<89 {
        try tracker.update([], at: .seconds(Double(round) * 3 + Double(index) / Self.rate))
      }
      #expect(tracker.tracks.isEmpty)
    }
    #expect(ids == [0, 1, 2])
  }

  @Test("who leaves a frame of known size is given up at once")
  func leaving() throws {
    var tracker = BoxTracker(options: .init(confirmation: .immediate))
    tracker.setFrameSize(width: 320, height: 240)
    let walker = Walker(x: 260, y: 120, dx: 120)
    for index in 0..<30 {
      let time = Double(index) / Self.rate
      let isInside = walker.x + walker.dx * time < 320
      try tracker.update(isInside ? [walker.detection(at: time)] : [], at: .seconds(time))
    }
    let back = Walker(x: 310, y: 120)
    try tracker.update([back.detection(at: 1)], at: .seconds(1))
    #expect(tracker.id(at: back.frame(at: 0)) == 1)
  }

  @Test("uncertain detections continue tracks but do not begin any")
  func rescue() throws {
    var tracker = BoxTracker(options: .init(confirmation: .immediate))
    let walker = Walker(x: 100, y: 200, dx: 60)
    for index in 0..<60 {
      let time = Double(index) / Self.rate
      var seen = walker
      if index >= 20 { seen.confidence = 0.2 }
      let ghost = Walker(x: 400, y: 200, confidence: 0.5)
      try tracker.update([ghost.detection(at: time), seen.detection(at: time)], at: .seconds(time))
      #expect(tracker.tracks.map(\.id) == [0])
      #expect(tracker.tracks.first?.source == .detected)
      #expect(tracker.tracks.first?.detectionIndex == 1)
    }
  }

  @Test(
    "a camera that jerks mixes nobody up: motion that is known, and smaller one that is not",
    arguments: [(true, 48.0), (false, 24.0)])
  func pan(isKnown: Bool, jerk most: Double) throws {
    var tracker = BoxTracker()
    var generator = Generator(state: 5)
    var offset = 0.0
    for index in 0..<90 {
      let jerk = Double.random(in: -most...most, using: &generator)
      offset += jerk
      let people = (0..<8).map { Walker(x: 200 + 60 * Double($0) + offset, y: 200) }
      try tracker.update(
        people.map { $0.detection(at: 0) }, at: .seconds(Double(index) / Self.rate),
        cameraMotion: isKnown ? CameraMotion(dx: jerk, dy: 0) : nil)
      #expect(people.map { tracker.id(at: $0.frame(at: 0)) } == Array(0..<8))
    }
  }

  @Test("frames at irregular times are followed")
  func irregular() throws {
    var tracker = BoxTracker()
    let people = [Walker(x: 100, y: 200, dx: 150), Walker(x: 100, y: 400, dx: -20)]
    var generator = Generator(state: 3)
    var time = 0.0
    for _ in 0..<120 {
      try tracker.update(people.map { $0.detection(at: time) }, at: .seconds(time))
      #expect(people.map { tracker.id(at: $0.frame(at: time)) } == [0, 1])
      time += [0.01, 0.033, 0.1, 0.2].randomElement(using: &generator) ?? 0
    }
  }

  @Test("times that stand still or leap back do no harm", arguments: [0.0, -1, -1e6])
  func time(step: Double) throws {
    var tracker = BoxTracker()
    let walker = Walker(x: 100, y: 200)
    for index in 0..<20 {
      try tracker.update([walker.detection(at: 0)], at: .seconds(10 + step * Double(index)))
    }
    #expect(tracker.tracks.map(\.id) == [0])
  }

  @Test("classes are tracked apart unless told otherwise")
  func classes() throws {
    for acrossClasses in [false, true] {
      var tracker = BoxTracker(
        options: .init(confirmation: .immediate, matchesAcrossClasses: acrossClasses))
      let frame = Walker(x: 100, y: 200).frame(at: 0)
      for (index, classIndex) in [0, 0, 1, 1].enumerated() {
        try tracker.update(
          [BoxDetection(box: frame, confidence: 0.9, classIndex: classIndex)],
          at: .seconds(Double(index) / Self.rate))
      }
      let track = try #require(tracker.tracks.last)
      #expect(track.id == (acrossClasses ? 0 : 1))
      #expect(track.classIndex == 1)
    }
  }

  @Test("another size starts over and goes on with the numbers; the same size changes nothing")
  func size() throws {
    var tracker = BoxTracker()
    let walker = Walker(x: 100, y: 200)
    for (index, width) in [640, 640, 480].enumerated() {
      tracker.setFrameSize(width: width, height: 480)
      try tracker.update([walker.detection(at: 0)], at: .seconds(Double(index) / Self.rate))
    }
    #expect(tracker.tracks.map(\.id) == [1])
    #expect(tracker.tracks.first?.age == .zero)
    tracker.reset()
    #expect(tracker.tracks.isEmpty)
  }

  @Test("no detections are an answer too")
  func nothing() throws {
    var tracker = BoxTracker()
    for index in 0..<10 {
      #expect(try tracker.update([], at: .seconds(Double(index))).isEmpty)
      #expect(tracker.advance(to: .seconds(Double(index) + 0.5)).isEmpty)
    }
  }
}
