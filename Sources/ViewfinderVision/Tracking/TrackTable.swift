/// A value for each track, by the track's ID.
///
/// The IDs are sorted: unlike a dictionary, this changes a value in place without asking for memory.
/// There are seldom more than a hundred, and new ones nearly always come last.
struct TrackTable<Value> {
  private var ids: [Int] = []
  private var values: [Value] = []

  var count: Int { ids.count }

  /// The value of a track, or `nil` when it has none.
  ///
  /// - Complexity: O(log *n*).
  subscript(id: Int) -> Value? {
    let place = place(of: id)
    return isTaken(place, by: id) ? values[place] : nil
  }

  /// Changes the value of a track in place, if it has one.
  mutating func change(_ id: Int, _ change: (inout Value) -> Void) {
    let place = place(of: id)
    if isTaken(place, by: id) { change(&values[place]) }
  }

  /// Gives a track a value, unless it has one.
  mutating func add(_ id: Int, _ value: @autoclosure () -> Value) {
    let place = place(of: id)
    guard !isTaken(place, by: id) else { return }
    ids.insert(id, at: place)
    values.insert(value(), at: place)
  }

  /// Removes the values for which a rule holds.
  mutating func removeAll(where isOld: (Value) -> Bool) {
    var keptCount = 0
    for place in ids.indices where !isOld(values[place]) {
      ids.swapAt(keptCount, place)
      values.swapAt(keptCount, place)
      keptCount += 1
    }
    ids.removeLast(ids.count - keptCount)
    values.removeLast(values.count - keptCount)
  }

  /// Removes all values, and keeps the memory.
  mutating func removeAll() {
    ids.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
  }

  /// Where an ID is, or would be.
  private func place(of id: Int) -> Int {
    var (low, high) = (0, ids.count)
    while low < high {
      let middle = (low + high) / 2
      if ids[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func isTaken(_ place: Int, by id: Int) -> Bool {
    place < ids.count && ids[place] == id
  }
}
