/// One question to a server.
struct HTTPRequest: Sendable {
  enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  var method = Method.get
  var address: WebAddress
  var headers: [Header] = []
  var body: [UInt8] = []
  /// How long everything may take, slow servers included; files may take any time.
  var timeLimit: Duration?

  /// A header line.
  struct Header: Hashable, Sendable {
    let name: String
    let value: String
    /// Whether the value is meant for this server alone, and so not for one it redirects to.
    let isPrivate: Bool
  }

  /// Adds a header without control characters, so that no value can add lines of its own.
  mutating func add(_ name: String, _ value: String?, isPrivate: Bool = false) {
    guard let value else { return }
    let scalars = value.unicodeScalars.filter { (0x20..<0x7F).contains($0.value) }
    headers.append(
      Header(name: name, value: String(String.UnicodeScalarView(scalars)), isPrivate: isPrivate))
  }
}
