#if os(Linux)
  import Testing
  import ViewfinderCore
  import ViewfinderTestSupport
  import ViewfinderTracking

  @Suite("Box tracker: allocations")
  struct BoxTrackerAllocationTests {
    @Test("tracking allocates nothing once its scratch memory is there")
    func noneAfterWarmUp() async {
      await #expect(processExitsWith: .success) {
        startCountingAllocations()
        // Crowds that come and go, so that every pass and the life cycle have something to do.
        var generator = Generator(state: 9)
        let frames = (0..<40).map { _ in
          (0..<Int.random(in: 4...14, using: &generator)).map { _ in
            BoxDetection(
              box: Box(
                x: .random(in: 0...300, using: &generator),
                y: .random(in: 0...200, using: &generator), width: 40, height: 90),
              confidence: .random(in: 0.1...1, using: &generator))
          }
        }
        let motions = [BoxMotion](
          repeating: BoxMotion(dx: 2, dy: 1, inlierCount: 9), count: 500)
        let slices = (0...500).map { Array(motions.prefix($0)) }
        var tracker = BoxTracker(options: .init(confirmation: .immediate))
        var time = 0.0
        var answers = 0
        func runAll() throws {
          for (index, detections) in frames.enumerated() {
            time += 1 / 30
            if index.isMultiple(of: 3) {
              try tracker.update(
                detections, at: .seconds(time), boxMotions: slices[tracker.motionRegions.count])
            } else {
              tracker.advance(
                to: .seconds(time), cameraMotion: CameraMotion(dx: 1, dy: 0),
                boxMotions: slices[tracker.motionRegions.count])
              if index % 3 == 1 {
                tracker.expectDetections()
              } else {
                try tracker.absorb(detections) { _, boxes, _, motions in
                  for _ in boxes { motions.append(BoxMotion(dx: 2, dy: 1, inlierCount: 9)) }
                }
              }
            }
            answers += tracker.tracks.count
          }
        }
        precondition(allocationCount > 0, "The hook must see the arrays above")
        for _ in 0..<12 { try runAll() }
        let before = allocationCount
        for _ in 0..<3 { try runAll() }
        precondition(answers > 0, "There must be something to track")
        precondition(
          allocationCount == before, "\(allocationCount - before) allocations after warm-up")
      }
    }
  }
#endif
