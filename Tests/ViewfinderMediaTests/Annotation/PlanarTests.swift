import Testing
import ViewfinderCore
import ViewfinderPixels

@testable import ViewfinderDrawing
@testable import ViewfinderPhotos
@testable import ViewfinderVideo

/// Drawing on video frames.
@Suite("Boxes on planes")
struct PlanarTests {
  // Even edges, so that the box lies on the same pixels in all formats.
  static let annotations = [
    BoxAnnotation(box: Box(x: 12, y: 8, width: 30, height: 26), colorKey: .id(0)),
    BoxAnnotation(
      box: Box(x: 30, y: 20, width: 40, height: 16),
      colorKey: .id(1),
      trail: [BoxAnnotation.Point(x: 4, y: 50), BoxAnnotation.Point(x: 50, y: 28)]
    ),
  ]

  static let planar: [PixelFormat] = [
    .i420VideoRange, .i420FullRange, .nv12VideoRange, .nv12FullRange,
  ]

  /// The luma of BT.601, times 1000.
  private static func luma(_ colour: Colour) -> Int {
    299 * colour.red + 587 * colour.green + 114 * colour.blue
  }

  @Test("all formats show what RGB shows", arguments: PixelFormat.allCases)
  func formats(_ format: PixelFormat) throws {
    // At this scale lines have 4 pixels in all formats.
    let annotator = Annotator(scale: 2.5)
    var reference = Picture(80, 56)
    try reference.draw(Self.annotations, with: annotator)
    var picture = Picture(80, 56, format: format, value: format.isVideoRange ? 126 : 128)
    try picture.draw(Self.annotations, with: annotator)
    #expect(picture.hasCleanPadding)
    let (wanted, found) = (try reference.pixels, try picture.pixels)
    var largest = 0
    var far = 0
    var lumaSum = 0
    for y in 0..<56 {
      for x in 0..<80 {
        let (a, b) = (wanted.colour(x, y), found.colour(x, y))
        largest = max(largest, a.distance(b))
        far += a.distance(b) > 24 ? 1 : 0
        lumaSum += abs(Self.luma(a) - Self.luma(b)) / 1000
      }
    }
    if format.planeCount == 1, format != .gray {
      #expect(largest == 0)
    } else if format == .gray {
      #expect(lumaSum <= 80 * 56)
    } else {
      // Chroma is shared by four pixels: around corners, rims and the trail it cannot be exact.
      #expect(far < 80 * 56 / 20)
      #expect(lumaSum < 80 * 56 * 3)
      for (x, y) in [(10, 20), (13, 20), (11, 18), (30, 34), (40, 19), (69, 30)] {
        #expect(found.colour(x, y).distance(wanted.colour(x, y)) <= 3, "(\(x), \(y))")
      }
    }
  }

  @Test(
    "a turned frame gets the same upright picture",
    arguments: ImageOrientation.allCases, PixelFormat.allCases
  )
  func orientations(_ orientation: ImageOrientation, _ format: PixelFormat) throws {
    for (width, height) in [(48, 40), (49, 41)] {
      var straight = Picture(width, height, format: format)
      try straight.draw(Self.annotations)
      var turned = Picture(width, height, format: format, orientation: orientation)
      try turned.draw(Self.annotations)
      #expect(turned.hasCleanPadding)
      let (wanted, found) = (try straight.upright, try turned.upright)
      var largest = 0
      var lumaSum = 0
      for y in 0..<height {
        for x in 0..<width {
          let (a, b) = (wanted.colour(x, y), found.colour(x, y))
          largest = max(largest, a.distance(b))
          lumaSum += abs(Self.luma(a) - Self.luma(b)) / 1000
        }
      }
      // Turned by a quarter, 4:2:2 has its chroma halved along the other side.
      let isHalvedOtherwise =
        orientation.swapsSides && format.chromaShift.x != format.chromaShift.y
      if format.planeCount == 1 || width % 2 == 0 && !isHalvedOtherwise {
        #expect(largest <= 1)
      } else {
        // An odd side that is mirrored shares its chroma otherwise; brightness is much the same.
        #expect(lumaSum <= width * height * 5)
      }
    }
  }

