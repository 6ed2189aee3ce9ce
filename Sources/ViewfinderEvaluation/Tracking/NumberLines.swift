internal import ViewfinderCore

/// Text of numbers in lines, separated by commas, blanks or tabs.
///
/// A byte order mark is skipped. Lines end with a line feed, or with a carriage return in files that
/// have no line feed at all.
enum NumberLines {
  /// Hands on the fields of each line that has any, and the line's place for errors.
  ///
  /// - Throws: `tooLarge` for more than `limit` bytes, and what `body` throws.
  static func forEach(
    in text: [UInt8], name: String, limit: Int,
    _ body: ([ArraySlice<UInt8>], String) throws(ViewfinderError) -> Void
  ) throws(ViewfinderError) {
    guard text.count <= limit else { throw .tooManyBytes(name, limit: limit) }
    let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    let end = text.contains(lineFeed) ? lineFeed : carriageReturn
    var lineNumber = 0
    for line in text.withoutByteOrderMark.split(separator: end, omittingEmptySubsequences: false) {
      lineNumber += 1
      let fields = line.split { $0 == UInt8(ascii: ",") || $0 <= UInt8(ascii: " ") }
      if !fields.isEmpty { try body(fields, "\(name): line \(lineNumber)") }
    }
  }
}
