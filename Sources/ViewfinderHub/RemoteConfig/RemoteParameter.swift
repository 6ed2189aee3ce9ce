/// A parameter's value, and where it is from.
public struct RemoteParameter: Hashable, Sendable {
  /// Where a value is from.
  public enum Source: Hashable, Sendable {
    /// The server.
    case remote
    /// The defaults of the app.
    case standard
    /// Nowhere: there is no such parameter.
    case none
  }

  /// The value as text; empty when there is none.
  public let text: String
  /// Where the value is from.
  public let source: Source

  /// The value as a number, or nothing when it is none.
  public var number: Double? { Double(text) }

  /// Whether the value is `1`, `true`, `t`, `yes`, `y` or `on`, in any case.
  public var isTrue: Bool {
    ["1", "true", "t", "yes", "y", "on"].contains(text.lowercased())
  }
}
