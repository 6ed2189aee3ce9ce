#if os(Linux)
  import Testing
  import ViewfinderCore
  import ViewfinderPixels
  import ViewfinderTestSupport
  import ViewfinderTracking

  @Suite("Flow: allocations")
  struct FlowAllocationTests {
    @Test("measuring motion allocates nothing once its memory is there")
    func noneAfterWarmUp() async {
      await #expect(processExitsWith: .success) {
        startCountingAllocations()
        let scene = FlowScene(width: 120, height: 90)
        let frames = try (0..<3).map {
          try scene.image(scene.bytes(camera: CameraMotion(dx: 1.3 * Double($0), dy: 0)))
        }
        let boxes = [
          Box(x: 20, y: 10, width: 30, height: 60), Box(x: 60, y: 20, width: 50, height: 50),
        ]
        let expected = [SIMD2<Double>](repeating: SIMD2(1, 0), count: boxes.count)
        var flow = FlowEstimator(options: .init(workingSide: 120))
        var motions: [BoxMotion] = []
        var found = 0
        let order = [0, 1, 2, 1]
        func advanceAll() {
          for index in order {
            let camera = flow.advance(
              to: frames[index], boxes: boxes, expected: expected, into: &motions)
            if camera != nil { found += 1 }
            if index == 0 { flow.keepFrames() }
            for step in 0..<index + 1 {
              flow.measureAgain(step: step, boxes: boxes, expected: expected, into: &motions)
            }
          }
        }
        precondition(allocationCount > 0, "The hook must see the arrays above")
        // Frames that are kept change places with others, each of which needs memory of its own.
        for _ in 0..<3 { advanceAll() }
        let before = allocationCount
        for _ in 0..<3 { advanceAll() }
        precondition(found >= 20, "There must be something to measure")
        precondition(
          allocationCount == before,
          "\(allocationCount - before) allocations after warm-up"
        )
      }
    }
  }
#endif
