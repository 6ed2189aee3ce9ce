import Testing
import ViewfinderCore
import ViewfinderSystem

@testable import ViewfinderPixels

@Suite("Images")
struct InputImageTests {
  /// A stored image of 6 × 4 pixels whose red is the column and whose green is the row.
  private static func stored(_ format: PixelFormat = .rgb) throws -> PixelBuffer {
    var bytes: [UInt8] = []
    for row in 0..<4 {
      for column in 0..<6 {
        bytes +=
          format == .rgb ? [UInt8(column), UInt8(row), 7] : [7, UInt8(row), UInt8(column), 255]
      }
    }
    return try PixelBuffer(width: 6, height: 4, format: format, bytes: bytes)
  }

  @Test("sizes and bounds are upright", arguments: ImageOrientation.allCases)
  func sizes(orientation: ImageOrientation) throws {
    let image = InputImage(try Self.stored(), orientation: orientation, time: .seconds(3))
    #expect([image.width, image.height] == (orientation.swapsSides ? [4, 6] : [6, 4]))
    #expect(
      image.bounds
        == Box(x: 0, y: 0, width: Double(image.width), height: Double(image.height)))
    let other = image.oriented(.up)
    #expect(other.size == PixelSize(width: 6, height: 4) && other.time == .seconds(3))
  }

  @Test(
    "boxes go to stored pixels and back, also of images that were shrunk",
    arguments: ImageOrientation.allCases)
  func boxes(orientation: ImageOrientation) throws {
    for scale in [1, 10] {
      let image = InputImage(
        try Self.stored(), orientation: orientation,
        storedSize: PixelSize(width: 6 * scale, height: 4 * scale))
      #expect(image.stored(image.bounds) == image.pixels.bounds)
      let box = Box(
        x: Double(scale), y: Double(2 * scale), width: Double(scale), height: Double(scale))
      let back = image.upright(image.stored(box))
      #expect(back.intersectionOverUnion(box) > 0.999_999)
      #expect(abs(image.stored(box).area - 1) < 1e-9)
    }
  }

  @Test(
    "a crop is a copy of whole upright pixels, in every orientation",
    arguments: ImageOrientation.allCases, [PixelFormat.rgb, .bgra])
  func crops(orientation: ImageOrientation, format: PixelFormat) throws {
    let image = InputImage(try Self.stored(format), orientation: orientation, time: .seconds(1))
    let whole = RGBPixels(image)
    let crop = try image.cropped(to: Box(x: 1.2, y: 0.9, width: 1.5, height: 2))
    // Edges from 1.2 through 2.7 and from 0.9 through 2.9 lie in the pixels 1...2 and 0...2.
    #expect(crop.size == PixelSize(width: 2, height: 3))
    #expect(crop.orientation == .up && crop.time == .seconds(1) && crop.pixels.format == .rgb)
    for y in 0..<3 {
      for x in 0..<2 {
        #expect(crop.pixels.rgb(x: x, y: y) == whole.pixels.rgb(x: x + 1, y: y))
      }
    }
    let upright = image.upright()
    #expect(upright.size == image.size && upright.orientation == .up)
    #expect(upright.pixels.rgb(x: 1, y: 2) == whole.pixels.rgb(x: 1, y: 2))
  }

  @Test("a margin widens a crop on both sides, and never beyond the image")
  func margins() throws {
    let image = InputImage(try Self.stored())
    let box = Box(x: 2, y: 1, width: 2, height: 2)
    #expect(try image.cropped(to: box, margin: 1).size == PixelSize(width: 4, height: 4))
    #expect(try image.cropped(to: box, margin: 100).size == PixelSize(width: 6, height: 4))
    #expect(
      try image.cropped(to: Box(x: -5, y: -5, width: 6, height: 7)).size
        == PixelSize(width: 1, height: 2))
  }

  @Test("a crop of a shrunk image keeps the size that it has in the whole")
  func shrunk() throws {
    let image = InputImage(
      try Self.stored(), orientation: .up, storedSize: PixelSize(width: 60, height: 40))
    let crop = try image.cropped(to: Box(x: 10, y: 10, width: 30, height: 20))
    #expect(crop.size == PixelSize(width: 30, height: 20))
    #expect(crop.pixels.width == 3 && crop.pixels.height == 2)
    #expect(crop.pixels.rgb(x: 0, y: 0) == image.pixels.rgb(x: 1, y: 1))
  }

  @Test(
    "a crop outside the image, or of no area, is refused",
    arguments: [
      Box(x: 6, y: 0, width: 2, height: 2), Box(x: 0, y: -3, width: 2, height: 3),
      Box(x: 0, y: 0, width: 0, height: 2), Box(x: .nan, y: 0, width: 2, height: 2),
      Box(x: 0, y: 0, width: .infinity, height: 2),
    ])
  func refused(box: Box) throws {
    let image = InputImage(try Self.stored())
    let error = #expect(throws: ViewfinderError.self) { try image.cropped(to: box) }
    #expect(error?.code == .invalidArgument)
  }

  // MARK: Memory of others

  /// Counts how often memory was given back.
  private func lent(
    _ width: Int, _ height: Int, _ bytesPerRow: [Int], planes: Int = 2, count: Monitor<Int>
  ) throws -> InputImage {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 64)
    memory.initialize(repeating: 128, count: 64)
    for index in 0..<32 { memory[index] = UInt8(16 + index) }
    return try InputImage(
      planes: Array([UnsafeRawPointer(memory), UnsafeRawPointer(memory + 32)].prefix(planes)),
      width: width, height: height, format: .nv12VideoRange, bytesPerRow: bytesPerRow,
      orientation: .right, time: .milliseconds(40)
    ) { planes in
      planes.first?.deallocate()
      count.withLock { $0 += 1 }
    }
  }

  @Test("borrowed planes are read where they are, and given back once")
  func borrowed() throws {
    let count = Monitor(0)
    do {
      let image = try lent(6, 4, [8, 8], count: count)
      #expect(image.size == PixelSize(width: 4, height: 6) && image.time == .milliseconds(40))
      let copy = image
      copy.pixels.withPlanes { luma, chroma, none in
        let values = [luma[0], luma[8], chroma[0]]
        #expect(values == [16, 24, 128])
        // Three rows of 8 bytes and one of 6; the last row needs no padding.
        let counts = [luma.count, chroma.count]
        #expect(counts == [30, 14])
        let rest = none.count
        #expect(rest == 0)
      }
      #expect(count.withLock { $0 } == 0)
    }
    #expect(count.withLock { $0 } == 1)
  }

  @Test(
    "borrowed planes that do not fit are refused, and given back",
    arguments: [
      (6, 4, [5, 8], 2), (6, 4, [8], 2), (0, 4, [8, 8], 2), (6, -1, [8, 8], 2),
      (70_000, 4, [80_000, 80_000], 2), (6, 4, [8, 8], 1), (6, 4, [Int.max, 8], 2),
      (6, 2, [Int.max, 8], 2),
    ])
  func unfit(width: Int, height: Int, bytesPerRow: [Int], planes: Int) throws {
    let count = Monitor(0)
    #expect(throws: ViewfinderError.self) {
      try lent(width, height, bytesPerRow, planes: planes, count: count)
    }
    #expect(count.withLock { $0 } == 1)
  }
}
