extension Array {
  /// Makes the array as many copies of a value, in the memory that it has when that is enough.
  @inlinable
  package mutating func refill(_ value: Element, count: Int) {
    removeAll(keepingCapacity: true)
    append(contentsOf: repeatElement(value, count: count))
  }
}
