public import ViewfinderInference

extension ModelHub {
  /// How patient a hub is, and how large a model may be.
  public struct Options: Hashable, Sendable {
    /// When to try again.
    public var retry: RetryPolicy
    /// How long to wait for a connection.
    public var connectTimeout: Duration
    /// How long to wait for the next byte; whole seconds.
    public var idleTimeout: Duration
    /// No file is larger, whatever a server says.
    public var maximumByteCount: Int

    /// Creates options.
    ///
    /// - Parameters:
    ///   - retry: When to try again.
    ///   - connectTimeout: How long to wait for a connection, 30 s.
    ///   - idleTimeout: How long to wait for the next byte, 60 s.
    ///   - maximumByteCount: The largest file, 2 GiB by default; a larger one is no model.
    public init(
      retry: RetryPolicy = RetryPolicy(), connectTimeout: Duration = .seconds(30),
      idleTimeout: Duration = .seconds(60),
      maximumByteCount: Int = ModelData.maximumByteCount
    ) {
      self.retry = retry
      self.connectTimeout = connectTimeout
      self.idleTimeout = idleTimeout
      self.maximumByteCount = maximumByteCount
    }

    var timeouts: HTTPTimeouts { HTTPTimeouts(connect: connectTimeout, idle: idleTimeout) }
  }
}
