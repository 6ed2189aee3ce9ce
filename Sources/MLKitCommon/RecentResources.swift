internal import ViewfinderSystem

/// The values that were used last, so that code which makes a detector for every frame compiles its
/// model once.
package final class RecentResources<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    let key: Key
    let resource: LazyResource<Value>
  }

  private let capacity: Int
  // The newest comes last.
  private let entries = Mutex<[Entry]>([])

  /// Keeps at most `capacity` values; others live as long as somebody uses them.
  package init(capacity: Int) {
    precondition(capacity > 0, "There is room for at least one value")
    self.capacity = capacity
  }

  /// The value of a key, made now unless it was used lately.
  ///
  /// Values of several keys may be made at the same time; a failure is not kept.
  package func value(
    for key: Key, _ make: @escaping @Sendable () throws -> Value
  ) throws -> Value {
    let (resource, dropped) = entries.withLock { entries in
      let entry =
        if let index = entries.firstIndex(where: { $0.key == key }) {
          entries.remove(at: index)
        } else {
          Entry(key: key, resource: LazyResource(make))
        }
      entries.append(entry)
      // What is dropped ends outside the lock.
      return (entry.resource, entries.count > capacity ? entries.removeFirst() : nil)
    }
    withExtendedLifetime(dropped) {}
    return try resource.value()
  }
}
