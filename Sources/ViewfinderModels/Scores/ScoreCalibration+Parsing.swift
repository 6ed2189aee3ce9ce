internal import ViewfinderCore

extension ScoreCalibration {
  /// Reads a calibration file: a line for each class, `scale,slope,offset[,minimum score]`.
  ///
  /// A blank line means that the class has no calibration.
  init(
    bytes: [UInt8],
    classCount: Int,
    transform: Transform,
    defaultScore: Float,
    source: String
  ) throws(ViewfinderError) {
    guard defaultScore.isFinite else {
      throw ViewfinderError(
        .invalidMetadata,
        subject: source,
        found: "a default score of \(defaultScore)",
        expected: "a finite number",
        remedy: "Write a default score such as 0 to the metadata."
      )
    }
    var lines = try TextLines.split(bytes, subject: source)
    // `TextLines` drops a final line break; with it, the last class may have had a blank line.
    if lines.count == classCount - 1, bytes.last == UInt8(ascii: "\n") { lines.append("") }
    guard lines.count == classCount else {
      throw ViewfinderError(
        .invalidMetadata,
        subject: source,
        found: "\(lines.count) lines",
        expected: "\(classCount), one for each class",
        remedy: "Write one line for each class; leave it blank for a class without calibration."
      )
    }
    var parameters: [Parameters?] = []
    parameters.reserveCapacity(lines.count)
    for (index, line) in lines.enumerated() {
      parameters.append(try Self.parameters(line, number: index + 1, source: source))
    }
    self.init(transform: transform, defaultScore: defaultScore, parameters: parameters)
  }

  private static func parameters(
    _ line: String,
    number: Int,
    source: String
  ) throws(ViewfinderError) -> Parameters? {
    if line.allSatisfy(\.isWhitespace) { return nil }
    let fields = line.split(separator: ",", omittingEmptySubsequences: false)
    var values: [Float] = []
    for field in fields {
      guard let value = Float(field.drop(while: \.isWhitespace).trimmingEnd), value.isFinite else {
        throw fault(source, number, "the field \(shortened(String(field)))", "a finite number")
      }
      values.append(value)
    }
    guard values.count == 3 || values.count == 4 else {
      throw fault(
        source,
        number,
        "\(values.count) fields",
        "scale,slope,offset and maybe a minimum score"
      )
    }
    guard values[0] >= 0 else {
      throw fault(source, number, "a scale of \(values[0])", "a scale of 0 or more")
    }
    return Parameters(
      scale: values[0],
      slope: values[1],
      offset: values[2],
      minimumScore: values.count == 4 ? values[3] : nil
    )
  }

  private static func fault(
    _ source: String,
    _ line: Int,
    _ found: String,
    _ expected: String
  ) -> ViewfinderError {
    ViewfinderError(
      .invalidMetadata,
      subject: source,
      found: "line \(line) has \(found)",
      expected: expected,
      remedy: "Correct the line in the calibration file."
    )
  }
}
