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
    var search = AssignmentSearch(
      costs: costs.values.map(cost), rowCount: costs.rowCount, columnCount: costs.columnCount)
    for row in 0..<costs.rowCount { search.augment(from: row) }
    return search.columnOfRow.map { $0 < 0 ? nil : $0 }
  }
}

/// What the search adds, subtracts and compares.
protocol AssignmentCost: Comparable {
  static var zero: Self { get }
  static var unreached: Self { get }
  static func + (a: Self, b: Self) -> Self
  static func - (a: Self, b: Self) -> Self
}

extension Double: AssignmentCost {
  static var unreached: Double { .infinity }
}

/// A cost that first counts forbidden pairs: exact, where a large number in their place is not.
struct CountedCost: AssignmentCost {
  var forbidden: Int
  var value: Double

  static var zero: CountedCost { CountedCost(forbidden: 0, value: 0) }
  static var unreached: CountedCost { CountedCost(forbidden: .max, value: 0) }

  static func + (a: CountedCost, b: CountedCost) -> CountedCost {
    CountedCost(forbidden: a.forbidden + b.forbidden, value: a.value + b.value)
  }

  static func - (a: CountedCost, b: CountedCost) -> CountedCost {
    CountedCost(forbidden: a.forbidden - b.forbidden, value: a.value - b.value)
  }

  static func < (a: CountedCost, b: CountedCost) -> Bool {
    a.forbidden != b.forbidden ? a.forbidden < b.forbidden : a.value < b.value
  }
}

/// The state between augmentations; −1 stands for none, to keep the inner loop free of optionals.
private struct AssignmentSearch<Cost: AssignmentCost> {
  let costs: [Cost]
  let columnCount: Int
  var columnOfRow: [Int]
  var rowOfColumn: [Int]
  var rowPrices: [Cost]
  var columnPrices: [Cost]
  // Scratch, kept to spare an allocation for each row.
  var pathCosts: [Cost]
  var previousRow: [Int]
  var remaining: [Int]

  init(costs: [Cost], rowCount: Int, columnCount: Int) {
    self.costs = costs
    self.columnCount = columnCount
    columnOfRow = Array(repeating: -1, count: rowCount)
    rowOfColumn = Array(repeating: -1, count: columnCount)
    rowPrices = Array(repeating: .zero, count: rowCount)
    columnPrices = Array(repeating: .zero, count: columnCount)
    pathCosts = Array(repeating: .unreached, count: columnCount)
    previousRow = Array(repeating: -1, count: columnCount)
    remaining = []
  }

  /// Gives `start` a column along the cheapest path of exchanges.
  mutating func augment(from start: Int) {
    for column in 0..<columnCount { pathCosts[column] = .unreached }
    remaining = Array((0..<columnCount).reversed())
    var scannedRows: [Int] = []
    var scannedColumns: [Int] = []
    var pathCost = Cost.zero
    var row = start
    var sink = -1
    while sink < 0 {
      scannedRows.append(row)
      var lowest = Cost.unreached
      var place = 0
      for index in remaining.indices {
        let column = remaining[index]
        let reduced =
          pathCost + costs[row * columnCount + column] - rowPrices[row] - columnPrices[column]
        if reduced < pathCosts[column] {
          previousRow[column] = row
          pathCosts[column] = reduced
        }
        if pathCosts[column] < lowest
          || (pathCosts[column] == lowest && rowOfColumn[column] < 0)
        {
          lowest = pathCosts[column]
          place = index
        }
      }
      pathCost = lowest
      let column = remaining[place]
      scannedColumns.append(column)
      remaining.swapAt(place, remaining.count - 1)
      remaining.removeLast()
      if rowOfColumn[column] < 0 { sink = column } else { row = rowOfColumn[column] }
    }
    rowPrices[start] = rowPrices[start] + pathCost
    for row in scannedRows.dropFirst() {
      rowPrices[row] = rowPrices[row] + (pathCost - pathCosts[columnOfRow[row]])
    }
    for column in scannedColumns {
      columnPrices[column] = columnPrices[column] - (pathCost - pathCosts[column])
    }
    var column = sink
    while true {
      let row = previousRow[column]
      rowOfColumn[column] = row
      (column, columnOfRow[row]) = (columnOfRow[row], column)
      if row == start { break }
    }
  }
}
