internal import ViewfinderSystem

/// How a session runs its model.
public struct InferenceOptions: Sendable, Hashable {
  /// The threads that share the work of one run, from 1 through ``maximumThreads``.
  ///
  /// One is right for models of about a millisecond, and where several sessions run at once.
  public let threads: Int

  /// The most threads that make sense: the processors of this machine, but at most 16.
  ///
  /// LiteRT starts as many threads as it is asked for, and crashes at a hundred thousand.
  public static let maximumThreads = min(16, Processors.count)

  /// Creates options.
  ///
  /// - Parameter threads: The number of threads; of more than ``maximumThreads``, so many are used.
  /// - Precondition: `threads` is 1 or more.
  public init(threads: Int = 1) {
    precondition(threads >= 1, "The number of threads must be 1 or more")
    self.threads = min(threads, Self.maximumThreads)
  }
}
