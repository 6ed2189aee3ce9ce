#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// How a session runs its model.
public struct InferenceOptions: Sendable, Hashable {
  /// The threads that share the work of one run, from 1 through ``maximumThreads``.
  ///
  /// One is right for models of about a millisecond, and where several sessions run at once.
  public let threads: Int

  /// The most threads that make sense: the processors of this machine, but at most 16.
  ///
  /// LiteRT starts as many threads as it is told, and crashes at a hundred thousand.
  public static let maximumThreads = max(1, min(16, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))

  /// Creates options.
  ///
  /// - Parameter threads: The number of threads; numbers out of range become the nearest in it.
  public init(threads: Int = 1) {
    self.threads = max(1, min(threads, Self.maximumThreads))
  }
}
