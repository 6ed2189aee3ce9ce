/// A command line that cannot be carried out as written.
package struct UsageError: Error, Hashable, Sendable {
  /// What is wrong, as one clause.
  package let message: String
  /// The words of the command it is about, without the program's name; set by the tool.
  package var command: [String] = []

  /// Creates an error.
  package init(_ message: String) {
    self.message = message
  }

  /// Creates an error that offers what was probably meant.
  package init(_ message: String, suggestion: String?) {
    self.message = suggestion.map { "\(message); did you mean '\($0)'?" } ?? message
  }
}
