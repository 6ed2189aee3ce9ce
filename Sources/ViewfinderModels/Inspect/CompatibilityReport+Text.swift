extension CompatibilityReport {
  /// The report for people, in lines of text.
  public var text: String {
    var lines = ["\(path)", "  \(byteCount) bytes, schema \(schemaVersion)"]
    func add(_ key: String, _ value: String?) {
      guard let value, !value.isEmpty else { return }
      lines.append("  \(key): \(value)")
    }
    add("converter", converter)
    add("name", metadata?.name)
    add("description", metadata?.summary)
    add("version", metadata?.version)
    add("author", metadata?.author)
    add("licence", metadata?.license)
    add("needs parser", metadata?.minimumParserVersion)
    if metadata == nil { add("metadata", "none") }
    if subgraphCount > 1 { add("subgraphs", String(subgraphCount)) }
    add("signatures", signatures.joined(separator: ", "))
    lines.append("inputs")
    lines += inputs.enumerated().map { "  \($0)  \($1.line)" }
    lines.append("outputs")
    lines += outputs.enumerated().map { "  \($0)  \($1.line)" }
    lines.append("operators")
    let sorted = operators.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    lines.append("  " + sorted.map { "\($0.key) × \($0.value)" }.joined(separator: ", "))
    if !associatedFiles.isEmpty { lines.append("files") }
    lines += associatedFiles.map(\.line)
    if let input { lines += ["image", "  \(input.line)"] }
    if !heads.isEmpty { lines.append("scores") }
    lines += heads.map { "  \($0.line)" }
    let fitting = tasks.filter(\.fits)
    lines.append("tasks")
    lines += tasks.map(\.line)
    if !fitting.isEmpty { lines.append("run") }
    lines += fitting.map { "  \($0.command(for: path))" }
    let needed = fitting.isEmpty || fitsViewfinder ? [] : fitting[0].options
    let verdict =
      fitsViewfinder ? "yes" : needed.isEmpty ? "no" : "with \(needed.joined(separator: " "))"
    lines.append("fits Viewfinder: \(verdict)")
    lines.append("fits ML Kit: \(fitsMLKit ? "yes" : "no")")
    let marks: [Finding.Level: String] = [
      .unusable: "problem", .notMLKit: "ML Kit refuses", .note: "note",
    ]
    lines += findings.map { "  \(marks[$0.level] ?? ""): \($0.message)" }
    return lines.map(plain).joined(separator: "\n")
  }

  /// Text of a file without characters that would steer a terminal.
  private func plain(_ line: String) -> String {
    func steers(_ scalar: Unicode.Scalar) -> Bool {
      scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }
    guard line.unicodeScalars.contains(where: steers) else { return line }
    return String(
      String.UnicodeScalarView(line.unicodeScalars.map { steers($0) ? " " : $0 }))
  }
}

extension CompatibilityReport.Tensor {
  fileprivate var line: String {
    var text = "\(name)  \(type) \(shapeSignature)"
    if scales.count == 1 { text += "  scale \(scales[0]), zero point \(zeroPoints[0])" }
    if scales.count > 1 { text += "  \(scales.count) scales" }
    return text
  }
}

extension CompatibilityReport.TaskFit {
  fileprivate var line: String {
    let name = task.rawValue + String(repeating: " ", count: 8 - task.rawValue.count)
    guard fits else { return "  \(name)no" }
    var text = "  \(name)yes"
    if let family { text += ", \(family)" }
    if let classCount { text += ", \(classCount) class\(classCount == 1 ? "" : "es")" }
    if !options.isEmpty { text += ", with \(options.joined(separator: " "))" }
    if let reason { text += " (likely: \(reason))" }
    return text
  }
}

extension CompatibilityReport.File {
  fileprivate var line: String {
    "  \(name)  \(byteCount) bytes  \(kind ?? "not in the metadata")"
      + (locale.map { "  \($0)" } ?? "")
  }
}

extension CompatibilityReport.Input {
  fileprivate var line: String {
    let size = isDynamic ? "any size" : "\(width) × \(height) pixels"
    guard let mean, let std else { return "\(size), bytes as they are" }
    return "\(size), mean \(mean), std \(std)"
  }
}

extension CompatibilityReport.Head {
  fileprivate var line: String {
    var text = "\(name)  \(classCount) class\(classCount == 1 ? "" : "es")"
    text += labelCount == 0 ? ", no labels" : ", labels: "
    let names = firstDisplayNames ?? firstLabels
    text += names.joined(separator: " | ") + (labelCount > names.count ? " | …" : "")
    if let scoreThreshold { text += ", threshold \(scoreThreshold)" }
    if let calibration { text += ", calibrated (\(calibration))" }
    return text
  }
}
