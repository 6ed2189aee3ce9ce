import Testing
import ViewfinderCore

@testable import ViewfinderVision

@Suite("Labels over the life of a track")
struct LabelHistoryTests {
  static func label(_ index: Int, _ confidence: Float) -> DetectedLabel {
    DetectedLabel(index: index, text: "\(index)", confidence: confidence)
  }

  static func history(_ looks: [[DetectedLabel]]) -> LabelHistory {
    var history = LabelHistory()
    for (index, look) in looks.enumerated() { history.add(look, at: Double(index)) }
    return history
  }

  @Test("one odd look neither adds a label nor takes one away")
  func oddLook() {
    let steady = Array(repeating: [Self.label(3, 0.8)], count: 4)
    #expect(Self.history(steady + [[Self.label(5, 0.9)]]).labels.map(\.index) == [3])
    #expect(Self.history(steady + [[]]).labels.map(\.index) == [3])
  }

  @Test("a change that lasts gets through after three looks at most")
  func change() {
    let before = Array(repeating: [Self.label(3, 0.8)], count: 6)
    let after = Array(repeating: [Self.label(5, 0.9)], count: 3)
    #expect(Self.history(before + after).labels.map(\.index) == [5])
  }

  @Test("the confidence is the weighted mean of the looks that gave the label")
  func mean() throws {
    let labels = Self.history([[Self.label(1, 0.5)], [Self.label(1, 1)]]).labels
    let expected: Float = (0.7 * 0.5 + 1) / 1.7
    #expect(abs(try #require(labels.first).confidence - expected) < 1e-6)
  }

  @Test("there are never more labels than one look gave")
  func limit() {
    let labels = Self.history([[Self.label(1, 0.5)], [Self.label(2, 0.5)]]).labels
    #expect(labels.map(\.index) == [2])
  }

  @Test("a new object wants a look, a settled one only when it has grown or time has passed")
  func looks() {
    let box = Box(x: 0, y: 0, width: 100, height: 100)
    let grown = Box(x: 0, y: 0, width: 160, height: 160)
    var history = LabelHistory()
    #expect(history.wantsLook(box, at: 0))
    history.beginLook(box, at: 0)
    #expect(!history.wantsLook(box, at: 0.1))
    for time in 0..<3 { history.add([Self.label(1, 0.9)], at: Double(time)) }
    history.beginLook(box, at: 2)
    #expect(!history.wantsLook(box, at: 4))
    #expect(history.wantsLook(grown, at: 4))
    #expect(history.wantsLook(box, at: 6.5))
  }
}
