package import ViewfinderCore
internal import ViewfinderSystem

/// Things of one kind, such as sessions of one model, for use from many threads.
///
/// Each use has one to itself. They are made when they are first needed, up to the capacity; after
/// that a use waits, blocking its thread, until one is free. They need not be `Sendable`: only one
/// thread at a time ever sees one.
@safe
package final class ResourcePool<Resource: AnyObject>: Sendable {
  /// The most that exist at once.
  package let capacity: Int

  private let make: @Sendable () throws(ViewfinderError) -> Resource
  // Everything behind this pointer is touched only while its mutex is locked.
  private nonisolated(unsafe) let state: UnsafeMutablePointer<State>

  @unsafe private struct State {
    var mutex = unsafe pthread_mutex_t()
    var condition = pthread_cond_t()
    var idle: [Resource] = []
    var total = 0
  }

  /// Creates an empty pool.
  ///
  /// - Parameters:
  ///   - capacity: The most that exist at once, at least 1.
  ///   - make: Makes one; it is called from the thread that needs it.
  package init(
    capacity: Int,
    make: @escaping @Sendable () throws(ViewfinderError) -> Resource
  ) {
    precondition(capacity >= 1, "A pool has room for at least one")
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

  /// Lends one to a closure, which must not keep it or ask the same pool for another.
  ///
  /// - Parameter body: A closure that uses it.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws, or what making one throws.
  package func withResource<R>(
    _ body: (Resource) throws(ViewfinderError) -> R
  ) throws(ViewfinderError) -> R {
    let resource = try take()
    defer { giveBack(resource) }
    return try body(resource)
  }

  private func take() throws(ViewfinderError) -> Resource {
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

  /// Makes room for the next use: with what comes back, or without when making it failed.
  private func giveBack(_ resource: Resource?) {
    unsafe pthread_mutex_lock(&state.pointee.mutex)
    if let resource {
      unsafe state.pointee.idle.append(resource)
    } else {
      unsafe state.pointee.total -= 1
    }
    unsafe pthread_cond_signal(&state.pointee.condition)
    unsafe pthread_mutex_unlock(&state.pointee.mutex)
  }
}
