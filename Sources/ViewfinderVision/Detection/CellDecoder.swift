internal import ViewfinderCore

/// Reads the cells of a FOMO model: probabilities of the background and of each class.
///
/// Cells of a class that touch, at sides or corners, are one object, as sure as the surest of them.
/// Source: the documented output of Edge Impulse's FOMO, a picture of an eighth of the input's side.
struct CellDecoder: Hashable, Sendable {
  var columns: Int
  var rows: Int
  var classCount: Int
  var inputWidth: Int
  var inputHeight: Int

  /// All objects with at least a score of `threshold`.
  ///
  /// - Complexity: O(cells · classes).
  func decode(_ values: [Float], threshold: Float, into candidates: inout [Candidate]) {
    let width = classCount + 1
    precondition(values.count == columns * rows * width, "The tensor has another size")
    var classes = [Int](repeating: 0, count: columns * rows)
    for cell in classes.indices {
      var best = 0
      for index in 1..<width where values[cell * width + index] > values[cell * width + best] {
        best = index
      }
      if best > 0, values[cell * width + best] >= threshold { classes[cell] = best }
    }
    var open: [Int] = []
    for start in classes.indices where classes[start] > 0 {
      let found = classes[start]
      var (left, top, right, bottom) = (columns, rows, -1, -1)
      var score: Float = 0
      open.append(start)
      classes[start] = 0
      while let cell = open.popLast() {
        let (x, y) = (cell % columns, cell / columns)
        (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
        score = max(score, values[cell * width + found])
        for nextY in max(0, y - 1)...min(rows - 1, y + 1) {
          for nextX in max(0, x - 1)...min(columns - 1, x + 1)
          where classes[nextY * columns + nextX] == found {
            classes[nextY * columns + nextX] = 0
            open.append(nextY * columns + nextX)
          }
        }
      }
      let (cellWidth, cellHeight) =
        (Double(inputWidth) / Double(columns), Double(inputHeight) / Double(rows))
      candidates.append(
        Candidate(
          box: Box(
            x: Double(left) * cellWidth, y: Double(top) * cellHeight,
            width: Double(right - left + 1) * cellWidth,
            height: Double(bottom - top + 1) * cellHeight),
          score: score, classIndex: found - 1))
    }
  }
}
