internal import Viewfinder

/// Writes label records for programs or for people.
package struct LabelReport: Sendable {
  private let isJSON: Bool
  private let showsTimings: Bool
  private let style: Style

  /// Creates a report.
  package init(isJSON: Bool, showsTimings: Bool, style: Style) {
    self.isJSON = isJSON
    self.showsTimings = showsTimings
    self.style = style
  }

  /// The lines for one record; nothing for a failed input in the form for people, which is
  /// reported as a message instead.
  package func text(for record: LabelRecord) -> String {
    if isJSON { return json(record) + "\n" }
    guard case .success(let answer) = record.outcome else { return "" }
    return table(record.source, answer)
  }

  private func json(_ record: LabelRecord) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("source", record.source)
      switch record.outcome {
      case .success(let answer): write(answer, to: &json)
      case .failure(let error):
        json.key("error")
        json.object { json in
          json.member("code", error.code.rawValue)
          json.member("message", record.message(of: error))
        }
      }
    }
    return json.text
  }

  private func write(_ answer: LabelRecord.Answer, to json: inout JSONWriter) {
    json.member("width", answer.width)
    json.member("height", answer.height)
    json.key("labels")
    json.array(answer.labels) { json, label in
      json.object { json in
        json.member("index", label.index)
        json.member("text", label.text)
        json.member("confidence", label.confidence)
        if let head = label.head { json.member("head", head) }
      }
    }
    guard showsTimings else { return }
    json.key("timings")
    json.object { json in
      for stage in answer.timings.stages {
        // Microseconds are as fine as the clock deserves.
        json.member(stage.name, (stage.duration / .microseconds(1)).rounded() / 1000)
      }
    }
  }

  private func table(_ source: String, _ answer: LabelRecord.Answer) -> String {
    let name = TextLayout.printable(source)
    var lines = ["\(style.strong(name))  \(style.faint("\(answer.width) x \(answer.height)"))"]
    if answer.labels.isEmpty { lines.append("  " + style.faint("no labels")) }
    let indexes = answer.labels.map { String($0.index) }
    let width = indexes.map(\.count).max() ?? 0
    for (label, index) in zip(answer.labels, indexes) {
      let confidence = TextLayout.rightAligned(
        TextLayout.fixed(Double(label.confidence), decimals: 4), to: 8)
      let head = label.head.map { style.faint("  output \($0)") } ?? ""
      let number = style.faint(TextLayout.rightAligned(index, to: width))
      lines.append("\(confidence)  \(number)  \(TextLayout.printable(label.text))\(head)")
    }
    if showsTimings {
      let stages = answer.timings.stages.map { stage in
        "\(stage.name) \(TextLayout.fixed(stage.duration / .milliseconds(1), decimals: 2)) ms"
      }
      lines.append("  " + style.faint(stages.joined(separator: ", ")))
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
