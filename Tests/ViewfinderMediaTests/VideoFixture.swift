import Foundation
import Testing
import ViewfinderCore
import ViewfinderDrawing
import ViewfinderPhotos
import ViewfinderPixels
import ViewfinderVideo

/// The videos in the folder `Fixtures/Videos`: four quadrants and a white bar at the top left that
/// grows by two pixels a frame.
enum VideoFixture {
  static func path(_ name: String) throws -> String {
    try Fixture.path("Videos/\(name)")
  }

  static let names: [String] = {
    let folder = (try? path("")) ?? ""
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { !$0.hasSuffix(".md") && !$0.hasSuffix(".py") }.sorted()
  }()

  /// Calls `body` with an empty folder that is removed afterwards.
  static func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "viewfinder-\(UUID().uuidString)"
    )
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }

  /// The names in a folder, hidden ones too.
  static func contents(of folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }
}

extension VideoReader {
  /// All frames that are left, and the error at the end, if there is one.
  func rest() -> (frames: [InputImage], error: ViewfinderError?) {
    var frames: [InputImage] = []
    do throws(ViewfinderError) {
      while let frame = try next() { frames.append(frame) }
      return (frames, nil)
    } catch {
      return (frames, error)
    }
  }
}

extension InputImage {
  /// The colour of an upright pixel.
  func colour(_ x: Int, _ y: Int) -> Colour {
    let stored = orientation.stored(
      Box(x: Double(x), y: Double(y), width: 1, height: 1),
      width: pixels.width,
      height: pixels.height
    )
    return pixels.colour(Int(stored.x), Int(stored.y))
  }

  /// The number that the white bar shows: the frame's place in the drawn video.
  var number: Int {
    let white = (0..<width).prefix { x in
      let colour = colour(x, 1)
      return min(colour.red, colour.green, colour.blue) > 160
    }
    return (white.count + 1) / 2 - 1
  }

  /// Seconds, for comparisons.
  var seconds: Double {
    let (seconds, attoseconds) = (time ?? .zero).components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}

/// Checks that the colours of the quadrants are the drawn ones.
func expectQuadrants(
  _ found: [Colour],
  within tolerance: Int = 12,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let drawn = [Fixture.red, Fixture.green, Fixture.blue, Fixture.yellow]
  for (found, drawn) in zip(found, drawn) {
    #expect(
      found.distance(drawn) <= tolerance, "\(found) is not \(drawn)",
      sourceLocation: sourceLocation)
  }
}

extension VideoWriter {
  /// Writes pixels as a frame.
  func append(
    _ pixels: PixelBuffer, orientation: ImageOrientation = .up, at time: Duration
  ) throws(ViewfinderError) {
    try append(InputImage(pixels, orientation: orientation, time: time))
  }
}
