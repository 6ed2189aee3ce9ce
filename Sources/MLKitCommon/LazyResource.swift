internal import ViewfinderSystem

/// Something that is made at first use and kept; a failure is not kept, so that a model that
/// arrives later is found.
package final class LazyResource<Value: Sendable>: Sendable {
  private let stored = SerialValue<Value?>(nil)
  private let make: @Sendable () throws -> Value

  package init(_ make: @escaping @Sendable () throws -> Value) {
    self.make = make
  }

  package func value() throws -> Value {
    try stored.use { stored in
      if let value = stored { return value }
      let value = try make()
      stored = value
      return value
    }
  }
}
