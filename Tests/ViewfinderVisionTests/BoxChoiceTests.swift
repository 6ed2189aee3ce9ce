import Testing
import ViewfinderCore

@testable import ViewfinderVision

@Suite("The choice among the localizer's boxes")
struct BoxChoiceTests {
  private func sureness(
    _ boxes: [(frame: Box, confidence: Float)], width: Double, height: Double
  ) -> [Double] {
    var (choice, sureness): (BoxChoice, [Double]) = (BoxChoice(), [])
    choice.judge(boxes, width: width, height: height, into: &sureness)
    return sureness
  }

  private let scene: [(frame: Box, confidence: Float)] = [
    (Box(x: 0, y: 120, width: 640, height: 360), 0.82),
    (Box(x: 260, y: 180, width: 120, height: 150), 0.78),
    (Box(x: 300, y: 200, width: 40, height: 60), 0.3),
    (Box(x: 30, y: 20, width: 60, height: 200), 0.12),
  ]

  @Test("the library and Training/choice.py say the same of the same boxes")
  func golden() {
    // python choice.py
    let expected: [Double] = [
      0.416919904, 0.913776843, 0.144532584, 0.078130408,
    ]
    for (found, expected) in zip(sureness(scene, width: 640, height: 480), expected) {
      #expect(abs(found - expected) < 1e-6, "\(found)")
    }
  }

  @Test("a table that holds a thing as sure is less likely the thing")
  func table() {
    let found = sureness(scene, width: 640, height: 480)
    #expect(found[1] > found[0])
    var prominence = Prominence(isLearned: true)
    for box in scene { prominence.append(box.frame, confidence: box.confidence) }
    prominence.appraise(width: 640, height: 480)
    #expect(prominence.values.firstIndex(of: prominence.values.max() ?? 0) == 1)
  }

  @Test("only the twenty surest boxes are looked at, the others come after all of them")
  func many() {
    let boxes = (0..<25).map { index in
      (
        frame: Box(x: Double(index) * 20, y: 100, width: 18, height: 30),
        confidence: Float(25 - index) / 26
      )
    }
    let found = sureness(boxes, width: 500, height: 300)
    #expect(found.count == 25)
    #expect(found.prefix(20).min() ?? 0 > found.suffix(5).max() ?? 1)
    #expect(found.suffix(5) == found.suffix(5).sorted(by: >)[...])
  }

  @Test("one box below the floor is looked at when it is alone")
  func alone() {
    let box = Box(x: 10, y: 10, width: 50, height: 50)
    #expect(sureness([(box, 0.01)], width: 100, height: 100)[0] > 0.01 * 1e-3)
  }
}
