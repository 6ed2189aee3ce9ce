public import ViewfinderCore

/// The names of a model's classes, in the order of its scores.
public struct LabelList: Hashable, Sendable {
  /// The labels; a blank one is kept, so that every label stays with its class.
  public let names: [String]

  /// Names for people in one language, one for each label, if the model has them.
  public let displayNames: [String]?

  /// Where the labels came from, for messages.
  public let source: String

  /// The names by number, when each line of the file begins with one; see ``Form/keyed``.
  let keys: [Int: String]?

  /// The number of labels.
  public var count: Int { names.count }

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - names: The labels in the order of the scores.
  ///   - source: A name for messages.
  public init(_ names: [String], source: String = "labels") {
    self.init(names: names, displayNames: nil, source: source)
  }

  init(names: [String], displayNames: [String]?, source: String, keys: [Int: String]? = nil) {
    self.keys = keys
    self.names = names
    self.displayNames = displayNames
    self.source = source
  }

  /// How a label file is written.
  public enum Form: String, Hashable, Sendable, CaseIterable {
    /// One label a line.
    case plain
    /// Number, space, label, as Teachable Machine exports them: `0 cat`.
    case numbered
    /// One label a line or, when every line begins with a number of its own, a map from class to
    /// label, in any order and with gaps: `0 person`, `2:car`, `7, truck`. JSON lists and maps of
    /// names are read, too.
    ///
    /// A map whose numbers do not fit the model's classes, such as `100 kyat`, is a list of lines.
    case keyed
  }

  /// Reads a label file.
  ///
  /// A byte order mark and carriage returns are dropped, and so is exactly one line break at the
  /// end. Blank lines in between are labels.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - form: How the file is written.
  /// - Throws: ``ViewfinderError`` with the code `notFound`, `tooLarge`, or `invalidMetadata` for a
  ///   file that is empty, not UTF-8 or not in the form; the message names the line.
  public init(path: String, form: Form = .plain) throws(ViewfinderError) {
    let bytes = try WholeFile.bytes(
      of: path, limit: AppendedArchive.maximumEntryByteCount, for: .text)
    try self.init(bytes: bytes, source: path, form: form)
  }

  init(bytes: [UInt8], source: String, form: Form = .plain) throws(ViewfinderError) {
    if form == .keyed, let list = Self.json(bytes, source: source) {
      self = list
      return
    }
    var lines = try TextLines.split(bytes, subject: source)
    guard !lines.isEmpty else {
      throw ViewfinderError(
        .invalidMetadata,
        subject: source,
        found: "the label file is empty",
        expected: "one label a line",
        remedy: "Write one label for each class of the model."
      )
    }
    if form == .numbered {
      for (index, line) in lines.enumerated() {
        let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, Int(parts[0]) == index else {
          throw ViewfinderError(
            .invalidMetadata,
            subject: source,
            found: "line \(index + 1) is \(shortened(line))",
            expected: "\"\(index)\", a space and a label",
            remedy: "Read the file as plain labels if its lines carry no numbers."
          )
        }
        lines[index] = String(parts[1])
      }
    }
    self.init(
      names: lines, displayNames: nil, source: source,
      keys: form == .keyed ? Self.keys(lines) : nil)
  }

  /// The same labels with names for people.
  func withDisplayNames(_ other: LabelList) throws(ViewfinderError) -> LabelList {
    guard other.count == count else {
      throw ViewfinderError(
        .invalidMetadata,
        subject: other.source,
        found: "\(other.count) display names",
        expected: "\(count), one for each label of \(source)",
        remedy: "Write a display name for every label, in the same order."
      )
    }
    return LabelList(names: names, displayNames: other.names, source: source)
  }

  /// The text to show for a class: its display name, or else its label.
  ///
  /// - Parameter index: From 0 up to ``count``.
  /// - Returns: The text; empty when both are blank.
  /// - Complexity: O(1).
  public func text(at index: Int) -> String {
    precondition(names.indices.contains(index), "There is no such class")
    if let displayName = displayNames?[index], !displayName.isEmpty { return displayName }
    return names[index]
  }
}
