/// Writes one JSON value with the keys in the order given, the same bytes for the same value.
///
/// Numbers are the shortest decimal that reads back as the same `Float` or `Double`; JSON has no
/// word for numbers that are not finite, so they become `null`. Text is UTF-8; only quotation
/// marks, backslashes and control characters are escaped.
package struct JSONWriter: Sendable {
  /// The JSON so far.
  package private(set) var text = ""
  private var needsComma = false

  /// Creates an empty writer.
  package init() {}

  /// Writes an object whose members `body` writes.
  package mutating func object(_ body: (inout JSONWriter) -> Void) {
    nest("{", "}", body)
  }

  /// Writes an array whose elements `body` writes.
  package mutating func array(_ body: (inout JSONWriter) -> Void) {
    nest("[", "]", body)
  }

  /// Writes an array of values.
  package mutating func array<Values: Sequence>(
    _ values: Values, _ element: (inout JSONWriter, Values.Element) -> Void
  ) {
    array { json in
      for value in values { element(&json, value) }
    }
  }

  /// Writes the name of the member that the next call writes.
  package mutating func key(_ name: String) {
    value(name)
    text += ":"
    needsComma = false
  }

  /// Writes a string.
  package mutating func value(_ string: String) {
    separate()
    text += "\""
    for scalar in string.unicodeScalars { escape(scalar) }
    text += "\""
  }

  /// Writes a whole number.
  package mutating func value(_ number: Int) {
    separate()
    text += String(number)
  }

  /// Writes a single-precision number.
  package mutating func value(_ number: Float) {
    separate()
    text += number.isFinite ? number.description : "null"
  }

  /// Writes a double-precision number.
  package mutating func value(_ number: Double) {
    separate()
    text += number.isFinite ? number.description : "null"
  }

  /// Writes `true` or `false`.
  package mutating func value(_ flag: Bool) {
    separate()
    text += flag ? "true" : "false"
  }

  /// Writes `null`.
  package mutating func null() {
    separate()
    text += "null"
  }

  private mutating func nest(
    _ opening: String, _ closing: String, _ body: (inout JSONWriter) -> Void
  ) {
    separate()
    text += opening
    needsComma = false
    body(&self)
    text += closing
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { text += "," }
    needsComma = true
  }

  private mutating func escape(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": text += "\\\""
    case "\\": text += "\\\\"
    case "\n": text += "\\n"
    case "\r": text += "\\r"
    case "\t": text += "\\t"
    case "\u{8}": text += "\\b"
    case "\u{C}": text += "\\f"
    case "\u{0}"..<"\u{20}", "\u{7F}":
      let digits = String(scalar.value, radix: 16)
      text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: text.unicodeScalars.append(scalar)
    }
  }
}
