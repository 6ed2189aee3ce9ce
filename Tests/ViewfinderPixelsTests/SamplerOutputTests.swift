import Testing
import ViewfinderCore
import ViewfinderPixels

@Suite("Sampler colours and numbers")
struct SamplerOutputTests {
  /// Y, Cb and Cr, and the colour they stand for.
  struct Color: CustomTestStringConvertible {
    var testDescription: String
    var matrix: YCbCrMatrix
    var isVideo: Bool
    var ycc: [UInt8]
    var rgb: [UInt8]
  }

  @Test(
    "the standards' black, white, gray and primaries come out within 1",
    arguments: [
      Color(
        testDescription: "601 video black",
        matrix: .bt601,
        isVideo: true,
        ycc: [16, 128, 128],
        rgb: [0, 0, 0]
      ),
      Color(
        testDescription: "601 video white",
        matrix: .bt601,
        isVideo: true,
        ycc: [235, 128, 128],
        rgb: [255, 255, 255]
      ),
      Color(
        testDescription: "601 video gray",
        matrix: .bt601,
        isVideo: true,
        ycc: [126, 128, 128],
        rgb: [128, 128, 128]
      ),
      Color(
        testDescription: "601 video red",
        matrix: .bt601,
        isVideo: true,
        ycc: [81, 90, 240],
        rgb: [254, 0, 0]
      ),
      Color(
        testDescription: "601 video green",
        matrix: .bt601,
        isVideo: true,
        ycc: [145, 54, 34],
        rgb: [0, 255, 1]
      ),
      Color(
        testDescription: "601 video blue",
        matrix: .bt601,
        isVideo: true,
        ycc: [41, 240, 110],
        rgb: [0, 0, 255]
      ),
      Color(
        testDescription: "601 full white",
        matrix: .bt601,
        isVideo: false,
        ycc: [255, 128, 128],
        rgb: [255, 255, 255]
      ),
      Color(
        testDescription: "601 full red",
        matrix: .bt601,
        isVideo: false,
        ycc: [76, 85, 255],
        rgb: [254, 0, 0]
      ),
      Color(
        testDescription: "601 full blue",
        matrix: .bt601,
        isVideo: false,
        ycc: [29, 255, 107],
        rgb: [0, 0, 254]
      ),
      Color(
        testDescription: "709 video red",
        matrix: .bt709,
        isVideo: true,
        ycc: [63, 102, 240],
        rgb: [255, 1, 0]
      ),
      Color(
        testDescription: "709 video green",
        matrix: .bt709,
        isVideo: true,
        ycc: [173, 42, 26],
        rgb: [0, 255, 1]
      ),
      Color(
        testDescription: "709 video blue",
        matrix: .bt709,
        isVideo: true,
        ycc: [32, 240, 118],
        rgb: [1, 0, 255]
      ),
      Color(
        testDescription: "709 full green",
        matrix: .bt709,
        isVideo: false,
        ycc: [182, 30, 12],
        rgb: [0, 255, 0]
      ),
      Color(
        testDescription: "beyond white stays white",
        matrix: .bt601,
        isVideo: true,
        ycc: [255, 128, 128],
        rgb: [255, 255, 255]
      ),
      Color(
        testDescription: "beyond black stays black",
        matrix: .bt601,
        isVideo: true,
        ycc: [0, 128, 128],
        rgb: [0, 0, 0]
      ),
    ]
  )
  func primaries(color: Color) throws {
    let formats: [PixelFormat] =
      color.isVideo
      ? [.nv12VideoRange, .i420VideoRange, .i422VideoRange, .i444VideoRange]
      : [.nv12FullRange, .i420FullRange, .i422FullRange, .i444FullRange]
    for format in formats {
      let luma = [UInt8](repeating: color.ycc[0], count: 4)
      let chroma = format.bytesPerRow(plane: 1, width: 2) * format.rows(plane: 1, height: 2)
      let repeats = format.planeCount == 3 ? chroma : 1
      let buffer = try PixelBuffer(
        width: 2,
        height: 2,
        format: format,
        bytes: luma + color.ycc[1...].flatMap { [UInt8](repeating: $0, count: repeats) },
        colorMatrix: color.matrix
      )
      let target = try sampledBytes(buffer, 2, 2)
      for (found, expected) in zip(target, (0..<4).flatMap { _ in color.rgb }) {
        #expect(abs(Int(found) - Int(expected)) <= 1, "\(target) is not \(color.rgb)")
      }
      let pixel = buffer.rgb(x: 1, y: 1)
      #expect([pixel.red, pixel.green, pixel.blue] == Array(target[9..<12]))
    }
  }

