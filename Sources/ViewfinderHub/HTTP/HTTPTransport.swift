/// Takes a reply as it comes, on the thread that asked.
protocol ReplySink: AnyObject {
  /// Takes status and headers; returns whether to read on.
  func begin(_ head: HTTPHead) -> Bool
  /// Takes some of the body; returns whether to read on.
  func receive(_ bytes: Span<UInt8>) -> Bool
}

/// Why there is no reply, or only a part of one.
enum HTTPFailure: Error {
  /// The work was cancelled.
  case cancelled
  /// The sink did not want to read on.
  case stopped
  /// There is no such host, or nothing that listens there.
  case unreachable(String)
  /// No connection, or no byte, for too long.
  case timedOut(String)
  /// The network or the server.
  case failed(String)
  /// The server's certificate is not accepted.
  case untrusted(String)
  /// The HTTP library cannot be loaded.
  case unavailable(String)
}

/// How long to wait for a server.
struct HTTPTimeouts: Sendable {
  /// For a connection.
  var connect = Duration.seconds(30)
  /// For the next byte.
  var idle = Duration.seconds(60)
}
