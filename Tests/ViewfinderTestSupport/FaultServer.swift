internal import Foundation

/// A server process of the tests, which answers as it is told; see `Tests/Support/fault_server.py`.
public final class FaultServer: Sendable {
  /// One for all tests; it ends with them.
  public static let shared = FaultServer()

  /// One that speaks TLS, with a certificate of an authority that nobody knows.
  public static let secure = FaultServer(
    NSTemporaryDirectory() + "viewfinder-tls-\(UUID().uuidString)")

  private let server: PythonServer
  private let folder: String?

  /// The path of the certificate of the authority, for a server that speaks TLS.
  public var certificateAuthority: String? { folder.map { "\($0)/ca.pem" } }

  /// A request that the server has had.
  public struct Request: Decodable, Sendable {
    /// What follows the path, its question mark included.
    public let query: String
    /// `GET` or `POST`.
    public let method: String
    /// Names in lower case.
    public let headers: [String: String]
    /// The body as text.
    public let body: String
  }

  private init(_ folder: String? = nil) {
    self.folder = folder
    server = folder.map { PythonServer("fault_server.py", $0) } ?? PythonServer("fault_server.py")
  }

  /// The port on this machine.
  public var port: Int { server.port }

  /// The server as `127.0.0.1:port`.
  public var host: String { "127.0.0.1:\(port)" }

  /// The whole address of a path.
  public func address(_ path: String) -> String {
    "\(folder == nil ? "http" : "https")://\(host)\(path)"
  }

  /// Says what the next requests for a path get; the last reply stands for all later ones.
  public func script(_ path: String, _ replies: Reply...) {
    script(path, replies)
  }

  /// Says what the next requests for a path get.
  public func script(_ path: String, _ replies: [Reply]) {
    _ = server.ask(["path": path, "replies": replies.map(\.members)])
  }

  /// Lets the replies of a path go that wait for its `gate`, now and from now on.
  public func open(_ path: String) {
    _ = server.ask(["open": path])
  }

  /// The requests for a path so far.
  public func requests(_ path: String) -> [Request] {
    let answer = server.ask(["log": path])
    return (try? JSONDecoder().decode([Request].self, from: Data(answer.utf8))) ?? []
  }
}

/// What the server answers.
public struct Reply: Sendable {
  /// The members of its JSON object.
  public var members: [String: any Sendable]

  /// Creates a reply with text for its body.
  public init(
    _ status: Int = 200, _ body: String = "", headers: [String: String] = [:],
    _ others: [String: any Sendable] = [:]
  ) {
    members = ["status": status, "body": body, "headers": headers].merging(others) { $1 }
  }

  /// A file, whose entity tag is strong.
  public static func file(
    _ bytes: [UInt8], etag: String? = "\"1\"", headers: [String: String] = [:],
    _ others: [String: any Sendable] = ["ranges": true]
  ) -> Reply {
    var headers = headers
    headers["ETag"] = etag
    return Reply(
      200, headers: headers,
      ["base64": Data(bytes).base64EncodedString()].merging(others) { $1 })
  }
}
