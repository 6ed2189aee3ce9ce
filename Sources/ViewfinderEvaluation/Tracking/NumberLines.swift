internal import ViewfinderCore

/// Text of numbers in lines, separated by commas, blanks or tabs.
enum NumberLines {
  /// Hands on the fields of each line that has any, and the line's place for errors.
  ///
  /// - Throws: `tooLarge` for more than `limit` bytes, and what `body` throws.
  static func forEach(
    in text: [UInt8], name: String, limit: Int,
    _ body: ([ArraySlice<UInt8>], String) throws(ViewfinderError) -> Void
  ) throws(ViewfinderError) {
    guard text.count <= limit else { throw .tooManyBytes(name, limit: limit) }
    var lineNumber = 0
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      lineNumber += 1
      let fields = line.split { $0 == UInt8(ascii: ",") || $0 <= UInt8(ascii: " ") }
      if !fields.isEmpty { try body(fields, "\(name): line \(lineNumber)") }
    }
  }
}
