package import ViewfinderCore
internal import ViewfinderSystem

/// Things of one kind, such as sessions of one model, for use from many threads.
///
/// Each use has one to itself. They are made when they are first needed, up to the capacity; after
/// that a use waits, blocking its thread, until one is free. They need not be `Sendable`: only one
/// thread at a time ever sees one.
package final class ResourcePool<Resource: AnyObject>: Sendable {
  /// The most that exist at once.
  package let capacity: Int

  private let make: @Sendable () throws(ViewfinderError) -> Resource
  private let state: Monitor<State>

  // What is idle is nobody's, and given to one thread only.
  private struct State: @unchecked Sendable {
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
    var state = State()
    state.idle.reserveCapacity(capacity)
    self.state = Monitor(state)
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
    let idle: Resource? = state.wait { [capacity] state -> Resource?? in
      // The last one given back has its memory in the caches.
      if let idle = state.idle.popLast() { return .some(idle) }
      guard state.total < capacity else { return nil }
      state.total += 1
      return .some(nil)
    }
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
    state.change { state in
      if let resource {
        state.idle.append(resource)
      } else {
        state.total -= 1
      }
    }
  }
}
