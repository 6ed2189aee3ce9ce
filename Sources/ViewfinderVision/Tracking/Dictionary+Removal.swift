extension Dictionary {
  /// Removes the values for which a rule holds; `keys` is memory that is used again.
  mutating func removeValues(collecting keys: inout [Key], where isOld: (Value) -> Bool) {
    keys.removeAll(keepingCapacity: true)
    for (key, value) in self where isOld(value) { keys.append(key) }
    for key in keys { self[key] = nil }
  }
}
