internal import Viewfinder

/// Writes the records of a run.
package protocol PhotoReport<Answer> {
  associatedtype Answer: Sendable

  /// Whether failures are among the results; otherwise they are kept apart from them.
  var includesFailures: Bool { get }
  /// What comes before the first record.
  var opening: String { get }
  /// What comes after the last record, also when the run was cut short.
  var closing: String { get }
  /// What is to be said when all is done, apart from the results.
  var remarks: [String] { get }

  /// The text for one record, which is empty for a failure that is not among the results.
  mutating func text(for record: PhotoRecord<Answer>) -> String
}

extension PhotoReport {
  package var opening: String { "" }
  package var closing: String { "" }
  package var remarks: [String] { [] }
}

/// Writes a JSON object on a line for each record, or a few lines for people.
package struct LineReport<Answer: PhotoAnswer>: PhotoReport {
  private let isJSON: Bool
  private let showsTimings: Bool
  private let style: Style

  /// Creates a report.
  package init(isJSON: Bool, showsTimings: Bool, style: Style) {
    self.isJSON = isJSON
    self.showsTimings = showsTimings
    self.style = style
  }

  package var includesFailures: Bool { isJSON }

  package func text(for record: PhotoRecord<Answer>) -> String {
    if isJSON { return json(record) + "\n" }
    guard case .success(let answer) = record.outcome else { return "" }
    let name = style.strong(TextLayout.printable(record.source))
    var lines = ["\(name)  \(style.faint("\(answer.width) x \(answer.height)"))"]
    lines += answer.lines(style)
    if showsTimings { lines.append("  " + style.faint(answer.timings.line)) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func json(_ record: PhotoRecord<Answer>) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("source", record.source)
      switch record.outcome {
      case .success(let answer):
        json.member("width", answer.width)
        json.member("height", answer.height)
        answer.write(to: &json)
        if showsTimings { answer.timings.write(to: &json) }
      case .failure(let error):
        json.member(error: error, message: record.message(of: error))
      }
    }
    return json.text
  }
}
