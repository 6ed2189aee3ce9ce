internal import ViewfinderCore

/// Splits small text files into lines, with one set of rules for labels and calibrations.
enum TextLines {
  /// The lines, without a byte order mark, carriage returns and exactly one final line break.
  ///
  /// - Throws: ``ViewfinderError`` naming the first line that is not UTF-8.
  static func split(_ bytes: [UInt8], subject: String) throws(ViewfinderError) -> [String] {
    var rest = bytes.withoutByteOrderMark
    if rest.starts(with: [0xFF, 0xFE]) || rest.starts(with: [0xFE, 0xFF]) {
      throw notUTF8(subject: subject, line: 1, found: "the file starts like UTF-16 text")
    }
    guard !rest.isEmpty else { return [] }
    if rest.last == UInt8(ascii: "\n") { rest = rest.dropLast() }
    var lines: [String] = []
    for var line in rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
      guard let text = String(validating: line, as: UTF8.self) else {
        throw notUTF8(
          subject: subject,
          line: lines.count + 1,
          found: "line \(lines.count + 1) is not valid UTF-8"
        )
      }
      lines.append(text)
    }
    return lines
  }

  private static func notUTF8(subject: String, line: Int, found: String) -> ViewfinderError {
    ViewfinderError(
      .invalidMetadata,
      subject: subject,
      found: found,
      expected: "UTF-8 text",
      remedy: "Save the file as UTF-8."
    )
  }
}

/// A quotation of text from a file that is fit for a message.
func shortened(_ text: String) -> String {
  // Never more than this is looked at, however long a text or a character is.
  let text = text.utf8.count <= 1000 ? text : String(text.unicodeScalars.prefix(240)) + "…"
  return (text.count <= 60 ? text : text.prefix(57) + "…").debugDescription
}
