/// Where a library says what no error can carry.
package enum StandardError {
  /// Writes a line as a whole; that it cannot be written is no failure of anything else.
  package static func write(_ text: String) {
    try? Descriptor.write(
      Array(text.utf8).span, to: Descriptor.standardError, name: "standard error")
  }
}
