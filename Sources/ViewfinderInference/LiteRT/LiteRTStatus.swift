/// Words for LiteRT's status numbers, which the library itself does not export.
enum LiteRTStatus {
  /// A clause for a status, with its number.
  static func text(_ status: Int32) -> String {
    guard let words = words[status] else { return "LiteRT status \(status)" }
    return "LiteRT status \(status), \(words)"
  }

  private static let words: [Int32: String] = [
    1: "invalid argument", 2: "out of memory", 3: "runtime failure", 4: "missing input",
    5: "unsupported", 6: "not found", 7: "timeout", 8: "wrong version", 9: "unknown",
    10: "already exists", 100: "cancelled", 500: "file error", 501: "invalid FlatBuffers data",
    502: "dynamic loading failed", 503: "serialization failed", 504: "compilation failed",
    1000: "index out of bounds", 1001: "invalid type", 1002: "invalid graph",
    1003: "graph cannot be changed",
  ]
}
