internal import ViewfinderCore

/// The address of an HTTP resource that may safely be asked: `https`, or `http` on this machine.
///
/// Characters that programs read in different ways (a user's name in front of the host,
/// backslashes, control characters) are refused. What is checked here is what is asked: libcurl reads
/// the address once more before it asks, and has to find the same in it (``isRead(scheme:host:port:)``).
/// Until then it is not loaded: the address of a model that is in the cache is read by this code alone.
struct WebAddress: Hashable, Sendable {
  /// The whole address in ASCII, the query with its tokens included: not for messages.
  let text: String
  let isSecure: Bool
  /// The host in lower case; an IPv6 address without its brackets.
  let host: String
  /// Scheme, host and port.
  let origin: String

  static let maximumLength = 8192

  /// Checks an address.
  ///
  /// - Throws: `invalidArgument`, naming the address without its query.
  init(_ text: String) throws(ViewfinderError) {
    func refusal(_ found: String, _ remedy: String = "") -> ViewfinderError {
      ViewfinderError(
        .invalidArgument, subject: Self.redacted(text), found: found,
        expected: "an address such as https://host/model.tflite", remedy: remedy)
    }
    let escaped = Self.escaped(text)
    guard escaped.utf8.count <= Self.maximumLength else {
      throw refusal("the address has more than \(Self.maximumLength) characters")
    }
    guard let colon = escaped.firstRange(of: "://") else { throw refusal("this is no address") }
    let scheme = escaped[..<colon.lowerBound].lowercased()
    guard scheme == "https" || scheme == "http" else {
      throw refusal("addresses that start with '\(scheme.prefix(20)):' are not followed")
    }
    let rest = escaped[colon.upperBound...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard let (host, port) = Self.split(authority) else {
      throw refusal("the host or port cannot be used", "Leave user names and passwords out.")
    }
    isSecure = scheme == "https"
    self.host = host.lowercased()
    self.text = String(escaped.prefix { $0 != "#" })
    origin = "\(scheme)://\(self.host):\(port ?? (isSecure ? 443 : 80))"
    if !isSecure, !isLoopback {
      throw refusal("http is neither private nor safe from changes on the way", "Use https.")
    }
  }

  /// Whether the host is this machine, by a name or number that no name server can turn elsewhere.
  var isLoopback: Bool { HostNumber(host)?.isThisMachine ?? HostNumber.isLocalName(host) }

  /// The address for messages: without the query, which may hold tokens.
  var redacted: String { Self.redacted(text) }

  static func redacted(_ text: String) -> String {
    // By scalars: a mark that carries an accent is the same mark to whoever reads the bytes.
    let scalars = text.unicodeScalars
    let end = scalars.firstIndex { $0 == "?" || $0 == "#" } ?? scalars.endIndex
    var start = scalars.startIndex
    var shown = ""
    // Whatever stands before an @ in the host may be a password.
    if let colon = scalars[..<end].firstIndex(of: ":"),
      scalars[colon..<end].starts(with: "://".unicodeScalars)
    {
      let host = scalars.index(colon, offsetBy: 3)
      let authority = scalars[host..<end].prefix { $0 != "/" }
      if let at = authority.lastIndex(of: "@") {
        shown = String(scalars[..<host])
        start = scalars.index(after: at)
      }
    }
    shown += String(scalars[start..<end])
    return String(shown.prefix(300)) + (scalars[end...].contains("?") ? "?…" : "")
  }

  /// Where a redirect from here leads.
  func resolving(_ location: String) throws(ViewfinderError) -> WebAddress {
    let location = Self.escaped(location)
    // A scheme makes an address of its own, whether or not the library knows the scheme.
    guard
      let target = Self.hasScheme(location) ? location : Self.resolve(location, from: text)
    else {
      throw ViewfinderError(
        .invalidReply, subject: redacted, found: "the server redirects to what is no address")
    }
    let address: WebAddress
    do throws(ViewfinderError) {
      address = try WebAddress(target)
    } catch {
      // The address that the user gave is in order.
      throw ViewfinderError(
        .invalidReply, subject: redacted,
        found: "the server redirects to \(Self.redacted(target)), and \(error.found)",
        cause: error)
    }
    guard address.isSecure || !isSecure else {
      throw ViewfinderError(
        .invalidReply, subject: redacted, found: "the server redirects from https to http",
        expected: "to stay with https")
    }
    // A server elsewhere must not make this program ask services of this machine.
    guard isLoopback || !address.isLoopback else {
      throw ViewfinderError(
        .invalidReply, subject: redacted, found: "the server redirects to this machine")
    }
    return address
  }

  /// Whether a library that reads the address finds in it what was checked.
  ///
  /// A number may be written in other ways: `127.1` is `127.0.0.1`.
  func isRead(scheme: String, host: String, port: String) -> Bool {
    var host = host.lowercased()[...]
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    let number = HostNumber(String(host))
    let isSameHost = host == self.host || number != nil && number == HostNumber(self.host)
    return isSameHost && "\(scheme)://\(self.host):\(port)" == origin
  }

  private static func hasScheme(_ location: String) -> Bool {
    let start = location.prefix { $0 != ":" && $0 != "/" && $0 != "?" && $0 != "#" }
    return !start.isEmpty && location.dropFirst(start.count).hasPrefix(":")
  }

  /// Text whose spaces and non-ASCII characters are percent-escaped.
  private static func escaped(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { 0x21 <= $0 && $0 < 0x7F }
    return isPlain ? text : PercentEncoding.encode(text) { 0x21 <= $0 && $0 < 0x7F }
  }

  private static func split(_ authority: Substring) -> (host: String, port: Int?)? {
    let host: Substring
    var rest: Substring
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      host = authority[authority.index(after: authority.startIndex)..<end]
      rest = authority[authority.index(after: end)...]
      // Four numbers with dots may stand for the last two of an IPv6 address.
      let isNumber = host.utf8.allSatisfy { Self.isHexDigit($0) || ":.".utf8.contains($0) }
      guard isNumber, host.contains(":"), HostNumber(String(host)) != nil else { return nil }
    } else {
      host = authority.prefix { $0 != ":" }
      rest = authority[host.endIndex...]
      guard
        host.utf8.allSatisfy({
          PercentEncoding.isAlphanumeric($0) || "-._".utf8.contains($0)
        })
      else { return nil }
    }
    guard !host.isEmpty, host.utf8.count < 256 else { return nil }
    guard rest.popFirst() != nil else { return (String(host), nil) }
    guard authority.dropFirst(host.count).contains(":"), let port = UInt16(rest), port > 0 else {
      return nil
    }
    return (String(host), Int(port))
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    Character(UnicodeScalar(byte)).isHexDigit
  }
}
