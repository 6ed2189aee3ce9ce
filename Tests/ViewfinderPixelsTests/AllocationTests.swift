#if os(Linux)
  import Testing
  import ViewfinderCore
  import ViewfinderPixels
  import ViewfinderTestSupport

  @Suite("Allocations")
  struct AllocationTests {
    @Test("sampling allocates nothing once its scratch memory is there")
    func noneAfterWarmUp() async {
      await #expect(processExitsWith: .success) {
        startCountingAllocations()
        let sources = try [
          TestImage(20, 14, .nv12VideoRange), TestImage(20, 14, .i420FullRange),
          TestImage(19, 14, .bgra), TestImage(17, 5, .gray),
          TestImage(20, 14, .i422FullRange), TestImage(20, 14, .i444VideoRange),
        ].map { try $0.buffer() }
        let orientations = ImageOrientation.allCases
        var sampler = Sampler(width: 6, height: 5)
        var bytes = [UInt8](repeating: 0, count: 90)
        var floats = [Float](repeating: 0, count: 90)
        func sampleAll() throws {
          for source in sources {
            for orientation in orientations {
              var byteSpan = bytes.mutableSpan
              try sampler.sample(
                source,
                orientation: orientation,
                scaling: .letterbox(fill: 1),
                into: &byteSpan
              )
              var floatSpan = floats.mutableSpan
              try sampler.sample(
                source,
                region: Box(x: 0.5, y: 1, width: 12, height: 3),
                orientation: orientation,
                into: &floatSpan
              )
            }
          }
        }
        precondition(allocationCount > 0, "The hook must see the arrays above")
        try sampleAll()
        let before = allocationCount
        for _ in 0..<3 { try sampleAll() }
        precondition(
          allocationCount == before,
          "\(allocationCount - before) allocations after warm-up"
        )
      }
    }
  }
#endif
