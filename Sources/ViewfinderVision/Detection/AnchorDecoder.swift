internal import ViewfinderCore
internal import ViewfinderModels
internal import ViewfinderSystem

/// Reads boxes that are stated relative to anchors.
///
/// Source: the box coder of TensorFlow's detection library, and MediaPipe's decoding of tensors.
struct AnchorDecoder: Sendable {
  var head: AnchorHead
  var inputWidth: Int
  var inputHeight: Int

  /// The best class of each box whose score reaches `threshold`.
  ///
  /// - Complexity: O(boxes · classes).
  func decode(
    boxes: [Float], scores: [Float], threshold: Float, into candidates: inout [Candidate]
  ) throws(ViewfinderError) {
    let count = head.anchors.count
    let (width, columns) = (head.coordinateCount, head.scoreCount)
    guard boxes.count == count * width, scores.count == count * columns else {
      throw ViewfinderError(
        .unsupportedModel, subject: "outputs",
        found: "\(boxes.count) numbers of boxes and \(scores.count) scores",
        expected: "\(count) boxes of \(width) numbers and \(columns) scores each",
        remedy: "Export the detector with the input size that it was trained with.")
    }
    let first = head.hasBackground ? 1 : 0
    guard first < columns else { return }
    for box in 0..<count {
      let row = box * columns
      var best = first
      for column in first..<columns where scores[row + column] > scores[row + best] {
        best = column
      }
      let score = self.score(scores, row: row, column: best)
      guard score >= threshold else { continue }
      guard let rect = rect(boxes, at: box * width, head.anchors[box]) else { continue }
      candidates.append(Candidate(box: rect, score: score, classIndex: best - first))
    }
  }

  private func score(_ scores: [Float], row: Int, column: Int) -> Float {
    let raw = scores[row + column]
    switch head.scoreFunction {
    case .identity: return raw
    case .sigmoid: return Float(1 / (1 + exponential(-Double(raw))))
    case .softmax:
      var sum = 0.0
      for other in 0..<head.scoreCount {
        sum += exponential(Double(scores[row + other]) - Double(raw))
      }
      return Float(1 / sum)
    }
  }

  private func rect(_ boxes: [Float], at start: Int, _ anchor: AnchorHead.Anchor) -> Box? {
    let order =
      head.isVerticalFirst
      ? (x: 1, y: 0, width: 3, height: 2) : (x: 0, y: 1, width: 2, height: 3)
    func raw(_ position: Int) -> Double { Double(boxes[start + position]) }
    let (centerScale, sizeScale) = (head.centerScale, head.sizeScale)
    let (anchorWidth, anchorHeight) = (Double(anchor.width), Double(anchor.height))
    let x = raw(order.x) / Double(centerScale.x) * anchorWidth + Double(anchor.x)
    let y = raw(order.y) / Double(centerScale.y) * anchorHeight + Double(anchor.y)
    func size(_ value: Double, _ anchor: Double) -> Double {
      // Beyond this a box is larger than any picture.
      (head.isExponential ? exponential(min(value, 20)) : value) * anchor
    }
    let width = size(raw(order.width) / Double(sizeScale.x), anchorWidth)
    let height = size(raw(order.height) / Double(sizeScale.y), anchorHeight)
    let box = Box(
      x: (x - width / 2) * Double(inputWidth), y: (y - height / 2) * Double(inputHeight),
      width: width * Double(inputWidth), height: height * Double(inputHeight))
    return box.isProper ? box : nil
  }
}
