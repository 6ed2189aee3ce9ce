import Testing
import ViewfinderCore
import ViewfinderVideo

@testable import ViewfinderDrawing
@testable import ViewfinderPhotos
@testable import ViewfinderPixels

@Suite("Trails")
struct TrailTests {
  private typealias Point = BoxAnnotation.Point
  private static let picture = PixelRect(x: 0, y: 0, width: 100, height: 60)

  private static func mask(_ points: [Point], line: Int = 4) -> (mask: Mask, area: PixelRect)? {
    Trail.mask(points, line: line, picture: picture)
  }

  private static func value(_ found: (mask: Mask, area: PixelRect)?, _ x: Int, _ y: Int) -> Int {
    guard let found, found.area.intersection(PixelRect(x: x, y: y, width: 1, height: 1)).area > 0
    else { return 0 }
    return Int(found.mask.bytes[(y - found.area.y) * found.mask.width + x - found.area.x])
  }

  @Test("a trail follows its points, and fades and narrows towards the oldest")
  func fading() {
    let trail = Self.mask((0...8).map { Point(x: 10 + Double($0) * 10, y: 30) })
    let along = stride(from: 15, to: 90, by: 5).map { Self.value(trail, $0, 29) }
    #expect(along == along.sorted() && Set(along).count == along.count)
    #expect(Self.value(trail, 88, 29) > 240 && Self.value(trail, 12, 29) < 20)
    let widths = [20, 50, 88].map { x in (0..<60).count { Self.value(trail, x, $0) > 0 } }
    #expect(widths == widths.sorted() && widths[0] < widths[2] && widths[2] <= 6)
  }

  @Test("the line is smooth and symmetric")
  func symmetry() {
    let trail = Self.mask([Point(x: 10, y: 30), Point(x: 90, y: 30)])
    for distance in 0..<6 {
      let above = (5..<95).map { Self.value(trail, $0, 29 - distance) }
      #expect(above == (5..<95).map { Self.value(trail, $0, 30 + distance) })
    }
  }

  @Test("columns without ink are not looked at")
  func extents() throws {
    let (mask, _) = try #require(Self.mask([Point(x: 5, y: 5), Point(x: 90, y: 55)]))
    let extents = try #require(mask.extents)
    #expect(extents.reduce(0) { $0 + $1.count } < mask.bytes.count / 6)
    let missed = mask.bytes.indices.filter { index in
      mask.bytes[index] > 0 && !extents[index / mask.width].contains(index % mask.width)
    }
    #expect(missed.isEmpty)
  }

  @Test("points that are not finite are left out")
  func notFinite() {
    let sound = [Point(x: 10, y: 10), Point(x: 50, y: 30), Point(x: 90, y: 20)]
    var mixed = sound
    mixed.insert(Point(x: .nan, y: 4), at: 1)
    mixed.insert(Point(x: 3, y: -.infinity), at: 3)
    mixed.append(Point(x: .nan, y: .nan))
    #expect(Self.mask(mixed)?.mask == Self.mask(sound)?.mask)
  }

  @Test(
    "nothing is drawn where there is no way to see",
    arguments: [
      [], [BoxAnnotation.Point(x: 5, y: 5)],
      [BoxAnnotation.Point](repeating: .init(x: 5, y: 5), count: 9),
      [BoxAnnotation.Point(x: -90, y: 5), BoxAnnotation.Point(x: -20, y: 9)],
      [BoxAnnotation.Point(x: .nan, y: 5), BoxAnnotation.Point(x: .infinity, y: 9)],
    ]
  )
  func nothing(points: [BoxAnnotation.Point]) {
    #expect(Self.mask(points) == nil)
  }

  @Test("ways across the picture from far outside are drawn, and do not overflow")
  func huge() {
    #expect(Self.value(Self.mask([Point(x: -500, y: 30), Point(x: 600, y: 30)]), 50, 29) > 100)
    let far = Self.mask([Point(x: -1e300, y: -1e300), Point(x: 1e300, y: 1e300)])
    #expect((far?.area.area ?? 0) <= 6000)
  }

  @Test("the newest point is where the trail ends, however close it is to the one before")
  func end() {
    let trail = Self.mask([Point(x: 10, y: 30), Point(x: 60, y: 30), Point(x: 61.5, y: 30)])
    #expect(Self.value(trail, 62, 29) > 0)
    #expect(Self.value(trail, 66, 29) == 0)
  }
}
