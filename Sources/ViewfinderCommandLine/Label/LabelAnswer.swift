/// The labels of a picture.
package struct LabelAnswer: PhotoAnswer {
  package let width: Int
  package let height: Int
  /// The best labels first.
  package let labels: [PhotoLabel]
  package let timings: PhotoTimings

  package init(width: Int, height: Int, labels: [PhotoLabel], timings: PhotoTimings) {
    self.width = width
    self.height = height
    self.labels = labels
    self.timings = timings
  }

  package func write(to json: inout JSONWriter) {
    json.key("labels")
    json.array(labels) { $1.write(to: &$0) }
  }

  package func lines(_ style: Style) -> [String] {
    if labels.isEmpty { return ["  " + style.faint("no labels")] }
    let indexes = labels.map { String($0.index) }
    let width = indexes.map(\.count).max() ?? 0
    return zip(labels, indexes).map { label, index in
      let confidence = TextLayout.rightAligned(
        TextLayout.fixed(Double(label.confidence), decimals: 4), to: 8)
      let head = label.head.map { style.faint("  output \($0)") } ?? ""
      let number = style.faint(TextLayout.rightAligned(index, to: width))
      return "\(confidence)  \(number)  \(TextLayout.printable(label.text))\(head)"
    }
  }
}
