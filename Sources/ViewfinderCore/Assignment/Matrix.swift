/// Numbers in rows and columns.
package struct Matrix: Hashable, Sendable {
  /// The number of rows.
  package let rowCount: Int
  /// The number of columns.
  package let columnCount: Int
  /// The numbers, row after row.
  package var values: [Double]

  /// Creates a matrix of zeros.
  package init(rowCount: Int, columnCount: Int) {
    self.rowCount = rowCount
    self.columnCount = columnCount
    values = Array(repeating: 0, count: rowCount * columnCount)
  }

  /// Creates a matrix from rows of equal length.
  package init(_ rows: [[Double]]) {
    rowCount = rows.count
    columnCount = rows.first?.count ?? 0
    precondition(
      rows.allSatisfy { [columnCount] in $0.count == columnCount },
      "The rows of a matrix must have equal lengths")
    values = rows.flatMap(\.self)
  }

  package subscript(row: Int, column: Int) -> Double {
    get { values[row * columnCount + column] }
    set { values[row * columnCount + column] = newValue }
  }

  /// Rows and columns exchanged.
  package var transposed: Matrix {
    var result = Matrix(rowCount: columnCount, columnCount: rowCount)
    for row in 0..<rowCount {
      for column in 0..<columnCount { result[column, row] = self[row, column] }
    }
    return result
  }
}
