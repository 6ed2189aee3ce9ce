/// Emphasis for terminals; plain text everywhere else.
package struct Style: Hashable, Sendable {
  private let isOn: Bool

  /// Creates a style.
  package init(isOn: Bool) {
    self.isOn = isOn
  }

  /// For names and headings.
  package func strong(_ text: String) -> String { wrapped(text, "1") }
  /// For what matters less.
  package func faint(_ text: String) -> String { wrapped(text, "2") }
  /// For failures.
  package func alarming(_ text: String) -> String { wrapped(text, "31") }
  /// For success.

  private func wrapped(_ text: String, _ code: String) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
