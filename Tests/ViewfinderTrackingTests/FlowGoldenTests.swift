import Foundation
import Testing
import ViewfinderCore
import ViewfinderPixels

@testable import ViewfinderTracking

private struct Golden: Decodable {
  struct Pair: Decodable {
    let name: String
    let motion: [Double]
    /// The sum of all pixels of the second picture.
    let sum: Int
    let shifts: [[Double]?]
  }

  let corners: [[Double]]
  let pairs: [Pair]
}

@Suite("Flow: points go where OpenCV's go")
struct FlowGoldenTests {
  private func pyramid(_ scene: FlowScene, _ bytes: [UInt8]) throws -> GrayPyramid {
    var pyramid = GrayPyramid(workingSide: scene.width)
    pyramid.build(from: try scene.image(bytes))
    return pyramid
  }

  @Test("corners move like OpenCV's, and as near to the truth")
  func corners() throws {
    let url = try #require(
      Bundle.module.resourceURL?.appending(path: "Fixtures/Flow/golden.json"))
    let golden = try JSONDecoder().decode(Golden.self, from: Data(contentsOf: url))
    let scene = FlowScene(width: 240, height: 180)
    let first = try pyramid(scene, scene.bytes())
    var follower = PointFollower()
    for pair in golden.pairs {
      let m = pair.motion
      let truth = CameraMotion(xx: m[0], xy: m[1], dx: m[2], yx: m[3], yy: m[4], dy: m[5])
      let bytes = scene.bytes(camera: truth)
      // The same picture, or the numbers mean nothing.
      #expect(bytes.reduce(0) { $0 + Int($1) } == pair.sum)
      let second = try pyramid(scene, bytes)
      var apart: [Double] = []
      var (ours, theirs, missing) = (0.0, 0.0, 0)
      for (corner, shift) in zip(golden.corners, pair.shifts) {
        guard let shift else { continue }
        let place = SIMD2(Float(corner[0]) + 0.5, Float(corner[1]) + 0.5)
        guard
          let found = follower.follow(
            place, guess: .zero, coarsest: 3, levels: first.levels, from: first.pixels,
            to: second.pixels)
        else {
          missing += 1
          continue
        }
        let (dx, dy) = (Double(found.x), Double(found.y))
        let moved = truth.moved(x: Double(place.x), y: Double(place.y))
        let (tx, ty) = (moved.x - Double(place.x), moved.y - Double(place.y))
        apart.append(length(dx - shift[0], dy - shift[1]))
        ours += length(dx - tx, dy - ty)
        theirs += length(shift[0] - tx, shift[1] - ty)
      }
      apart.sort()
      let (count, name) = (apart.count, Comment(rawValue: pair.name))
      #expect(missing <= 2 && count >= 40, name)
      #expect(apart[count / 2] < 0.05, name)
      #expect(apart[count * 9 / 10] < 0.1, name)
      #expect(ours / Double(count) < 1.2 * theirs / Double(count) + 0.01, name)
    }
  }

  private func length(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }
}
