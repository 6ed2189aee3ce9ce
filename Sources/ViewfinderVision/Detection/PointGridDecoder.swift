internal import ViewfinderCore

/// Reads an anchor-free head: for each cell of some square grids a score and the distances from
/// the cell's centre to the four sides of a box.
///
/// Cells come row by row, finest grid first. Distances are in strides; one below zero ends on the
/// other side of the centre.
/// Source: the point-based boxes of FCOS (Tian et al., 2019).
struct PointGridDecoder: Hashable, Sendable {
  /// The side of the square input in pixels.
  var inputSize: Int

  /// The pixels per cell of each grid.
  var strides: [Int]

  /// The number of cells of all grids.
  var cellCount: Int {
    strides.reduce(0) { $0 + (inputSize / $1) * (inputSize / $1) }
  }

  /// All boxes with at least a score of `threshold`.
  ///
  /// - Parameters:
  ///   - scores: One score for each cell, from 0 through 1.
  ///   - distances: Four distances for each cell, in strides: left, top, right, bottom.
  ///   - threshold: The least score.
  ///   - candidates: Where the boxes are appended.
  func decode(
    scores: [Float], distances: [Float], threshold: Float, into candidates: inout [Candidate]
  ) {
    precondition(
      scores.count == cellCount && distances.count == 4 * cellCount,
      "The head has \(cellCount) cells")
    var cell = 0
    for stride in strides {
      let side = inputSize / stride
      for row in 0..<side {
        for column in 0..<side {
          defer { cell += 1 }
          guard scores[cell] >= threshold else { continue }
          let x = (Double(column) + 0.5) * Double(stride)
          let y = (Double(row) + 0.5) * Double(stride)
          func distance(_ side: Int) -> Double {
            Double(distances[4 * cell + side]) * Double(stride)
          }
          let (left, top) = (distance(0), distance(1))
          candidates.append(
            Candidate(
              box: Box(
                x: x - left, y: y - top, width: left + distance(2), height: top + distance(3)),
              score: scores[cell], classIndex: 0))
        }
      }
    }
  }
}
