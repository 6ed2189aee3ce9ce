import Testing
import ViewfinderCore
import ViewfinderPixels
import ViewfinderTracking

@testable import ViewfinderVision

@Suite("The most prominent tracks")
struct ProminentSelectorTests {
  static func image() throws -> PixelBuffer {
    try PixelBuffer(
      width: 100, height: 100, format: .gray, bytes: Array(repeating: 0, count: 10_000))
  }

  static func track(_ id: Int, x: Double, side: Double, confidence: Float = 0.8) -> TrackedBox {
    TrackedBox(
      id: id, box: Box(x: x, y: 50 - side / 2, width: side, height: side),
      confidence: confidence)
  }

  @Test(
    "a single object is not left for one that is a little more prominent for a moment",
    arguments: [false, true])
  func single(isLearned: Bool) throws {
    var selector = ProminentSelector(isLearned: isLearned)
    let image = try Self.image()
    func chosen(_ first: Float, _ second: Float, at seconds: Double) -> Int? {
      let tracks = [
        Self.track(0, x: 10, side: 30, confidence: first),
        Self.track(1, x: 60, side: 30, confidence: second),
      ]
      return selector.select(tracks, most: 1, in: image, at: .seconds(seconds)).first?.id
    }
    #expect(chosen(0.8, 0.7, at: 0) == 0)
    #expect(chosen(0.7, 0.8, at: 0.1) == 0)
    #expect(chosen(0.4, 0.9, at: 0.2) == 0)
    #expect(chosen(0.4, 0.9, at: 1) == 1)
  }

  @Test(
    "of several, one that was chosen keeps its place against a rival that is hardly better",
    arguments: [false, true])
  func several(isLearned: Bool) throws {
    var selector = ProminentSelector(isLearned: isLearned)
    let image = try Self.image()
    func chosen(_ confidences: [Float]) -> [Int] {
      let tracks = confidences.enumerated().map { index, confidence in
        Self.track(index, x: 8 + Double(index) * 30, side: 25, confidence: confidence)
      }
      return selector.select(tracks, most: 2, in: image, at: .zero).map(\.id)
    }
    #expect(Set(chosen([0.7, 0.6, 0.5])) == [0, 1])
    #expect(Set(chosen([0.6, 0.6, 0.6])) == [0, 1])
    #expect(Set(chosen([0.3, 0.6, 0.9])) == [1, 2])
  }

  @Test(
    "frames are cut to the image, and tracks outside it are left out", arguments: [false, true])
  func cut(isLearned: Bool) throws {
    var selector = ProminentSelector(isLearned: isLearned)
    let tracks = [Self.track(0, x: -10, side: 30), Self.track(1, x: 120, side: 30)]
    let selection = selector.select(tracks, most: 5, in: try Self.image(), at: .zero)
    #expect(selection.map(\.id) == [0])
    #expect(selection.first?.box == Box(x: 0, y: 35, width: 20, height: 30))
  }
}
