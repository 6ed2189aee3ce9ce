/// Solves one small assignment problem after the other in the same memory.
///
/// The method is that of ``Assignment``; a problem that is no larger than an earlier one allocates
/// nothing.
package struct AssignmentSolver: Sendable {
  private var search = AssignmentSearch<Double>()
  private var isTransposed = false
  private var columnCount = 0

  /// Creates a solver without memory.
  package init() {}

  /// Begins a problem whose scores are all 0.
  package mutating func begin(rowCount: Int, columnCount: Int) {
    isTransposed = rowCount > columnCount
    self.columnCount = isTransposed ? rowCount : columnCount
    search.begin(
      rowCount: isTransposed ? columnCount : rowCount, columnCount: self.columnCount)
  }

  /// Sets the score of a pair.
  ///
  /// - Precondition: The score is finite.
  package mutating func setScore(_ score: Double, row: Int, column: Int) {
    precondition(score.isFinite, "Scores must be finite")
    search.costs[isTransposed ? column * columnCount + row : row * columnCount + column] = -score
  }

  /// Finds the pairs with the greatest sum of scores.
  ///
  /// - Complexity: O(*k*² × *m*), with *k* the smaller and *m* the larger of the two counts.
  package mutating func solve() {
    for row in search.columnOfRow.indices { search.augment(from: row) }
  }

  /// The pairs found: as many as there are rows or columns, whichever are fewer.
  package var pairCount: Int { search.columnOfRow.count }

  /// One of the pairs found.
  package func pair(_ index: Int) -> (row: Int, column: Int) {
    let other = search.columnOfRow[index]
    return isTransposed ? (other, index) : (index, other)
  }
}
