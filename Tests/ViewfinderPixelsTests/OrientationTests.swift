import Testing
import ViewfinderCore
import ViewfinderPixels

@Suite("Orientation")
struct OrientationTests {
  /// A stored 4 × 3 image; the pixel at (1, 0) and where it stands upright.
  @Test(
    "the upright place of a stored pixel is the EXIF standard's",
    arguments: [
      (ImageOrientation.up, 1.0, 0.0), (.upMirrored, 2, 0), (.down, 2, 2), (.downMirrored, 1, 2),
      (.leftMirrored, 0, 1), (.right, 2, 1), (.rightMirrored, 2, 2), (.left, 0, 2),
    ]
  )
  func uprightPlace(orientation: ImageOrientation, x: Double, y: Double) {
    let pixel = Box(x: 1, y: 0, width: 1, height: 1)
    let upright = orientation.upright(pixel, width: 4, height: 3)
    #expect(upright == Box(x: x, y: y, width: 1, height: 1))
    #expect(orientation.stored(upright, width: 4, height: 3) == pixel)
  }

  @Test("upright sizes swap for the four turned orientations", arguments: ImageOrientation.allCases)
  func sizes(orientation: ImageOrientation) {
    let size = orientation.upright(PixelSize(width: 4, height: 3))
    #expect([size.width, size.height] == (orientation.rawValue >= 5 ? [3, 4] : [4, 3]))
  }

  @Test("an orientation and its inverse cancel out", arguments: ImageOrientation.allCases)
  func inverse(orientation: ImageOrientation) {
    #expect(orientation.then(orientation.inverse) == .up)
    #expect(orientation.inverse.then(orientation) == .up)
    #expect(orientation.inverse.inverse == orientation)
  }

  @Test(
    "two turns one after the other are the turn they compose to",
    arguments: ImageOrientation.allCases,
    ImageOrientation.allCases
  )
  func composition(first: ImageOrientation, second: ImageOrientation) {
    let rect = Box(x: 1, y: 0, width: 2, height: 1)
    let size = first.upright(PixelSize(width: 5, height: 3))
    let once = first.upright(rect, width: 5, height: 3)
    let twice = second.upright(once, width: size.width, height: size.height)
    #expect(first.then(second).upright(rect, width: 5, height: 3) == twice)
  }

  @Test("a quarter turn four times is no turn")
  func quarterTurns() {
    #expect(ImageOrientation.right.then(.right) == .down)
    #expect(ImageOrientation.right.then(.right).then(.right) == .left)
    #expect(ImageOrientation.right.inverse == .left)
  }
}
