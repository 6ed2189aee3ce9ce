import Testing
import ViewfinderCore

@testable import ViewfinderVision

@Suite("Prominence")
struct ProminenceTests {
  /// In an image of 100 × 100 pixels.
  private func values(_ boxes: [(Box, Float)], isLearned: Bool = false) -> [Double] {
    var prominence = Prominence(isLearned: isLearned)
    for (frame, confidence) in boxes { prominence.append(frame, confidence: confidence) }
    prominence.appraise(width: 100, height: 100)
    return prominence.values
  }

  private let whole = Box(x: 0, y: 0, width: 100, height: 100)
  private let centre = Box(x: 40, y: 40, width: 20, height: 20)
  private let corner = Box(x: 0, y: 0, width: 20, height: 20)
  private let large = Box(x: 20, y: 20, width: 60, height: 60)
  private let smallCorner = Box(x: 0, y: 0, width: 5, height: 5)

  @Test("bigger, surer and closer to the centre is more prominent")
  func order() {
    let found = values([(centre, 0.5), (corner, 0.5), (large, 0.5), (centre, 0.9), (whole, 1)])
    #expect(found[0] > found[1])
    #expect(found[2] > found[0])
    #expect(found[3] > found[0])
    #expect(values([(whole, 1)]) == [1])
  }

  @Test("what is much less sure than the surest comes after everything that is not")
  func unsure() {
    let found = values([(smallCorner, 0.9), (whole, 0.47), (smallCorner, 0.5), (smallCorner, 0.47)])
    #expect(found[1] < found[0])
    #expect(found[1] < found[2])
    #expect(found[1] > found[3])
    #expect(values([(whole, 0.5), (smallCorner, 0.9)])[0] > values([(smallCorner, 0.9)])[0])
  }

  @Test("an image without boxes has no prominence", arguments: [false, true])
  func empty(isLearned: Bool) {
    #expect(values([], isLearned: isLearned).isEmpty)
  }

  @Test("scores of 0 and boxes without area give finite numbers", arguments: [false, true])
  func degenerate(isLearned: Bool) {
    let found = values(
      [(Box(x: 5, y: 5, width: 0, height: 0), 0), (whole, 0), (centre, 0)], isLearned: isLearned)
    #expect(found.count == 3 && found.allSatisfy { $0.isFinite && $0 >= 0 })
  }
}
