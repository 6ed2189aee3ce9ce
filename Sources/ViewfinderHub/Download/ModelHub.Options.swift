public import ViewfinderInference

extension ModelHub {
  /// How patient a hub is, how large a model may be, and whom it trusts.
  public struct Options: Hashable, Sendable {
    /// When to try again.
    public var retry: RetryPolicy
    /// How long to wait for a connection.
    public var connectTimeout: Duration
    /// How long to wait for the next byte; whole seconds.
    public var idleTimeout: Duration
    /// The bytes a second at which a file comes at least; a slower download ends with an error.
    ///
    /// What counts is the average over ``leastRatePeriod``; 0 is content with any rate.
    public var leastRate: Int
    /// The time over which ``leastRate`` is averaged.
    public var leastRatePeriod: Duration
    /// No file is larger, whatever a server says.
    public var maximumByteCount: Int
    /// The path of a PEM file with the certificate authorities to trust in place of the system's, such
    /// as a company's own; `nil` for those that the variable `VIEWFINDER_CA_FILE` names, or else the
    /// system's.
    public var certificateAuthorities: String?

    /// Creates options.
    ///
    /// - Parameters:
    ///   - retry: When to try again.
    ///   - connectTimeout: How long to wait for a connection, 30 s.
    ///   - idleTimeout: How long to wait for the next byte, 60 s.
    ///   - leastRate: The bytes a second at which a file comes at least, 1000.
    ///   - leastRatePeriod: The time over which that is averaged, 60 s; more than zero.
    ///   - maximumByteCount: The largest file, 2 GiB by default; a larger one is refused.
    ///   - certificateAuthorities: The path of a PEM file with the authorities to trust.
    public init(
      retry: RetryPolicy = RetryPolicy(), connectTimeout: Duration = .seconds(30),
      idleTimeout: Duration = .seconds(60), leastRate: Int = 1000,
      leastRatePeriod: Duration = .seconds(60),
      maximumByteCount: Int = ModelData.maximumByteCount, certificateAuthorities: String? = nil
    ) {
      precondition(leastRate >= 0, "A rate cannot be negative")
      precondition(leastRatePeriod > .zero, "An average needs some time")
      self.retry = retry
      self.connectTimeout = connectTimeout
      self.idleTimeout = idleTimeout
      self.leastRate = leastRate
      self.leastRatePeriod = leastRatePeriod
      self.maximumByteCount = maximumByteCount
      self.certificateAuthorities = certificateAuthorities
    }

    var timeouts: HTTPTimeouts {
      HTTPTimeouts(
        connect: connectTimeout, idle: idleTimeout, leastRate: leastRate,
        leastRatePeriod: leastRatePeriod)
    }
  }
}
