/// A value of a JSON document.
enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// What kind of value this is, for messages.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a Boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// Why text is not JSON, and where.
struct JSONFault: Error, Hashable {
  /// The line, from 1.
  let line: Int
  /// What is wrong, as a clause.
  let reason: String
}
