import Testing
import ViewfinderCore
import ViewfinderPixels

@Suite("Placement")
struct PlacementTests {
  private func placement(
    _ orientation: ImageOrientation,
    _ scaling: ScaleMode,
    region: Box? = nil
  ) throws -> Placement {
    let source = try TestImage(12, 6, .gray).buffer()
    var sampler = Sampler(width: 8, height: 8)
    var target = [UInt8](repeating: 0, count: 192)
    var span = target.mutableSpan
    return try sampler.sample(
      source,
      region: region,
      orientation: orientation,
      scaling: scaling,
      into: &span
    )
  }

  private func isClose(_ a: Box, _ b: Box) -> Bool {
    abs(a.x - b.x) < 1e-9 && abs(a.y - b.y) < 1e-9 && abs(a.width - b.width) < 1e-9
      && abs(a.height - b.height) < 1e-9
  }

  @Test(
    "the image's place in the target maps back to the region",
    arguments: ImageOrientation.allCases,
    [ScaleMode.stretch, .letterbox(fill: 0)]
  )
  func wholeRegion(orientation: ImageOrientation, scaling: ScaleMode) throws {
    let region = Box(x: 1, y: 2, width: 8, height: 4)
    let place = try placement(orientation, scaling, region: region)
    let upright = orientation.swapsSides ? (4.0, 8.0) : (8.0, 4.0)
    let content = Box(
      x: place.offsetX,
      y: place.offsetY,
      width: upright.0 * place.scaleX,
      height: upright.1 * place.scaleY
    )
    let expected =
      switch (scaling, orientation.swapsSides) {
      case (.stretch, _): Box(x: 0, y: 0, width: 8, height: 8)
      case (_, false): Box(x: 0, y: 2, width: 8, height: 4)
      case (_, true): Box(x: 2, y: 0, width: 4, height: 8)
      }
    #expect(isClose(content, expected))
    #expect(isClose(place.sourceRect(content), region))
    #expect(isClose(place.targetRect(region), content))
  }

  @Test(
    "the way there and back ends where it began",
    arguments: ImageOrientation.allCases,
    [ScaleMode.stretch, .letterbox(fill: 0)]
  )
  func roundTrip(orientation: ImageOrientation, scaling: ScaleMode) throws {
    let rect = Box(x: 3, y: 1.5, width: 2, height: 0.5)
    let place = try placement(
      orientation,
      scaling,
      region: Box(x: 2.25, y: 1, width: 7.5, height: 4)
    )
    #expect(isClose(place.sourceRect(place.targetRect(rect)), rect))
  }

  @Test(
    "a bright pixel is found where the placement says",
    arguments: ImageOrientation.allCases,
    [ScaleMode.stretch, .letterbox(fill: 0)]
  )
  func brightPixel(orientation: ImageOrientation, scaling: ScaleMode) throws {
    // Twice enlarged, the pixel at (3, 1) of 4 × 2 covers 2 × 2 pixels or 2 × 4 of the target.
    var bytes = [UInt8](repeating: 0, count: 8)
    bytes[7] = 255
    let source = try PixelBuffer(width: 4, height: 2, format: .gray, bytes: bytes)
    var sampler = Sampler(width: 8, height: 8)
    var target = [Float](repeating: 0, count: 192)
    var span = target.mutableSpan
    let place = try sampler.sample(
      source,
      orientation: orientation,
      scaling: scaling,
      into: &span
    )
    let rect = place.targetRect(Box(x: 3, y: 1, width: 1, height: 1))
    let brightest = target.max()
    for y in 0..<8 {
      for x in 0..<8 where target[(y * 8 + x) * 3] == brightest {
        #expect(Double(x) >= rect.x && Double(x + 1) <= rect.maxX)
        #expect(Double(y) >= rect.y && Double(y + 1) <= rect.maxY)
      }
    }
    #expect(brightest == 255)
  }
}
