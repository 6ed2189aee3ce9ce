public import ViewfinderCore

/// The labels of everyday things that a labeler's classes add up to, with an index of their own.
///
/// Labels form trees, of which the first five are the coarse categories. A class belongs to one
/// label and to those above it, or to none. The index of a label stays what it is: new labels are
/// added at the end. Documentation/BaseLabels.md lists them.
public struct BaseLabelTable: Sendable {
  /// The labels by their index.
  public let labels: [Label]

  /// The number of the labeler's classes.
  public let classCount: Int

  /// The label that a class belongs to, before those above it; -1 where there is none.
  private let labelOfClass: [Int]

  /// The category that a label lies under, or ``CategoryModel/noneIndex``.
  private let categoryOfLabel: [Int]

  /// Reads a table.
  ///
  /// Its columns are divided by tabulators: index, text, parent, classes. The index counts from 0,
  /// a parent stands before its kinds, classes are numbers and ranges (`3 5-9`), and `-` stands for
  /// no parent and no classes. The first line holds the names of the columns.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - classCount: The number of the labeler's classes.
  /// - Throws: ``ViewfinderError`` with the code `notFound`, `tooLarge`, or `invalidMetadata` naming
  ///   the line.
  public init(path: String, classCount: Int) throws(ViewfinderError) {
    let bytes = try WholeFile.bytes(of: path, limit: 1 << 20, for: .text)
    try self.init(bytes: bytes, source: path, classCount: classCount)
  }

  init(bytes: [UInt8], source: String, classCount: Int) throws(ViewfinderError) {
    let lines = try TextLines.split(bytes, subject: source)
    var reader = BaseLabelReader(source: source, classCount: classCount)
    for (number, line) in lines.enumerated() { try reader.consider(line, number: number) }
    try reader.finish()
    self.classCount = classCount
    labelOfClass = reader.labelOfClass
    var roots: [Int] = []
    for (index, row) in reader.rows.enumerated() {
      roots.append(row.parent.map { roots[$0] } ?? index)
    }
    categoryOfLabel = roots.map { min($0, CategoryModel.noneIndex) }
    // Kinds stand behind their parents, so that a walk from the end has seen all kinds of a label.
    var classes = reader.rows.map(\.classes)
    for (index, row) in reader.rows.enumerated().reversed() {
      if let parent = row.parent { classes[parent] += classes[index] }
    }
    labels = zip(reader.rows, classes).map { row, classes in
      Label(text: row.text, parent: row.parent, classes: classes.sorted())
    }
  }

  /// How sure each label is.
  ///
  /// A label's score is the sum of its classes' probabilities. The classes under a category that
  /// the category model doubts, or that lie under none, are scaled down, so that they add up to the
  /// mean of both models. A category itself is as sure as the category model says, or as that
  /// mean where it is greater. A label is never surer than the one above it.
  ///
  /// - Parameters:
  ///   - probabilities: The labeler's probabilities, one for each class.
  ///   - categories: The probabilities of the five categories and of "none".
  /// - Returns: Scores from 0 through 1, one for each label.
  public func scores(probabilities: [Float], categories: [Float]) -> [Float] {
    precondition(probabilities.count == classCount, "There is one probability for each class")
    precondition(
      categories.count == CategoryModel.noneIndex + 1, "Five categories and none are expected")
    var scores = [Float](repeating: 0, count: labels.count)
    var total: Float = 0
    for (index, label) in labelOfClass.enumerated() {
      total += probabilities[index]
      if label >= 0 { scores[label] += probabilities[index] }
    }
    for index in labels.indices.reversed() {
      if let parent = labels[index].parent { scores[parent] += scores[index] }
    }
    var sums = Array(scores[..<CategoryModel.noneIndex])
    sums.append(max(0, total - sums.reduce(0, +)))
    let agreed = zip(sums, categories).map { sum, category in
      max(category, (sum + category) / 2)
    }
    for index in scores.indices {
      let category = categoryOfLabel[index]
      if agreed[category] < sums[category] { scores[index] *= agreed[category] / sums[category] }
      if index < CategoryModel.noneIndex { scores[index] = max(scores[index], agreed[index]) }
      scores[index] = min(scores[index], 1)
    }
    return scores
  }
}
