internal import ViewfinderCore

/// Reads the lines of a table of base labels.
struct BaseLabelReader {
  struct Row {
    var text: String
    var parent: Int?
    /// The classes that no kind of the label has.
    var classes: [Int]
  }

  private(set) var rows: [Row] = []
  /// The row of each class, or -1.
  private(set) var labelOfClass: [Int]
  private var texts: Set<String> = []
  private let source: String
  private static let header = ["index", "text", "parent", "classes"]

  init(source: String, classCount: Int) {
    self.source = source
    labelOfClass = Array(repeating: -1, count: classCount)
  }

  /// Takes a line; the first, with the number 0, holds the names of the columns.
  mutating func consider(_ line: String, number: Int) throws(ViewfinderError) {
    let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard columns.count == Self.header.count else {
      throw refusal(number, "\(columns.count) columns", "index, text, parent, classes")
    }
    if number == 0 {
      guard columns == Self.header else {
        throw refusal(number, shortened(line), "the names index, text, parent, classes")
      }
      return
    }
    guard Int(columns[0]) == rows.count else {
      throw refusal(number, "the index \(shortened(columns[0]))", "\(rows.count)")
    }
    let text = columns[1]
    guard !text.isEmpty, texts.insert(text).inserted else {
      throw refusal(number, "the text \(shortened(text))", "a text that no other line has")
    }
    if let category = CoarseCategory(rawValue: rows.count), text != category.name {
      throw refusal(number, "the text \(shortened(text))", category.name)
    }
    let parent = try parent(columns[2], number)
    rows.append(Row(text: text, parent: parent, classes: try classes(columns[3], number)))
  }

  /// Checks that the categories are there.
  func finish() throws(ViewfinderError) {
    guard rows.count >= CategoryModel.noneIndex else {
      throw refusal(rows.count, "the end of the table", "the five categories")
    }
  }

  private func parent(_ column: String, _ number: Int) throws(ViewfinderError) -> Int? {
    if column == "-" { return nil }
    guard rows.count >= CategoryModel.noneIndex, let parent = Int(column),
      rows.indices.contains(parent)
    else {
      throw refusal(
        number, "the parent \(shortened(column))", "the index of a line before, or - for none")
    }
    return parent
  }

  private mutating func classes(
    _ column: String, _ number: Int
  ) throws(ViewfinderError) -> [Int] {
    if column == "-" { return [] }
    var classes: [Int] = []
    for word in column.split(separator: " ") {
      let ends = word.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1],
        first <= last, first >= 0, last < labelOfClass.count
      else {
        throw refusal(
          number, "the classes \(shortened(String(word)))",
          "numbers and ranges below \(labelOfClass.count)")
      }
      for index in first...last {
        guard labelOfClass[index] < 0 else {
          throw refusal(number, "the class \(index)", "classes that no other line has")
        }
        labelOfClass[index] = rows.count
        classes.append(index)
      }
    }
    return classes
  }

  private func refusal(_ number: Int, _ found: String, _ expected: String) -> ViewfinderError {
    ViewfinderError(
      .invalidMetadata, subject: source, found: "line \(number + 1) has \(found)",
      expected: expected, remedy: "Use the table that comes with Viewfinder.")
  }
}
