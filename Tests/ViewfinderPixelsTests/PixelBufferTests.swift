import Testing
import ViewfinderCore
import ViewfinderPixels

@Suite("PixelBuffer")
struct PixelBufferTests {
  @Test("one array holds all planes, one right after the other", arguments: PixelFormat.allCases)
  func planesInOneArray(format: PixelFormat) throws {
    let image = TestImage(5, 3, format)
    let apart = try image.buffer()
    let bytes = image.tightBytes()
    let together = try PixelBuffer(width: 5, height: 3, format: format, bytes: bytes)
    for y in 0..<3 {
      for x in 0..<5 { #expect(together.rgb(x: x, y: y) == apart.rgb(x: x, y: y)) }
    }
  }

  @Test("a pixel's components are found in any order and behind any padding")
  func pixelAccess() throws {
    let bytes: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 11, 12, 13, 14, 15, 16, 17, 18]
    func pixel(_ format: PixelFormat) throws -> (UInt8, UInt8, UInt8) {
      let buffer = try PixelBuffer(
        width: 2,
        height: 2,
        format: format,
        bytes: bytes,
        bytesPerRow: 10
      )
      let pixel = buffer.rgb(x: 1, y: 1)
      return (pixel.red, pixel.green, pixel.blue)
    }
    #expect(try pixel(.rgb) == (14, 15, 16))
    #expect(try pixel(.rgba) == (15, 16, 17))
    #expect(try pixel(.bgra) == (17, 16, 15))
    #expect(try pixel(.gray) == (12, 12, 12))
  }

  @Test("padding in front of chroma planes follows the stride of luma")
  func paddedPlanarArray() throws {
    // 3 × 2 pixels with 5 bytes a row: NV12's second plane has 6 a row, I420's chroma 3.
    let luma: [UInt8] = [10, 20, 30, 0, 0, 40, 50, 60, 0, 0]
    let nv12 = try PixelBuffer(
      width: 3,
      height: 2,
      format: .nv12FullRange,
      bytes: luma + [128, 128, 90, 200],
      bytesPerRow: 5
    )
    #expect(nv12.bytesPerRow == [5, 6])
    let i420 = try PixelBuffer(
      width: 3,
      height: 2,
      format: .i420FullRange,
      bytes: luma + [128, 90, 0, 128, 200],
      bytesPerRow: 5
    )
    #expect(i420.bytesPerRow == [5, 3, 3])
    let i422 = try PixelBuffer(
      width: 3,
      height: 2,
      format: .i422FullRange,
      bytes: luma + [0, 0, 0, 128, 90, 0, 0, 0, 0, 128, 200],
      bytesPerRow: 5
    )
    #expect(i422.bytesPerRow == [5, 3, 3])
    let i444 = try PixelBuffer(
      width: 3,
      height: 2,
      format: .i444FullRange,
      bytes: luma + [0, 0, 0, 0, 0, 0, 128, 90, 0, 0, 0, 0, 0, 0, 0, 0, 128, 200],
      bytesPerRow: 5
    )
    #expect(i444.bytesPerRow == [5, 5, 5])
    for buffer in [nv12, i420, i422, i444] {
      #expect(buffer.rgb(x: 1, y: 1) == (50, 50, 50))
      // 60 + 1.402 · 72 = 160.9; 60 + 0.344 · 38 − 0.714 · 72 = 21.7; 60 − 1.772 · 38 < 0.
      #expect(buffer.rgb(x: 2, y: 1) == (161, 22, 0))
    }
  }

  @Test("the matrix is BT.709 from 720 rows up unless the frame says else")
  func assumedMatrix() throws {
    func matrix(_ height: Int, _ given: YCbCrMatrix? = nil) throws -> YCbCrMatrix {
      try PixelBuffer(
        width: 1,
        height: height,
        format: .gray,
        bytes: [UInt8](repeating: 0, count: height),
        colorMatrix: given
      ).colorMatrix
    }
    #expect(try matrix(719) == .bt601)
    #expect(try matrix(720) == .bt709)
    #expect(try matrix(720, .bt601) == .bt601)
  }

  @Test("the last row needs no padding, and surplus bytes do no harm")
  func lastRow() throws {
    let source = [UInt8](0..<8)
    for count in [7, 8] {
      let buffer = try PixelBuffer(
        width: 3,
        height: 2,
        format: .gray,
        bytes: Array(source[0..<count]),
        bytesPerRow: 4
      )
      #expect(buffer.rgb(x: 2, y: 1).red == 6)
    }
  }

