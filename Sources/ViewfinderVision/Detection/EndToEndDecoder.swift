internal import ViewfinderCore

/// Reads rows of boxes from a detector that has done non-maximum suppression, or does without:
/// left, top, right, bottom, score, class, and perhaps more.
///
/// Corners are pixels of the input or shares of its sides; nothing in the file says which.
struct EndToEndDecoder: Hashable, Sendable {
  var boxCount: Int
  var inputWidth: Int
  var inputHeight: Int

  /// All boxes with at least a score of `threshold`.
  ///
  /// - Throws: `unsupportedModel` when the rows hold something else.
  func decode(
    _ values: [Float], threshold: Float, into candidates: inout [Candidate]
  ) throws(ViewfinderError) {
    let width = values.count / max(1, boxCount)
    guard width >= 6, values.count == boxCount * width else {
      throw doubt("\(values.count) numbers")
    }
    var largest: Float = 0
    for box in 0..<boxCount where values[box * width + 4] >= threshold {
      let row = box * width
      let (score, classIndex) = (values[row + 4], values[row + 5])
      guard score <= 1.001 else { throw doubt("the score \(score)") }
      guard classIndex >= 0, classIndex < 100_000, classIndex == classIndex.rounded() else {
        throw doubt("the class \(classIndex)")
      }
      for corner in 0..<4 { largest = max(largest, abs(values[row + corner])) }
    }
    let isShare = largest <= 2
    let (unitWidth, unitHeight) =
      isShare ? (Double(inputWidth), Double(inputHeight)) : (1, 1)
    for box in 0..<boxCount where values[box * width + 4] >= threshold {
      let row = box * width
      let left = Double(values[row]) * unitWidth
      let top = Double(values[row + 1]) * unitHeight
      let rect = Box(
        x: left, y: top, width: Double(values[row + 2]) * unitWidth - left,
        height: Double(values[row + 3]) * unitHeight - top)
      guard rect.isProper else { continue }
      candidates.append(
        Candidate(box: rect, score: values[row + 4], classIndex: Int(values[row + 5])))
    }
  }

  private func doubt(_ found: String) -> ViewfinderError {
    ViewfinderError(
      .unsupportedModel, subject: "outputs", found: "rows of boxes with \(found)",
      expected: "left, top, right, bottom, a score from 0 through 1 and a whole class number",
      remedy: "Export the detector again; with raw boxes, use an export without suppression.")
  }
}
