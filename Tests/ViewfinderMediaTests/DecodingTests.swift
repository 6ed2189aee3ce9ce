import Testing
import ViewfinderCore
import ViewfinderDrawing
import ViewfinderPhotos
import ViewfinderPixels
import ViewfinderVideo

@Suite("Decoding", .enabled(if: PhotoDecoder.isAvailable))
struct DecodingTests {
  struct Case: CustomTestStringConvertible {
    let name: String
    let format: PhotoFormat
    /// Lossy coding and rounding between colour spaces.
    var tolerance = 8
    var testDescription: String { name }
  }

  static let quadrants = [
    Case(name: "baseline.jpg", format: .jpeg), Case(name: "progressive.jpg", format: .jpeg),
    Case(name: "rgb.png", format: .png, tolerance: 0),
    Case(name: "rgb16.png", format: .png, tolerance: 0),
    Case(name: "palette.png", format: .png, tolerance: 2),
    Case(name: "lossless.webp", format: .webp, tolerance: 0),
    Case(name: "lossy.webp", format: .webp), Case(name: "rgb.heic", format: .heic),
    Case(name: "rgb.avif", format: .avif), Case(name: "lzw.tif", format: .tiff, tolerance: 0),
    Case(name: "two-pages.tif", format: .tiff, tolerance: 0),
    Case(name: "animated.gif", format: .gif, tolerance: 2),
    Case(name: "rotated-primaries.png", format: .png, tolerance: 3),
    // Inks have a smaller gamut; the quadrants must still be what they are called.
    Case(name: "cmyk.jpg", format: .jpeg, tolerance: 90),
  ]

  @Test("every format gives the same picture in sRGB", arguments: quadrants)
  func formats(of sample: Case) throws {
    let bytes = try Fixture.bytes(sample.name)
    let photo = try PhotoDecoder().decode(bytes: bytes)
    #expect(try PhotoDecoder().readHeader(bytes: bytes).format == sample.format)
    #expect((photo.width, photo.height) == (48, 32))
    #expect((photo.pixels.width, photo.pixels.height) == (48, 32))
    #expect(photo.pixels.format == .rgb)
    let expected = [Fixture.red, Fixture.green, Fixture.blue, Fixture.yellow]
    for (found, wanted) in zip(photo.quadrants, expected) {
      #expect(found.distance(wanted) <= sample.tolerance, "\(found) is not \(wanted)")
    }
  }

  @Test("gray becomes RGB with equal channels", arguments: ["gray.jpg", "gray.png"])
  func gray(name: String) throws {
    let photo = try PhotoDecoder().decode(bytes: try Fixture.bytes(name))
    // Rec. 601 luma of the quadrants.
    for (found, luma) in zip(photo.quadrants, [87, 131, 71, 197]) {
      #expect(found.distance(Colour(luma, luma, luma)) <= 4)
      #expect(found.red == found.green && found.green == found.blue)
    }
  }

  @Test("all orientations are reported and not applied", arguments: ImageOrientation.allCases)
  func orientations(_ orientation: ImageOrientation) throws {
    let bytes = try Fixture.bytes("orientation-\(orientation.rawValue).jpg")
    let photo = try PhotoDecoder().decode(bytes: bytes)
    #expect(photo.orientation == orientation)
    #expect((photo.width, photo.height) == (48, 32))
    #expect(photo.pixels.width == (orientation.swapsSides ? 32 : 48))
    let expected = [Fixture.red, Fixture.green, Fixture.blue, Fixture.yellow]
    for (found, wanted) in zip(photo.quadrants, expected) {
      #expect(found.distance(wanted) <= 8, "\(found) is not \(wanted)")
    }
  }

  @Test(
    "orientations are found in EXIF and in XMP, and ignored when out of range",
    arguments: [
      ("orientation-6.webp", ImageOrientation.right), ("xmp-orientation-3.png", .down),
      ("orientation-9.jpg", .up), ("rgb.png", .up),
    ]
  )
  func orientationSources(name: String, expected: ImageOrientation) throws {
    let photo = try PhotoDecoder().decode(bytes: try Fixture.bytes(name))
    #expect(photo.orientation == expected)
    #expect(photo.quadrants[0].distance(Fixture.red) <= 8)
    #expect(photo.quadrants[3].distance(Fixture.yellow) <= 8)
  }

  @Test("transparent pixels are laid over the background")
  func transparency() throws {
    let bytes = try Fixture.bytes("alpha.png")
    let overWhite = try PhotoDecoder().decode(bytes: bytes)
    #expect(overWhite.quadrants[0].distance(Fixture.red) == 0)
    #expect(overWhite.quadrants[1].distance(Colour(255, 255, 255)) == 0)
    #expect(overWhite.quadrants[3].distance(Colour(127, 127, 127)) <= 1)
    let paint = PhotoDecoder.Background(red: 10, green: 20, blue: 250)
    let overPaint = try PhotoDecoder(background: paint).decode(bytes: bytes)
    #expect(overPaint.quadrants[1].distance(Colour(10, 20, 250)) == 0)
    #expect(overPaint.quadrants[3].distance(Colour(5, 10, 125)) <= 1)
    let gray = try PhotoDecoder(background: paint).decode(
      bytes: try Fixture.bytes("gray-alpha16.png")
    )
    #expect(gray.quadrants[0].distance(Colour(100, 100, 100)) == 0)
    #expect(gray.quadrants[1].distance(Colour(10, 20, 250)) == 0)
  }

  @Test("a file, a descriptor and bytes give the same pixels")
  func sources() throws {
    let path = try Fixture.path("baseline.jpg")
    let fromFile = try PhotoDecoder().decode(path: path)
    let fromBytes = try PhotoDecoder().decode(bytes: try Fixture.bytes("baseline.jpg"))
    let pipe = TestPipe()
    pipe.feed(try Fixture.bytes("baseline.jpg"))
    let fromPipe = try PhotoDecoder().decode(descriptor: pipe.reading, name: "standard input")
    #expect(fromFile.size == fromBytes.size && fromFile.size == fromPipe.size)
    for (x, y) in [(0, 0), (47, 31), (24, 16)] {
      #expect(fromFile.pixels.colour(x, y).distance(fromBytes.pixels.colour(x, y)) == 0)
      #expect(fromFile.pixels.colour(x, y).distance(fromPipe.pixels.colour(x, y)) == 0)
    }
  }
}