  @Test(
    "a missing byte in any plane is an error that counts them",
    arguments: PixelFormat.allCases
  )
  func missingByte(format: PixelFormat) throws {
    let bytes = TestImage(3, 3, format).tightBytes()
    let error = #expect(throws: ViewfinderError.self) {
      try PixelBuffer(width: 3, height: 3, format: format, bytes: Array(bytes.dropLast()))
    }
    let plane = format.planeCount - 1
    let needed = format.bytesPerRow(plane: plane, width: 3) * format.rows(plane: plane, height: 3)
    #expect(error?.code == .invalidImage)
    #expect(error?.found == "plane \(plane) has \(needed - 1) bytes")
    #expect(error?.expected.hasPrefix("at least \(needed) for 3 × 3 pixels") == true)
  }

  /// A buffer that cannot be made, and what the error says was found.
  struct Refusal: CustomTestStringConvertible {
    var testDescription: String
    var code: ViewfinderError.Code
    var found: String
    var make: @Sendable () throws(ViewfinderError) -> PixelBuffer

    init(
      _ name: String,
      _ code: ViewfinderError.Code,
      _ found: String,
      _ make: @escaping @Sendable () throws(ViewfinderError) -> PixelBuffer
    ) {
      testDescription = name
      self.code = code
      self.found = found
      self.make = make
    }
  }

  @Test(
    "sizes and strides that make no image are refused",
    arguments: [
      Refusal("no columns", .invalidImage, "the size is 0 × 4 pixels") {
        () throws(ViewfinderError) in
        try PixelBuffer(width: 0, height: 4, format: .rgb, bytes: [])
      },
      Refusal("negative height", .invalidImage, "the size is 4 × -1 pixels") {
        () throws(ViewfinderError) in
        try PixelBuffer(width: 4, height: -1, format: .rgb, bytes: [])
      },
      Refusal("too wide", .tooLarge, "the size is 65536 × 1 pixels") { () throws(ViewfinderError) in
        try PixelBuffer(width: 65_536, height: 1, format: .gray, bytes: [])
      },
      Refusal("short stride", .invalidImage, "plane 0 has 11 bytes per row") {
        () throws(ViewfinderError) in
        try PixelBuffer(
          width: 4,
          height: 1,
          format: .rgb,
          bytes: [UInt8](repeating: 0, count: 12),
          bytesPerRow: 11
        )
      },
      Refusal("negative stride", .invalidImage, "plane 0 has -12 bytes per row") {
        () throws(ViewfinderError) in
        try PixelBuffer(
          width: 4,
          height: 2,
          format: .rgb,
          bytes: [UInt8](repeating: 0, count: 24),
          bytesPerRow: -12
        )
      },
      Refusal("overflowing stride", .invalidImage, "plane 0 has \(Int.max) bytes per row") {
        () throws(ViewfinderError) in
        try PixelBuffer(
          width: 4,
          height: 2,
          format: .nv12FullRange,
          bytes: [],
          bytesPerRow: Int.max
        )
      },
      Refusal("overflowing borrowed stride", .invalidImage, "plane 0 has \(Int.max) bytes per row")
      { () throws(ViewfinderError) in
        try PixelBuffer(
          width: 1,
          height: 3,
          format: .gray,
          storage: TestStorage([[1]]),
          bytesPerRow: [Int.max]
        )
      },
      Refusal("too few strides", .invalidImage, "there are 1 values of bytes per row") {
        () throws(ViewfinderError) in
        try PixelBuffer(
          width: 1,
          height: 1,
          format: .nv12FullRange,
          storage: TestStorage([[1], [1, 2]]),
          bytesPerRow: [1]
        )
      },
      Refusal("short borrowed plane", .invalidImage, "plane 1 has 1 bytes") {
        () throws(ViewfinderError) in
        try PixelBuffer(
          width: 1,
          height: 1,
          format: .nv12FullRange,
          storage: TestStorage([[1], [1]]),
          bytesPerRow: [1, 2]
        )
      },
    ]
  )
  func refusals(refusal: Refusal) {
    let error = #expect(throws: ViewfinderError.self) { try refusal.make() }
    #expect(error?.code == refusal.code)
    #expect(error?.found == refusal.found)
  }

  @Test("a pixel outside the image is a programming mistake")
  func outside() async {
    await #expect(processExitsWith: .failure) {
      let buffer = try PixelBuffer(width: 2, height: 1, format: .gray, bytes: [1, 2])
      _ = buffer.rgb(x: 2, y: 0)
    }
  }
}
