import Foundation
import Testing
import ViewfinderDrawing
import ViewfinderPhotos
import ViewfinderPixels
import ViewfinderVideo

/// The photos in the folder `Fixtures`: red, green, blue and yellow quadrants.
enum Fixture {
  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: path(name))))
  }

  static func path(_ name: String) throws -> String {
    try #require(Bundle.module.resourceURL).appending(path: "Fixtures/\(name)").path
  }

  static let all: [String] = {
    let folder = Bundle.module.resourceURL?.appending(path: "Fixtures").path ?? ""
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { !$0.hasSuffix(".md") && !$0.hasSuffix(".py") && $0 != "Videos" }.sorted()
  }()

  static let red = Colour(220, 30, 30)
  static let green = Colour(30, 200, 40)
  static let blue = Colour(40, 60, 210)
  static let yellow = Colour(230, 210, 40)
}

struct Colour: CustomStringConvertible {
  let red: Int
  let green: Int
  let blue: Int

  init(_ red: Int, _ green: Int, _ blue: Int) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  var description: String { "(\(red), \(green), \(blue))" }

  /// The largest difference in a channel.
  func distance(_ other: Colour) -> Int {
    max(abs(red - other.red), abs(green - other.green), abs(blue - other.blue))
  }
}

extension PixelBuffer {
  func colour(_ x: Int, _ y: Int) -> Colour {
    let (red, green, blue) = rgb(x: x, y: y)
    return Colour(Int(red), Int(green), Int(blue))
  }
}

extension InputImage {
  /// The colours in the middle of the quadrants of the upright picture: top left, top right,
  /// bottom left, bottom right.
  var quadrants: [Colour] {
    [(1, 1), (3, 1), (1, 3), (3, 3)].map { (quarterX, quarterY) in
      let upright = (x: Double(quarterX) / 4, y: Double(quarterY) / 4)
      let stored: (x: Double, y: Double) =
        switch orientation {
        case .up: (upright.x, upright.y)
        case .upMirrored: (1 - upright.x, upright.y)
        case .down: (1 - upright.x, 1 - upright.y)
        case .downMirrored: (upright.x, 1 - upright.y)
        case .leftMirrored: (upright.y, upright.x)
        case .right: (upright.y, 1 - upright.x)
        case .rightMirrored: (1 - upright.y, 1 - upright.x)
        case .left: (1 - upright.y, upright.x)
        }
      return pixels.colour(
        Int(stored.x * Double(pixels.width)),
        Int(stored.y * Double(pixels.height))
      )
    }
  }
}