  @Test("lines lie on whole chroma samples", arguments: planar)
  func chroma(_ format: PixelFormat) throws {
    var picture = Picture(80, 56, format: format)
    try picture.draw([
      BoxAnnotation(box: Box(x: 13, y: 9, width: 30, height: 26), colorKey: .id(0))
    ]
    )
    let wanted = YCbCrMatrix.bt601.ycbcr(
      red: 0xFC, green: 0x3D, blue: 0x1D, isVideoRange: format.isVideoRange)
    let step = format.planeCount == 2 ? 2 : 1
    let row = 10 * picture.layout.bytesPerRow[1]
    // 13 is rounded to 14, and a line of two pixels on whole samples cannot straddle it.
    #expect(picture.planes[1][row + 7 * step] == wanted.cb)
    #expect(picture.planes[1][row + 5 * step] == 128 && picture.planes[1][row + 9 * step] == 128)
    #expect(picture.first(14, 20) == Int(wanted.y) && picture.first(15, 20) == Int(wanted.y))
  }

  @Test("only covered pixels are touched")
  func footprint() throws {
    var picture = Picture(80, 56, format: .i420VideoRange)
    // Luma values that a round trip through anything would change.
    for y in 0..<56 {
      for x in 0..<80 { picture.planes[0][y * 86 + x] = UInt8((x * 7 + y * 13) % 256) }
    }
    let before = picture
    try picture.draw([BoxAnnotation(box: Box(x: 20, y: 20, width: 40, height: 20))])
    var touched: [Int] = []
    for y in 0..<56 {
      for x in 0..<80 where x < 16 || x > 65 || y < 16 || y > 45 || (26...54 ~= x && 26...34 ~= y) {
        if picture.first(x, y) != before.first(x, y) { touched.append(y * 80 + x) }
      }
    }
    #expect(touched.isEmpty)
  }

  @Test(
    "odd and tiny frames are drawn",
    arguments: [(1, 1), (2, 1), (1, 3), (3, 3), (5, 2), (17, 9)]
  )
  func tiny(size: (Int, Int)) throws {
    for format in PixelFormat.allCases {
      for orientation in ImageOrientation.allCases {
        var picture = Picture(size.0, size.1, format: format, orientation: orientation)
        let before = picture.planes[0]
        try picture.draw([
          BoxAnnotation(
            box: Box(x: -5, y: -5, width: 100, height: 100),
            colorKey: .id(2),
            trail: [BoxAnnotation.Point(x: -3, y: -3), BoxAnnotation.Point(x: 30, y: 20)]
          )
        ])
        #expect(picture.planes[0] != before && picture.hasCleanPadding)
      }
    }
  }

  @Test("white, black and grays have neutral chroma, and colours come back")
  func matrix() {
    for matrix in YCbCrMatrix.allCases {
      for isVideoRange in [false, true] {
        for value: UInt8 in [0, 128, 255] {
          let gray = matrix.ycbcr(red: value, green: value, blue: value, isVideoRange: isVideoRange)
          #expect(gray.cb == 128 && gray.cr == 128)
        }
        let white = matrix.ycbcr(red: 255, green: 255, blue: 255, isVideoRange: isVideoRange)
        #expect(white.y == (isVideoRange ? 235 : 255))
        for color in Palette.colors {
          let (y, cb, cr) = matrix.ycbcr(
            red: color.red, green: color.green, blue: color.blue, isVideoRange: isVideoRange)
          let pixels = try? PixelBuffer(
            width: 1,
            height: 1,
            format: isVideoRange ? .i420VideoRange : .i420FullRange,
            bytes: [y, cb, cr],
            colorMatrix: matrix
          )
          let back = pixels?.colour(0, 0) ?? Colour(-99, -99, -99)
          #expect(back.distance(Colour(color)) <= 3)
        }
      }
    }
  }

  @Test("planes that are too short trap")
  func shortPlanes() async {
    await #expect(processExitsWith: .failure) {
      var first = [UInt8](repeating: 0, count: 80 * 56 - 1)
      var span = first.mutableSpan
      var second = MutableSpan<UInt8>()
      var third = MutableSpan<UInt8>()
      try Annotator().draw(
        [], PictureLayout(width: 80, height: 56, format: .gray), &span, &second, &third)
    }
  }
}
