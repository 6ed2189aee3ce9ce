/// A value that a test hands to another thread, and does not touch meanwhile.
public struct Unchecked<Value>: @unchecked Sendable {
  /// The value.
  public let value: Value

  /// Wraps a value.
  public init(_ value: Value) {
    self.value = value
  }
}
