import Testing
import ViewfinderCore
import ViewfinderPixels

@Suite("Sampler values")
struct SamplerValueTests {
  private func gray(_ width: Int, _ height: Int, _ bytes: [UInt8]) throws -> PixelBuffer {
    try PixelBuffer(width: width, height: height, format: .gray, bytes: bytes)
  }

  /// The red channel of a target.
  private func red(_ target: [Float]) -> [Float] {
    stride(from: 0, to: target.count, by: 3).map { target[$0] }
  }

  @Test("a target of the source's size holds the source's pixels exactly")
  func identity() throws {
    let image = TestImage(7, 5, .rgb)
    let expected = (0..<35).flatMap { index in
      (0..<3).map { Float(image.planes[$0][index / 7][index % 7]) }
    }
    #expect(try sampled(image.buffer(padding: 5), 7, 5) == expected)
    #expect(try sampledBytes(image.buffer(), 7, 5) == expected.map { UInt8($0) })
  }

  @Test("halving averages four pixels")
  func halving() throws {
    let source = try gray(4, 2, [10, 20, 0, 255, 30, 41, 255, 0])
    #expect(try red(sampled(source, 2, 1)) == [25.25, 127.5])
  }

  @Test("two thirds weigh the pixel in the middle half and half")
  func twoThirds() throws {
    // Each target pixel covers one and a half source pixels.
    let source = try gray(3, 1, [30, 60, 120])
    #expect(try red(sampled(source, 2, 1)) == [40, 100])
  }

  @Test("a whole image in one pixel is its mean")
  func mean() throws {
    let source = try gray(3, 3, [0, 9, 18, 27, 36, 45, 54, 63, 72])
    #expect(try red(sampled(source, 1, 1)) == [36])
  }

  @Test("more rows than 16 bits can sum up are averaged exactly", arguments: [4000, 3999, 65_535])
  func tallColumn(height: Int) throws {
    let source = try gray(1, height, [UInt8](repeating: 255, count: height))
    for value in try red(sampled(source, 1, 2)) { #expect(abs(value - 255) < 1e-3) }
  }

  @Test("doubling interpolates between the centres of pixels")
  func doubling() throws {
    #expect(try red(sampled(gray(2, 1, [0, 100]), 4, 1)) == [0, 25, 75, 100])
    #expect(try red(sampled(gray(1, 2, [0, 100]), 1, 4)) == [0, 25, 75, 100])
  }

  @Test("the bilinear filter takes the two nearest pixels however much an axis shrinks")
  func bilinear() throws {
    let wide = try gray(6, 1, [1, 20, 3, 4, 50, 6])
    #expect(try red(sampled(wide, 2, 1, filter: .bilinear)) == [20, 50])
    let odd = try gray(1, 5, [10, 50, 255, 80, 40])
    #expect(try red(sampled(odd, 1, 2, filter: .bilinear)) == [40, 70])
  }

  @Test("both filters agree where an axis grows, in every format", arguments: PixelFormat.allCases)
  func filtersAgree(format: PixelFormat) throws {
    let source = try TestImage(5, 4, format).buffer()
    #expect(try sampled(source, 11, 9, filter: .bilinear) == sampled(source, 11, 9))
  }

  @Test("a crop shifted by half a pixel averages neighbours")
  func halfPixelCrop() throws {
    let source = try gray(4, 1, [0, 10, 30, 70])
    let region = Box(x: 0.5, y: 0, width: 3, height: 1)
    #expect(try red(sampled(source, 3, 1, region: region)) == [5, 20, 50])
  }

  @Test("pixels around a region have no influence")
  func regionEdge() throws {
    let source = try gray(4, 1, [255, 10, 20, 255])
    let region = Box(x: 1, y: 0, width: 2, height: 1)
    #expect(try red(sampled(source, 4, 1, region: region)) == [10, 12.5, 17.5, 20])
  }

  @Test("a region is clamped to the image")
  func clamping() throws {
    let source = try TestImage(6, 5, .nv12FullRange).buffer()
    var sampler = Sampler(width: 3, height: 2)
    var target = [Float](repeating: 0, count: 18)
    var span = target.mutableSpan
    let placement = try sampler.sample(
      source,
      region: Box(x: -10, y: 2, width: 14, height: 1e300),
      into: &span
    )
    #expect(placement.region == Box(x: 0, y: 2, width: 4, height: 3))
    #expect(
      try target == sampled(source, 3, 2, region: Box(x: 0, y: 2, width: 4, height: 3))
    )
  }

  @Test(
    "regions without a part of the image are refused",
    arguments: [
      Box(x: .nan, y: 0, width: 1, height: 1), Box(x: 0, y: 0, width: .infinity, height: 1),
      Box(x: 0, y: 0, width: -1, height: 1), Box(x: 0, y: 0, width: 0, height: 1),
      Box(x: 4, y: 0, width: 1, height: 1), Box(x: 0, y: -3, width: 1, height: 3),
      Box(x: 1e300, y: 0, width: 1, height: 1), Box(x: 1, y: 1, width: 1e-300, height: 1),
      Box(x: 0, y: 0, width: .leastNonzeroMagnitude, height: .leastNonzeroMagnitude),
    ]
  )
  func refusedRegions(region: Box) throws {
    let source = try TestImage(4, 4, .rgb).buffer()
    let error = #expect(throws: ViewfinderError.self) {
      try sampled(source, 2, 2, region: region)
    }
    #expect(error?.code == .invalidArgument)
    #expect(error?.subject == "region")
    #expect(throws: ViewfinderError.self) {
      try sampled(source, 2, 2, region: region, scaling: .letterbox(fill: 0))
    }
  }

  @Test("a target of another size is a programming mistake")
  func wrongTarget() async {
    await #expect(processExitsWith: .failure) {
      let source = try PixelBuffer(width: 1, height: 1, format: .gray, bytes: [1])
      var sampler = Sampler(width: 2, height: 2)
      var target = [UInt8](repeating: 0, count: 11)
      var span = target.mutableSpan
      try sampler.sample(source, into: &span)
    }
  }

  @Test("padded rows give what tight rows give", arguments: PixelFormat.allCases)
  func padding(format: PixelFormat) throws {
    let image = TestImage(9, 7, format)
    let tight = try sampled(image.buffer(), 4, 5, orientation: .left)
    #expect(try sampled(image.buffer(padding: 13), 4, 5, orientation: .left) == tight)
  }

  @Test("a sampler that has seen other images gives what a new one gives")
  func reuse() throws {
    var sampler = Sampler(width: 5, height: 4)
    let sources = try [
      TestImage(20, 9, .rgba), TestImage(3, 3, .nv12VideoRange), TestImage(31, 4, .gray),
      TestImage(8, 8, .i420FullRange), TestImage(20, 9, .rgb),
    ].map { try $0.buffer() }
    for source in sources {
      for orientation in ImageOrientation.allCases {
        for scaling in [ScaleMode.stretch, .letterbox(fill: 3)] {
          var target = [Float](repeating: 0, count: 60)
          var span = target.mutableSpan
          try sampler.sample(source, orientation: orientation, scaling: scaling, into: &span)
          #expect(
            try target == sampled(source, 5, 4, orientation: orientation, scaling: scaling)
          )
        }
      }
    }
  }
}
