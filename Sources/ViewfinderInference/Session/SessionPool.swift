public import ViewfinderCore

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Sessions of one model for use from many threads.
///
/// Each use has a session to itself. Sessions are made when they are first needed, up to the
/// capacity; after that a use waits, blocking its thread, until a session is free.
@safe
public final class SessionPool: Sendable {
  /// The most sessions that exist at once.
  public let capacity: Int

  private let make: @Sendable () throws(ViewfinderError) -> InferenceSession
  // Everything behind this pointer is touched only while its mutex is locked.
  private nonisolated(unsafe) let state: UnsafeMutablePointer<State>

  @unsafe private struct State {
    var mutex = unsafe pthread_mutex_t()
    var condition = pthread_cond_t()
    var idle: [InferenceSession] = []
    var total = 0
  }

  /// Creates an empty pool.
  ///
  /// - Parameters:
  ///   - capacity: The most sessions that exist at once, at least 1.
  ///   - make: Makes a session; it is called from the thread that needs one.
  public init(
    capacity: Int,
    make: @escaping @Sendable () throws(ViewfinderError) -> InferenceSession
  ) {
    precondition(capacity >= 1, "A pool has room for at least one session")
    self.capacity = capacity
    self.make = make
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: State())
    unsafe state.pointee.idle.reserveCapacity(capacity)
    unsafe pthread_mutex_init(&state.pointee.mutex, nil)
    unsafe pthread_cond_init(&state.pointee.condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(&state.pointee.condition)
    unsafe pthread_mutex_destroy(&state.pointee.mutex)
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  /// Lends a session to a closure, which must not keep it or ask the same pool for another.
  ///
  /// - Parameter body: A closure that uses the session.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws, or what making a session throws.
  public func withSession<R>(
    _ body: (InferenceSession) throws(ViewfinderError) -> R
  ) throws(ViewfinderError) -> R {
    let session = try take()
    defer { giveBack(session) }
    return try body(session)
  }

  private func take() throws(ViewfinderError) -> InferenceSession {
    unsafe pthread_mutex_lock(&state.pointee.mutex)
    while unsafe state.pointee.idle.isEmpty && state.pointee.total >= capacity {
      unsafe pthread_cond_wait(&state.pointee.condition, &state.pointee.mutex)
    }
    // The last one given back has its memory in the caches.
    let idle = unsafe state.pointee.idle.popLast()
    if idle == nil { unsafe state.pointee.total += 1 }
    unsafe pthread_mutex_unlock(&state.pointee.mutex)
    if let idle { return idle }
    do throws(ViewfinderError) {
      return try make()
    } catch {
      giveBack(nil)
      throw error
    }
  }

  /// Makes room for the next use: with a session, or without one when making it failed.
  private func giveBack(_ session: InferenceSession?) {
    unsafe pthread_mutex_lock(&state.pointee.mutex)
    if let session {
      unsafe state.pointee.idle.append(session)
    } else {
      unsafe state.pointee.total -= 1
    }
    unsafe pthread_cond_signal(&state.pointee.condition)
    unsafe pthread_mutex_unlock(&state.pointee.mutex)
  }
}