  @Test("left-sited chroma lies on even columns, centred chroma between two")
  func siting() throws {
    // With Y at 0 and Cr changing, red is 1.402 · (Cr − 128).
    func red(_ siting: ChromaSiting) throws -> [Float] {
      let buffer = try PixelBuffer(
        width: 4,
        height: 1,
        format: .i420FullRange,
        bytes: [0, 0, 0, 0, 128, 128, 128, 228],
        chromaSiting: siting
      )
      let target = try sampled(buffer, 4, 1)
      return (0..<4).map { (target[$0 * 3] / 1.402).rounded() }
    }
    #expect(try red(.left) == [0, 50, 100, 100])
    #expect(try red(.center) == [0, 25, 75, 100])
  }

  @Test("bytes are rounded to the nearest, halves to even, and clamped")
  func roundedBytes() throws {
    let source = try PixelBuffer(width: 5, height: 1, format: .gray, bytes: [0, 1, 3, 4, 255])
    let half = ChannelTransform(scale: SIMD3(repeating: 0.5), bias: SIMD3(0, 0.25, -1))
    #expect(
      try sampledBytes(source, 5, 1, transform: half)
        == [0, 0, 0, 0, 1, 0, 2, 2, 0, 2, 2, 1, 128, 128, 126]
    )
    let wide = ChannelTransform(scale: SIMD3(repeating: 100), bias: SIMD3(-150, 1e9, -1e9))
    #expect(
      try sampledBytes(source, 5, 1, transform: wide)
        == [0, 255, 0, 0, 255, 0, 150, 255, 0, 250, 255, 0, 255, 255, 0]
    )
  }

  @Test("signed bytes are rounded to the nearest, halves to even, and clamped")
  func roundedSignedBytes() throws {
    let source = try PixelBuffer(width: 4, height: 1, format: .gray, bytes: [0, 1, 3, 255])
    var sampler = Sampler(width: 4, height: 1)
    func sample(_ transform: ChannelTransform) throws -> [Int8] {
      var target = [Int8](repeating: 55, count: 12)
      var span = target.mutableSpan
      try sampler.sample(source, transform: transform, into: &span)
      return target
    }
    #expect(
      try sample(ChannelTransform(scale: SIMD3(repeating: 1), bias: SIMD3(-128, -3.5, 0)))
        == [-128, -4, 0, -127, -2, 1, -125, 0, 3, 127, 127, 127]
    )
    #expect(
      try sample(ChannelTransform(scale: SIMD3(repeating: -1), bias: SIMD3(0, -1000, 1000)))
        == [0, -128, 127, -1, -128, 127, -3, -128, 127, -128, -128, 127]
    )
  }

  @Test("one or three values of mean and std normalise floats")
  func normalization() throws {
    let source = try PixelBuffer(width: 1, height: 1, format: .rgb, bytes: [0, 127, 255])
    let one = try sampled(
      source,
      1,
      1,
      transform: .normalization(mean: [127.5], std: [127.5])
    )
    for (found, expected) in zip(one, [-1, -0.0039216, 1] as [Float]) {
      #expect(abs(found - expected) < 1e-6)
    }
    let three = try sampled(
      source,
      1,
      1,
      transform: .normalization(mean: [123.675, 116.28, 103.53], std: [58.395, 57.12, 57.375])
    )
    for (found, expected) in zip(three, [-2.117904, 0.187675, 2.64] as [Float]) {
      #expect(abs(found - expected) < 1e-5)
    }
  }

  @Test("a quantised input gets integers around its zero point")
  func quantization() throws {
    let transform = try ChannelTransform.normalization(mean: [127.5], std: [127.5])
      .quantized(step: 0.0078125, zeroPoint: 128)
    let source = try PixelBuffer(width: 3, height: 1, format: .gray, bytes: [0, 128, 255])
    #expect(
      try sampledBytes(source, 3, 1, transform: transform)
        == [0, 0, 0, 129, 129, 129, 255, 255, 255]
    )
  }

  @Test(
    "normalisations that divide by nothing or have two values are refused",
    arguments: [
      ([0], [0]), ([1, 2], [1]), ([1], []), ([.nan], [1]), ([1], [.infinity]),
      ([1], [1, 0, 1]), ([1e30], [1e-30]),
    ] as [([Float], [Float])]
  )
  func refusedNormalization(mean: [Float], std: [Float]) {
    let error = #expect(throws: ViewfinderError.self) {
      try ChannelTransform.normalization(mean: mean, std: std)
    }
    #expect(error?.code == .invalidMetadata)
  }

  @Test("bars are filled with the normalised fill and nothing else is")
  func bars() throws {
    let source = try PixelBuffer(width: 2, height: 1, format: .gray, bytes: [200, 100])
    let transform = ChannelTransform(scale: SIMD3(repeating: 0.5), bias: SIMD3(0, 1, 2))
    let target = try sampledBytes(
      source,
      2,
      3,
      scaling: .letterbox(fill: 50),
      transform: transform
    )
    let bar: [UInt8] = [25, 26, 27, 25, 26, 27]
    #expect(target == bar + [100, 101, 102, 50, 51, 52] + bar)
  }
}
