import Testing
import ViewfinderCore
import ViewfinderPixels

@testable import ViewfinderDrawing
@testable import ViewfinderPhotos
@testable import ViewfinderVideo

// The pictures are so small that lines have 2 pixels and rims 1; see `metrics`.
@Suite("Boxes")
struct BoxTests {
  private static let gray = Colour(128, 128, 128)
  private static let paint = Colour(Palette.color(for: .id(0)))

  private static func drawn(_ frames: [Box], width: Int = 80, height: Int = 60) throws -> RGBPixels
  {
    var canvas = try RGBPixels(width, height, gray)
    let annotations = frames.map { BoxAnnotation(box: $0, colorKey: .id(0)) }
    try Annotator().draw(annotations, on: &canvas)
    return canvas
  }

  /// The columns of a row that have exactly the box's colour.
  private static func painted(_ canvas: RGBPixels, row: Int) -> [Int] {
    (0..<canvas.width).filter { canvas.colour($0, row).distance(paint) == 0 }
  }

  private static func painted(_ canvas: RGBPixels, column: Int) -> [Int] {
    (0..<canvas.height).filter { canvas.colour(column, $0).distance(paint) == 0 }
  }

  @Test("lines have 2 pixels here")
  func metrics() {
    for isSmall in [false, true] {
      let metrics = AnnotationMetrics(
        width: 80, height: 60, scale: 1, isSubsampled: false, isSmall: isSmall)
      #expect(metrics.line == 2 && metrics.rim == 1)
    }
  }

  @Test("lines and type grow with the square root of a picture's area, and by the scale")
  func growth() {
    let sizes = [(768, 576), (1536, 1152), (3072, 2304)].map {
      AnnotationMetrics(width: $0.0, height: $0.1, scale: 1, isSubsampled: false).type
    }
    #expect(sizes == [14, 29, 58])
    let twice = AnnotationMetrics(width: 1536, height: 1152, scale: 2, isSubsampled: false)
    #expect(twice.type == 58 && twice.line == 11)
  }

  @Test("a line lies half outside and half inside its frame, to the pixel")
  func edges() throws {
    let canvas = try Self.drawn([Box(x: 10, y: 12, width: 40, height: 30)])
    #expect(Self.painted(canvas, row: 27) == [9, 10, 49, 50])
    #expect(Self.painted(canvas, column: 27) == [11, 12, 41, 42])
    // The rim is darker than the ground, and what lies beyond it is as it was.
    #expect(canvas.colour(8, 27).red < 128 && canvas.colour(11, 27).red < 128)
    for x in [0, 7, 12, 30, 47, 52, 79] { #expect(canvas.colour(x, 27).distance(Self.gray) == 0) }
  }

  @Test(
    "edges are rounded to whole pixels",
    arguments: [(10.4, 9), (10.5, 10), (9.6, 9), (9.4, 8)]
  )
  func rounding(x: Double, first: Int) throws {
    let canvas = try Self.drawn([Box(x: x, y: 12, width: 50 - x, height: 30)])
    #expect(Self.painted(canvas, row: 27) == [first, first + 1, 49, 50])
  }

  @Test("corners are round, smooth and symmetric")
  func corners() throws {
    let canvas = try Self.drawn([Box(x: 20, y: 15, width: 40, height: 30)])
    var largest = 0
    for y in 0..<60 {
      for x in 0..<80 {
        let colour = canvas.colour(x, y)
        largest = max(largest, colour.distance(canvas.colour(79 - x, y)))
        largest = max(largest, colour.distance(canvas.colour(x, 59 - y)))
      }
    }
    #expect(largest == 0)
    // Outer corners miss the line, and the pixels beside them are covered in part.
    #expect(canvas.colour(19, 14).distance(Self.paint) > 40)
    let partial = canvas.colour(20, 14)
    #expect(partial.red > 128 && partial.distance(Self.paint) > 10)
  }

  @Test(
    "frames that reach beyond the picture are drawn along its border",
    arguments: [
      Box(x: -100, y: -100, width: 1000, height: 1000), Box(x: 0, y: 0, width: 80, height: 60),
      Box(x: -1e300, y: -1e300, width: 1.5e300, height: 1.5e300),
    ]
  )
  func clipping(frame: Box) throws {
    let canvas = try Self.drawn([frame])
    #expect(Self.painted(canvas, row: 30) == [0, 1, 78, 79])
    #expect(Self.painted(canvas, column: 40) == [0, 1, 58, 59])
  }

  @Test(
    "frames that nothing can be seen of leave the picture as it was",
    arguments: [
      Box(x: .nan, y: 0, width: 10, height: 10), Box(x: 0, y: 0, width: .nan, height: 10),
      Box(x: 0, y: 0, width: .infinity, height: 10), Box(x: 5, y: 5, width: 0, height: 10),
      Box(x: 30, y: 30, width: -10, height: -10), Box(x: 80, y: 10, width: 10, height: 10),
      Box(x: -10, y: 10, width: 10, height: 10), Box(x: 1e18, y: 1e18, width: 1, height: 1),
      Box(x: -.greatestFiniteMagnitude, y: 0, width: 1, height: 1),
    ]
  )
  func invisible(frame: Box) throws {
    var canvas = try RGBPixels(80, 60, Self.gray)
    let before = canvas.bytes
    try Annotator().draw([BoxAnnotation(box: frame, text: "x", confidence: 1)], on: &canvas)
    #expect(canvas.bytes == before)
  }

  @Test("no annotations change nothing")
  func none() throws {
    #expect(try Self.drawn([]).bytes == RGBPixels(80, 60, Self.gray).bytes)
  }

  @Test("frames of every small size are drawn anywhere")
  func small() throws {
    for side in 1...14 {
      let frames = [(-1.0, -1.0), (70.5, 20.2), (30, 52), (33.3, 21.7)].map {
        Box(x: $0.0, y: $0.1, width: Double(side) * 0.9, height: Double(15 - side) * 0.9)
      }
      for frame in frames where frame.maxX > 0 && frame.maxY > 0 {
        let canvas = try Self.drawn([frame])
        #expect((0..<60).contains { !Self.painted(canvas, row: $0).isEmpty })
      }
    }
  }

  @Test("the first annotation lies on top")
  func order() throws {
    var canvas = try RGBPixels(80, 60, Self.gray)
    let frame = Box(x: 10, y: 12, width: 40, height: 30)
    let annotations = [1, 2].map { BoxAnnotation(box: frame, colorKey: .id($0)) }
    try Annotator().draw(annotations, on: &canvas)
    #expect(canvas.colour(9, 27).distance(Colour(Palette.color(for: .id(1)))) == 0)
  }

  @Test("a picture of one pixel can be drawn on")
  func onePixel() throws {
    let canvas = try Self.drawn(
      [Box(x: 0, y: 0, width: 1, height: 1)], width: 1, height: 1)
    #expect(canvas.colour(0, 0).distance(Self.gray) > 0)
  }
}
