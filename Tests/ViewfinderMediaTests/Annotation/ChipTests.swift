import Testing
import ViewfinderCore
import ViewfinderPixels

@testable import ViewfinderDrawing
@testable import ViewfinderPhotos
@testable import ViewfinderVideo

@Suite("Places of chips")
struct ChipPlacerTests {
  private static let picture = PixelRect(x: 0, y: 0, width: 400, height: 300)
  private static let metrics = AnnotationMetrics(
    width: 400, height: 300, scale: 1, isSubsampled: false)
  private static var height: Int { metrics.chipHeight }

  private static func place(_ box: PixelRect, width: Int = 60) -> ChipPlacer.Place {
    var placer = ChipPlacer(picture: picture)
    return placer.place(width: width, at: box, metrics: metrics)
  }

  @Test("a chip sits on its box, flush with its left side and line")
  func above() {
    let place = Self.place(PixelRect(x: 50, y: 100, width: 200, height: 100))
    #expect(place.area.x == 50 && place.area.maxY == 100 + Self.metrics.line)
    let radii = place.radii
    #expect(radii.topLeft > 0 && radii.topRight > 0)
    #expect(radii.bottomLeft == 0 && radii.bottomRight == 0)
  }

  @Test("without room above, it lies in the box; in a small box, below it")
  func elsewhere() {
    let inside = Self.place(PixelRect(x: 50, y: 3, width: 200, height: 100))
    #expect((inside.area.x, inside.area.y) == (50, 3))
    let below = Self.place(PixelRect(x: 50, y: 3, width: 70, height: 30))
    #expect(below.area.y == 33 - Self.metrics.line)
    #expect(below.radii.topLeft == 0 && below.radii.bottomLeft > 0)
  }

  @Test("every chip lies in the picture")
  func inPicture() {
    var outside: [PixelRect] = []
    for x in stride(from: 0, to: 399, by: 21) {
      for y in stride(from: 0, to: 299, by: 13) {
        for (width, height) in [(1, 1), (30, 200), (300, 12), (400, 300)] {
          let box = PixelRect(
            x: x, y: y, width: min(width, 400 - x), height: min(height, 300 - y))
          for chip in [20, 120, 400] {
            let area = Self.place(box, width: chip).area
            let isWhole = area.width == chip && area.height == Self.height
            if !isWhole || area.intersection(Self.picture) != area { outside.append(area) }
          }
        }
      }
    }
    #expect(outside.isEmpty)
  }

  @Test("chips of boxes in one place do not cover one another")
  func apart() {
    for count in 2...10 {
      var placer = ChipPlacer(picture: Self.picture)
      let areas = (0..<count).map { index in
        placer.place(
          width: 70,
          at: PixelRect(x: 100 + index, y: 100 + index, width: 160, height: 120),
          metrics: Self.metrics
        ).area
      }
      for a in areas.indices {
        for b in 0..<a { #expect(areas[a].intersection(areas[b]).area == 0, "\(count)") }
      }
    }
  }

  @Test("where chips must overlap, they are placed all the same")
  func crowd() {
    var placer = ChipPlacer(picture: PixelRect(x: 0, y: 0, width: 60, height: 30))
    for _ in 0..<20 {
      let area = placer.place(
        width: 60, at: PixelRect(x: 0, y: 0, width: 60, height: 30), metrics: Self.metrics
      ).area
      #expect(area.x == 0 && area.y >= 0)
    }
  }
}

@Suite("Chips", .enabled(if: Text.isAvailable))
struct ChipTests {
  private static let gray = Colour(128, 128, 128)
  private static let frame = Box(x: 40, y: 60, width: 200, height: 100)

  private static func drawn(
    _ annotation: BoxAnnotation,
    width: Int = 320,
    height: Int = 200
  ) throws -> RGBPixels {
    var canvas = try RGBPixels(width, height, gray)
    try Annotator().draw([annotation], on: &canvas)
    return canvas
  }

  /// The columns above the box in which a chip lies.
  private static func chip(_ canvas: RGBPixels, row: Int = 50) -> Range<Int>? {
    let columns = (0..<canvas.width).filter { canvas.colour($0, row).distance(gray) > 50 }
    return columns.first.flatMap { first in columns.last.map { first..<$0 + 1 } }
  }

