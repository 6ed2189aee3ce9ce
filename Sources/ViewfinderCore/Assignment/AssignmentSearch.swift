/// What the search adds, subtracts and compares.
protocol AssignmentCost: Comparable, Sendable {
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

/// Shortest augmenting paths over a matrix with no more rows than columns.
///
/// −1 stands for none, to keep the inner loop free of optionals. The memory is kept from one
/// matrix to the next: a matrix that is no larger than an earlier one allocates nothing.
struct AssignmentSearch<Cost: AssignmentCost>: Sendable {
  var costs: [Cost] = []
  private(set) var columnOfRow: [Int] = []
  private var rowOfColumn: [Int] = []
  private var rowPrices: [Cost] = []
  private var columnPrices: [Cost] = []
  private var pathCosts: [Cost] = []
  private var previousRow: [Int] = []
  private var remaining: [Int] = []
  private var scannedRows: [Int] = []
  private var scannedColumns: [Int] = []
  private var columnCount = 0

  /// Begins a matrix of zeros.
  mutating func begin(rowCount: Int, columnCount: Int) {
    self.columnCount = columnCount
    costs.refill(.zero, count: rowCount * columnCount)
    columnOfRow.refill(-1, count: rowCount)
    rowOfColumn.refill(-1, count: columnCount)
    rowPrices.refill(.zero, count: rowCount)
    columnPrices.refill(.zero, count: columnCount)
    pathCosts.refill(.unreached, count: columnCount)
    previousRow.refill(-1, count: columnCount)
  }

  /// Gives `start` a column along the cheapest path of exchanges.
  mutating func augment(from start: Int) {
    for column in 0..<columnCount { pathCosts[column] = .unreached }
    remaining.removeAll(keepingCapacity: true)
    remaining.append(contentsOf: (0..<columnCount).reversed())
    scannedRows.removeAll(keepingCapacity: true)
    scannedColumns.removeAll(keepingCapacity: true)
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
