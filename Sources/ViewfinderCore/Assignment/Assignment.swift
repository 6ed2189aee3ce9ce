/// The linear assignment problem: rows get different columns at the least total cost.
///
/// Shortest augmenting paths with dual prices, as in D. F. Crouse, "On implementing 2D rectangular
/// assignment algorithms" (IEEE Transactions on Aerospace and Electronic Systems 52, 2016). Of
/// equally cheap columns a free one is preferred, and columns are looked at from the last to the
/// first at the start: with that, ties fall as in the solver that TrackEval uses.
package enum Assignment {
  /// The column of each row, or `nil` for a row without one.
  ///
  /// An infinite cost forbids a pair. Otherwise as many rows as possible get a column, and among
  /// those assignments the cheapest is found. There may be more rows than columns or fewer.
  ///
  /// - Precondition: No cost is NaN or −∞.
  /// - Complexity: O(*k*² × *m*), with *k* the smaller and *m* the larger of the two counts.
  package static func minimizing(_ costs: Matrix) -> [Int?] {
    precondition(
      costs.values.allSatisfy { !$0.isNaN && $0 > -.infinity },
      "Costs must not be NaN or minus infinity")
    if costs.values.contains(.infinity) {
      let columns = solve(costs) {
        $0 == .infinity ? CountedCost(forbidden: 1, value: 0) : CountedCost(forbidden: 0, value: $0)
      }
      return columns.indices.map { row in
        columns[row].flatMap { costs[row, $0] == .infinity ? nil : $0 }
      }
    }
    return solve(costs) { $0 }
  }

  /// The column of each row so that the sum of the scores is the greatest.
  ///
  /// - Precondition: All scores are finite.
  /// - Complexity: As of ``minimizing(_:)``.
  package static func maximizing(_ scores: Matrix) -> [Int?] {
    var costs = scores
    for index in costs.values.indices { costs.values[index].negate() }
    return minimizing(costs)
  }

  private static func solve<Cost: AssignmentCost>(
    _ costs: Matrix, _ cost: (Double) -> Cost
  ) -> [Int?] {
    guard costs.rowCount <= costs.columnCount else {
      var rows = [Int?](repeating: nil, count: costs.rowCount)
      for (column, row) in solve(costs.transposed, cost).enumerated() {
        if let row { rows[row] = column }
      }
      return rows
    }
    var search = AssignmentSearch<Cost>()
    search.begin(rowCount: costs.rowCount, columnCount: costs.columnCount)
    for (index, value) in costs.values.enumerated() { search.costs[index] = cost(value) }
    for row in 0..<costs.rowCount { search.augment(from: row) }
    return search.columnOfRow.map { $0 < 0 ? nil : $0 }
  }
}