  private static func width(_ annotation: BoxAnnotation) throws -> Int {
    try chip(drawn(annotation))?.count ?? 0
  }

  @Test("text, number and ID each take their room; without any there is no chip")
  func parts() throws {
    #expect(try Self.width(BoxAnnotation(box: Self.frame)) == 0)
    #expect(try Self.width(BoxAnnotation(box: Self.frame, text: " \n\u{7}")) == 0)
    let text = try Self.width(BoxAnnotation(box: Self.frame, text: "cat"))
    let number = try Self.width(BoxAnnotation(box: Self.frame, text: "cat", confidence: 0.5))
    let all = try Self.width(
      BoxAnnotation(box: Self.frame, text: "cat", confidence: 0.5, trackingID: 12))
    #expect(0 < text && text + 20 < number && number + 20 < all)
    #expect(try Self.width(BoxAnnotation(box: Self.frame, confidence: 0.5)) > 20)
  }

  @Test("the text has its colour, and stands in the middle")
  func ink() throws {
    // Violet has white text, turquoise has black.
    for (id, text) in [(2, 255), (4, 0)] {
      let canvas = try Self.drawn(
        BoxAnnotation(box: Self.frame, text: "HHH", colorKey: .id(id)))
      let rows = (20..<60).filter { y in
        (40..<120).contains { canvas.colour($0, y).distance(Colour(text, text, text)) < 40 }
      }
      let chip = (0..<60).filter { canvas.colour(42, $0).distance(Self.gray) > 50 }
      let (top, bottom) = (try #require(rows.first), try #require(rows.last))
      #expect(bottom - top + 1 == rows.count && rows.count >= 7)
      let above = top - (try #require(chip.first))
      let below = (try #require(chip.last)) - bottom
      #expect(abs(above - below) <= 1, "\(above) and \(below)")
    }
  }

  @Test("a chip lets a little of the picture through")
  func translucency() throws {
    var dark = try RGBPixels(320, 200, Colour(0, 0, 0))
    var light = try RGBPixels(320, 200, Colour(255, 255, 255))
    let annotation = BoxAnnotation(box: Self.frame, text: "cat")
    try Annotator().draw([annotation], on: &dark)
    try Annotator().draw([annotation], on: &light)
    let difference = dark.colour(42, 55).distance(light.colour(42, 55))
    #expect((5...25).contains(difference))
  }

  @Test("long text is cut to the picture, the number stays")
  func long() throws {
    let text = String(repeating: "very long ", count: 30)
    for width in [120, 200, 320] {
      let canvas = try Self.drawn(
        BoxAnnotation(box: Box(x: 40, y: 60, width: 60, height: 100), text: text, confidence: 1),
        width: width
      )
      let chip = try #require(Self.chip(canvas))
      #expect(chip.upperBound <= width && chip.count > 70)
    }
  }

  @Test("pictures too small for text get boxes, and no crash")
  func tiny() throws {
    for side in 1...40 {
      let canvas = try Self.drawn(
        BoxAnnotation(
          box: Box(x: 0, y: 0, width: Double(side), height: Double(side)),
          text: "Egyptian cat",
          confidence: 0.5,
          trackingID: 123_456
        ),
        width: side,
        height: side
      )
      #expect(canvas.bytes.contains { $0 != 128 })
    }
  }

  @Test("numbers are clamped, and those that are none are left out")
  func numbers() throws {
    let plain = try Self.drawn(BoxAnnotation(box: Self.frame, text: "cat"))
    for bad in [Float.nan, .infinity, -.infinity] {
      let canvas = try Self.drawn(BoxAnnotation(box: Self.frame, text: "cat", confidence: bad))
      #expect(canvas.bytes == plain.bytes)
    }
    let one = try Self.drawn(BoxAnnotation(box: Self.frame, text: "cat", confidence: 1))
    let more = try Self.drawn(BoxAnnotation(box: Self.frame, text: "cat", confidence: 1e30))
    #expect(one.bytes == more.bytes)
  }

  @Test("text on planes is where it is in RGB")
  func planes() throws {
    let annotation = BoxAnnotation(box: Self.frame, text: "HHH", colorKey: .id(4))
    var picture = Picture(320, 200, format: .i420FullRange)
    try picture.draw([annotation])
    let ink = (40..<100).filter { picture.first($0, 50) < 60 }
    #expect(ink.count > 8)
  }
}
