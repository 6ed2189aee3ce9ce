/// A table with a name on the left of each row and figures in columns.
struct FigureTable {
  private let columns: [String]
  private var rows: [(name: String, cells: [String])] = []

  init(columns: [String]) {
    self.columns = columns
  }

  /// Adds a row.
  mutating func add(_ name: String, _ cells: [String]) {
    precondition(cells.count == columns.count, "A row has a cell for each column")
    rows.append((TextLayout.printable(name), cells))
  }

  /// A share with four decimals, or a dash when it could not be measured.
  static func share(_ value: Double?) -> String {
    value.map { TextLayout.fixed($0, decimals: 4) } ?? "-"
  }

  /// The lines, the heading first.
  func lines(_ style: Style) -> [String] {
    let nameWidth = rows.map { TextLayout.columns(of: $0.name) }.max() ?? 0
    let widths = columns.indices.map { column in
      rows.reduce(columns[column].count) { max($0, $1.cells[column].count) }
    }
    func line(_ name: String, _ cells: [String]) -> String {
      zip(cells, widths).reduce(TextLayout.padded(name, to: nameWidth)) { text, cell in
        text + "  " + TextLayout.rightAligned(cell.0, to: cell.1)
      }.trimmingTrailingSpaces
    }
    return [style.faint(line("", columns))] + rows.map { line($0.name, $0.cells) }
  }
}

extension String {
  fileprivate var trimmingTrailingSpaces: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
