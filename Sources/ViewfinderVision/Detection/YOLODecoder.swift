internal import ViewfinderCore

/// Reads the single output tensor of exported YOLO detectors.
///
/// Version 5 and 7 layout: `1 × boxes × (4 + 1 + classes)`, each row centre x, centre y, width,
/// height, objectness, class scores; the score is objectness times class score.
/// Version 8 and 11 layout: `1 × (4 + classes) × boxes`, without objectness.
/// Source: the export code's documented output shapes of the two families.
struct YOLODecoder: Hashable, Sendable {
  /// Which family the tensor belongs to.
  enum Layout: Hashable, Sendable {
    /// Rows of boxes with objectness.
    case rowsWithObjectness
    /// Columns of boxes without objectness.
    case columns
    /// Rows of boxes without objectness.
    case rows
  }

  var layout: Layout
  var boxCount: Int
  var classCount: Int

  /// The numbers of a box in the tensor; what follows the class scores, such as the weights of masks,
  /// is left alone.
  var boxSize: Int

  /// Pixels of the input for one unit of the coordinates: the input's sides when the export
  /// divides coordinates by them, else 1.
  var unitWidth: Double
  var unitHeight: Double

  /// The best class of each box whose score reaches `threshold`.
  ///
  /// - Complexity: O(boxes · classes) at most; boxes of low objectness cost O(1).
  func decode(_ values: [Float], threshold: Float, into candidates: inout [Candidate]) {
    switch layout {
    case .rowsWithObjectness:
      let width = boxSize
      precondition(
        values.count == boxCount * width && width >= 5 + classCount, "The tensor has another size")
      for box in 0..<boxCount {
        let row = box * width
        let objectness = values[row + 4]
        guard objectness >= threshold else { continue }
        let best = bestClass(values, start: row + 5, step: 1)
        append(
          values, at: row, step: 1, score: objectness * best.score, classIndex: best.index,
          threshold: threshold, into: &candidates)
      }
    case .columns:
      precondition(
        values.count == boxCount * boxSize && boxSize >= 4 + classCount,
        "The tensor has another size")
      for box in 0..<boxCount {
        let best = bestClass(values, start: 4 * boxCount + box, step: boxCount)
        append(
          values, at: box, step: boxCount, score: best.score, classIndex: best.index,
          threshold: threshold, into: &candidates)
      }
    case .rows:
      precondition(
        values.count == boxCount * boxSize && boxSize >= 4 + classCount,
        "The tensor has another size")
      for box in 0..<boxCount {
        let row = box * boxSize
        let best = bestClass(values, start: row + 4, step: 1)
        append(
          values, at: row, step: 1, score: best.score, classIndex: best.index,
          threshold: threshold, into: &candidates)
      }
    }
  }

  /// Whether coordinates are shares of the input's sides, as newer exports write them.
  ///
  /// Nothing in the file says so; boxes in pixels have sides far beyond 2.
  func isNormalized(_ values: [Float]) -> Bool {
    let (row, column) = layout == .columns ? (1, boxCount) : (boxSize, 1)
    var largest: Float = 0
    for box in 0..<boxCount {
      for coordinate in 0..<4 { largest = max(largest, values[box * row + coordinate * column]) }
    }
    return largest <= 2
  }

  private func bestClass(
    _ values: [Float], start: Int, step: Int
  ) -> (index: Int, score: Float) {
    var best = (index: 0, score: -Float.infinity)
    for index in 0..<classCount {
      let score = values[start + index * step]
      if score > best.score { best = (index, score) }
    }
    return best
  }

  private func append(
    _ values: [Float], at start: Int, step: Int, score: Float, classIndex: Int,
    threshold: Float, into candidates: inout [Candidate]
  ) {
    guard score >= threshold else { return }
    let width = Double(values[start + 2 * step]) * unitWidth
    let height = Double(values[start + 3 * step]) * unitHeight
    let box = Box(
      x: Double(values[start]) * unitWidth - width / 2,
      y: Double(values[start + step]) * unitHeight - height / 2, width: width, height: height)
    guard box.isProper else { return }
    candidates.append(Candidate(box: box, score: score, classIndex: classIndex))
  }
}
