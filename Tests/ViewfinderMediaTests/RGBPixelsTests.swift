import Testing
import ViewfinderCore
import ViewfinderDrawing
import ViewfinderPhotos
import ViewfinderPixels
import ViewfinderVideo

@Suite("Canvases")
struct RGBPixelsTests {
  /// A 3 × 2 picture of which every component is another number.
  private static func stored(_ format: PixelFormat, padding: Int = 0) throws -> PixelBuffer {
    let step = format == .rgb ? 3 : format == .gray ? 1 : 4
    var bytes: [UInt8] = []
    for y in 0..<2 {
      for x in 0..<3 {
        let base = UInt8(10 + 20 * (x + 3 * y))
        bytes +=
          step == 1
          ? [base] : (format == .bgra ? [base + 2, base + 1, base] : [base, base + 1, base + 2])
        if step == 4 { bytes.append(0) }
      }
      bytes += [UInt8](repeating: 99, count: padding)
    }
    return try PixelBuffer(
      width: 3, height: 2, format: format, bytes: bytes, bytesPerRow: 3 * step + padding)
  }

  /// For each orientation the upright picture, by the stored pixels 0 1 2 / 3 4 5.
  static let turns: [(ImageOrientation, [[Int]])] = [
    (.up, [[0, 1, 2], [3, 4, 5]]), (.upMirrored, [[2, 1, 0], [5, 4, 3]]),
    (.down, [[5, 4, 3], [2, 1, 0]]), (.downMirrored, [[3, 4, 5], [0, 1, 2]]),
    (.leftMirrored, [[0, 3], [1, 4], [2, 5]]), (.right, [[3, 0], [4, 1], [5, 2]]),
    (.rightMirrored, [[5, 2], [4, 1], [3, 0]]), (.left, [[2, 5], [1, 4], [0, 3]]),
  ]

  @Test("a picture is turned upright", arguments: 0..<8)
  func turning(index: Int) throws {
    let (orientation, rows) = Self.turns[index]
    #expect(orientation.rawValue == index + 1)
    for format in [PixelFormat.rgb, .rgba, .bgra, .gray] {
      for padding in [0, 5] {
        let canvas = RGBPixels(
          InputImage(try Self.stored(format, padding: padding), orientation: orientation))
        #expect((canvas.width, canvas.height) == (rows[0].count, rows.count))
        #expect(canvas.pixels.format == .rgb)
        for (y, row) in rows.enumerated() {
          for (x, pixel) in row.enumerated() {
            let base = 10 + 20 * pixel
            let wanted =
              format == .gray ? Colour(base, base, base) : Colour(base, base + 1, base + 2)
            #expect(canvas.pixels.colour(x, y).distance(wanted) == 0)
          }
        }
      }
    }
  }

  @Test(
    "photos of all orientations stand upright",
    .enabled(if: PhotoDecoder.isAvailable),
    arguments: ImageOrientation.allCases
  )
  func photos(_ orientation: ImageOrientation) throws {
    let bytes = try Fixture.bytes("orientation-\(orientation.rawValue).jpg")
    let photo = try PhotoDecoder().decode(bytes: bytes)
    let canvas = RGBPixels(photo)
    #expect((canvas.width, canvas.height) == (48, 32))
    let found = [(12, 8), (36, 8), (12, 24), (36, 24)].map { canvas.pixels.colour($0.0, $0.1) }
    let wanted = [Fixture.red, Fixture.green, Fixture.blue, Fixture.yellow]
    for (found, wanted) in zip(found, wanted) { #expect(found.distance(wanted) <= 8) }
  }

  @Test("drawing leaves the image as it was")
  func copies() throws {
    let original = InputImage(try Self.stored(.rgb))
    let before = original.pixels.colour(0, 1)
    let drawn = try Annotator().draw(
      [BoxAnnotation(box: Box(x: 0, y: 0, width: 3, height: 2))], on: original)
    #expect(drawn.pixels.colour(0, 1).distance(before) > 0)
    #expect(original.pixels.colour(0, 1).distance(before) == 0)
  }

  @Test("boxes are drawn where they are in an image that was shrunk while it was read")
  func shrunk() throws {
    let bytes = try Fixture.bytes("large-480x320.jpg")
    let small = try InputImage(
      decoding: bytes, need: .init(size: PixelSize(width: 60, height: 40)))
    #expect(small.pixels.width == 120)
    let box = BoxAnnotation(box: Box(x: 240, y: 160, width: 120, height: 80), colorKey: .id(0))
    let drawn = try Annotator().draw([box], on: small)
    #expect(drawn.size == PixelSize(width: 480, height: 320) && drawn.pixels.width == 120)
    #expect(drawn.pixels.colour(75, 40).distance(small.pixels.colour(75, 40)) > 25)
    #expect(drawn.pixels.colour(110, 70).distance(small.pixels.colour(110, 70)) == 0)
  }
}
