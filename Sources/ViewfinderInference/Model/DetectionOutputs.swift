/// Where a detector puts its results: positions among a session's outputs.
///
/// Exporters order these outputs differently; the operator itself always writes boxes, classes,
/// scores and their count.
package struct DetectionOutputs: Hashable, Sendable {
  /// `1 × n × 4`: top, left, bottom, right as shares of the input's sides.
  package let boxes: Int
  /// `1 × n`: the class of each box.
  package let classes: Int
  /// `1 × n`: the score of each box.
  package let scores: Int
  /// How many boxes there are.
  package let count: Int
  /// How many classes the detector tells apart, without the background.
  package let classCount: Int

  init?(_ positions: [Int?], classCount: Int) {
    guard positions.count == 4, let boxes = positions[0], let classes = positions[1],
      let scores = positions[2], let count = positions[3]
    else { return nil }
    self.boxes = boxes
    self.classes = classes
    self.scores = scores
    self.count = count
    self.classCount = classCount
  }
}
