import Testing
import ViewfinderCore
import ViewfinderTracking

@Suite("Box tracker: input of any kind")
struct BoxTrackerInputTests {
  @Test(
    "boxes and confidences that are no numbers are refused, naming the detection",
    arguments: [
      (Box(x: .nan, y: 0, width: 1, height: 1), 0.9, "nan"),
      (Box(x: 0, y: .infinity, width: 1, height: 1), 0.9, "inf"),
      (Box(x: 0, y: 0, width: .infinity, height: 1), 0.9, "inf"),
      (Box(x: 0, y: 0, width: 1, height: .nan), 0.9, "nan"),
      (Box(x: -1e300, y: 0, width: 1, height: 1), 0.9, "-1e+300"),
      (Box(x: 0, y: 0, width: -1, height: 1), 0.9, "-1.0 × 1.0"),
      (Box(x: 0, y: 0, width: 1, height: -5), 0.9, "1.0 × -5.0"),
      (Box(x: 0, y: 0, width: 1, height: 1), .nan, "confidence nan"),
    ])
  func refused(frame: Box, confidence: Double, words: String) throws {
    var tracker = BoxTracker(options: .init(confirmation: .immediate))
    let walker = Walker(x: 100, y: 100).detection(at: 0)
    try tracker.update([walker], at: .seconds(0))
    let error = #expect(throws: ViewfinderError.self) {
      try tracker.update(
        [walker, BoxDetection(box: frame, confidence: Float(confidence))], at: .seconds(0.03))
    }
    #expect(error?.code == .invalidArgument)
    #expect(error?.subject == "detection 1")
    #expect(error?.found.contains(words) == true)
    #expect(
      try tracker.update([walker], at: .seconds(0.06)).map(\.id) == [0], "the tracker goes on")
  }

  @Test("boxes without area are passed over")
  func empty() throws {
    var tracker = BoxTracker()
    let boxes = [Box(x: 5, y: 5, width: 0, height: 9), Box(x: 5, y: 5, width: 9, height: 0)]
    #expect(
      try tracker.update(boxes.map { BoxDetection(box: $0, confidence: 1) }, at: .seconds(0))
        .isEmpty)
  }

  @Test("more detections than the limit are refused, and as many as it are taken")
  func limit() throws {
    var tracker = BoxTracker()
    let box = BoxDetection(box: Box(x: 0, y: 0, width: 9, height: 9), confidence: 1)
    let error = #expect(throws: ViewfinderError.self) {
      try tracker.update(Array(repeating: box, count: BoxTracker.maximumCount + 1), at: .seconds(0))
    }
    #expect(error?.code == .tooLarge)
    let crowd = Array(repeating: box, count: BoxTracker.maximumCount)
    #expect(try tracker.update(crowd, at: .seconds(0.03)).count <= BoxTracker.maximumCount)
  }

  @Test("any boxes at any times leave finite boxes, rising numbers and bounded memory")
  func hostile() throws {
    var generator = Generator(state: 17)
    var tracker = BoxTracker(options: .init(confirmation: .immediate))
    let sizes = [1e-300, 1e-3, 1, 50, 1e4, 1e9]
    var greatest = -1
    for index in 0..<60 {
      let count = index.isMultiple(of: 10) ? 150 : Int.random(in: 0...20, using: &generator)
      let detections = (0..<count).map { _ in
        let place = sizes.randomElement(using: &generator) ?? 1
        return BoxDetection(
          box: Box(
            x: .random(in: -place...place, using: &generator),
            y: .random(in: -place...place, using: &generator),
            width: sizes.randomElement(using: &generator) ?? 1,
            height: sizes.randomElement(using: &generator) ?? 1),
          confidence: .random(in: -1...2, using: &generator))
      }
      let motions = tracker.motionRegions.map { _ in
        BoxMotion(
          dx: [0, 5, 1e12, .nan].randomElement(using: &generator) ?? 0, dy: 1,
          scale: [1, 0, -1, 1e9, .infinity].randomElement(using: &generator) ?? 1,
          inlierCount: 9)
      }
      let camera = CameraMotion(
        xx: [1, 0, 3, .nan].randomElement(using: &generator) ?? 1, xy: 0, dx: 1e3, yx: 0, yy: 1,
        dy: .random(in: -9...9, using: &generator))
      let time = Double.random(in: -1e9...1e9, using: &generator)
      try tracker.update(detections, at: .seconds(time), cameraMotion: camera, boxMotions: motions)
      #expect(tracker.tracks.count <= BoxTracker.maximumCount)
      for track in tracker.tracks {
        #expect(track.box.x.isFinite && track.box.y.isFinite)
        #expect(track.box.width > 0 && track.box.height > 0)
      }
      let newest = tracker.tracks.map(\.id).max() ?? greatest
      let fresh = Set(tracker.tracks.map(\.id)).filter { $0 > greatest }
      #expect(fresh == Set(greatest + 1..<max(newest, greatest) + 1), "numbers rise by one")
      greatest = max(newest, greatest)
    }
  }

  @Test("sizes and motions that break the contract are mistakes of the caller")
  func contract() async {
    await #expect(processExitsWith: .failure) {
      var tracker = BoxTracker()
      tracker.advance(to: .seconds(0), boxMotions: [.unseen])
    }
    await #expect(processExitsWith: .failure) {
      var tracker = BoxTracker()
      tracker.setFrameSize(width: 0, height: 3)
    }
  }
}
