import Testing
import ViewfinderCore
import ViewfinderDrawing
import ViewfinderPhotos
import ViewfinderPixels
import ViewfinderVideo

@Suite("Shrinking while reading", .enabled(if: PhotoDecoder.isAvailable))
struct ShrinkingTests {
  @Test(
    "a photo stays at least twice as large as needed",
    arguments: [
      (1, 1, 60, 40), (30, 20, 60, 40), (31, 20, 120, 80), (60, 40, 120, 80), (60, 41, 240, 160),
      (120, 80, 240, 160), (121, 50, 480, 320), (480, 320, 480, 320), (999, 1, 480, 320),
      (Int.max, Int.max, 480, 320),
    ]
  )
  func jpeg(width: Int, height: Int, decodedWidth: Int, decodedHeight: Int) throws {
    let photo = try PhotoDecoder().decode(
      bytes: try Fixture.bytes("large-480x320.jpg"),
      need: .init(size: PixelSize(width: width, height: height))
    )
    #expect((photo.pixels.width, photo.pixels.height) == (decodedWidth, decodedHeight))
    #expect(photo.size == PixelSize(width: 480, height: 320))
    let expected = [Fixture.red, Fixture.green, Fixture.blue, Fixture.yellow]
    for (found, wanted) in zip(photo.quadrants, expected) {
      #expect(found.distance(wanted) <= 10, "\(found) is not \(wanted)")
    }
  }

  @Test(
    "other formats shrink by whole numbers",
    arguments: ["rgb.png", "lossless.webp", "rgb.heic", "lzw.tif", "animated.gif", "alpha.png"]
  )
  func wholeNumbers(name: String) throws {
    let photo = try PhotoDecoder().decode(
      bytes: try Fixture.bytes(name),
      need: .init(size: PixelSize(width: 8, height: 5))
    )
    #expect((photo.pixels.width, photo.pixels.height) == (16, 11))
    #expect(photo.quadrants[0].distance(Fixture.red) <= 10)
  }

  @Test("hidden colours of transparent pixels do not bleed")
  func bleeding() throws {
    let photo = try PhotoDecoder().decode(
      bytes: try Fixture.bytes("alpha.png"),
      need: .init(size: PixelSize(width: 4, height: 3))
    )
    #expect((photo.pixels.width, photo.pixels.height) == (10, 6))
    // Columns 20 to 24 become one; the transparent half starts at column 24.
    let mixed = photo.pixels.colour(4, 0)
    #expect(mixed.distance(Colour((4 * 220 + 255) / 5, (4 * 30 + 255) / 5, 75)) <= 2)
  }

  @Test("a target size is upright")
  func uprightTarget() throws {
    // Stored 32 × 48: shrinking by 2 leaves 16 × 24, upright 24 × 16.
    let bytes = try Fixture.bytes("orientation-6.jpg")
    let fits = try PhotoDecoder().decode(
      bytes: bytes, need: .init(size: PixelSize(width: 12, height: 8)))
    #expect((fits.pixels.width, fits.pixels.height) == (16, 24))
    let tooSmall = try PhotoDecoder().decode(
      bytes: bytes, need: .init(size: PixelSize(width: 8, height: 12)))
    #expect((tooSmall.pixels.width, tooSmall.pixels.height) == (32, 48))
  }

  @Test("boxes of the full image map to the decoded pixels, and back")
  func regions() throws {
    let photo = try PhotoDecoder().decode(
      bytes: try Fixture.bytes("large-480x320.jpg"),
      need: .init(size: PixelSize(width: 30, height: 20))
    )
    let box = Box(x: 240, y: 160, width: 240, height: 80)
    #expect(photo.stored(box) == Box(x: 30, y: 20, width: 30, height: 10))
    #expect(photo.upright(photo.stored(box)) == box)
  }
}
