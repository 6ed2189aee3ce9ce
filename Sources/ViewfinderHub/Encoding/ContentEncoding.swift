internal import ViewfinderCore

/// How a server has packed the bytes that it sends.
enum ContentEncoding: String, Codable, Hashable, Sendable {
  case gzip

  /// Reads a `Content-Encoding`, where nothing and `identity` stand for bytes as they are.
  ///
  /// - Returns: Nothing for an encoding that is not known, else what the header says.
  static func read(_ header: String?) -> ContentEncoding?? {
    let names = (header ?? "").split(separator: ",").map { name in
      name.filter { $0 != " " && $0 != "\t" }.lowercased()
    }.filter { !$0.isEmpty && $0 != "identity" }
    switch names {
    case []: return .some(nil)
    case ["gzip"], ["x-gzip"]: return .some(.gzip)
    default: return nil
    }
  }

  /// What to say about an encoding that is not known.
  static func unknown(_ header: String?, _ subject: String) -> ViewfinderError {
    ViewfinderError(
      .invalidReply, subject: subject,
      found: "the file is packed in a way that is not known: \((header ?? "").prefix(40))",
      expected: "gzip, or no Content-Encoding", remedy: "Publish the file unpacked.")
  }
}
