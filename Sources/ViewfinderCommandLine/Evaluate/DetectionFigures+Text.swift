internal import Viewfinder
internal import ViewfinderEvaluation

extension DetectionFigures {
  /// The limits on the number of results whose recall is reported.
  private static let limits = [1, 5, 100]

  /// The figures for people.
  func text(_ style: Style) -> String {
    var lines = [
      "\(style.strong(TextLayout.printable(name)))  "
        + style.faint("\(pictureCount) pictures, \(objectCount) objects, \(resultCount) results")
    ]
    var table = FigureTable(
      columns: ["AP", "AP50", "AP75"] + Self.limits.map { "AR@\($0)" } + ["objects"])
    table.add("any kind", Self.cells(anyKind, objectCount))
    if let byKind {
      table.add("mean of \(kinds.count { $0.objectCount > 0 }) kinds", Self.cells(byKind, nil))
      for kind in kinds {
        table.add("  " + kind.category.name, Self.cells(kind.summary, kind.objectCount))
      }
    }
    lines += table.lines(style)
    lines.append("")
    lines += rankedLines
    return lines.joined(separator: "\n") + "\n"
  }

  private static func cells(_ summary: DetectionSummary, _ count: Int?) -> [String] {
    let figures = [
      summary.averagePrecision, summary.averagePrecision50, summary.averagePrecision75,
    ]
    return (figures + limits.map { summary.averageRecall(at: $0) }).map(FigureTable.share)
      + [count.map(String.init) ?? ""]
  }

  private var rankedLines: [String] {
    var rows = [
      ("single object", ranked.singleObjectAccuracy, "the first result finds an object"),
      ("prominent object", ranked.prominentRecall(at: 1), "the first result finds it"),
      ("", ranked.prominentRecall(at: 5), "one of the first five does"),
      ("all objects", ranked.objectRecall(at: 5), "found by the first five results"),
    ]
    if let shown {
      let threshold = TextLayout.fixed(Double(shown.threshold), decimals: 2)
      let mean = Double(shown.multipleCount) / Double(max(1, pictureCount))
      rows += [
        (
          "from \(threshold) on", shown.ranked.singleObjectAccuracy,
          "single object; no result in \(shown.emptyCount) pictures"
        ),
        (
          "", shown.ranked.objectRecall(at: 5),
          "all objects; \(TextLayout.fixed(mean, decimals: 2)) results for each picture"
        ),
      ]
    }
    let width = rows.map { TextLayout.columns(of: $0.0) }.max() ?? 0
    return rows.map { name, value, meaning in
      "\(TextLayout.padded(name, to: width))  \(FigureTable.share(value))  \(meaning)"
    }
  }
}
