/// Finds names that are nearly what was written.
package enum NearNames {
  /// The names that are nearest to a word, the nearest first: those that contain it, and those that
  /// differ in a third of the letters at most.
  package static func nearest(to word: String, among names: [String], most: Int) -> [String] {
    let wanted = String(word.lowercased().prefix(64))
    guard !wanted.isEmpty else { return [] }
    var found: [(name: String, distance: Int)] = []
    var seen: Set<String> = []
    for name in names where !name.isEmpty && seen.insert(name).inserted {
      let plain = String(name.lowercased().prefix(64))
      if plain.contains(wanted) || wanted.contains(plain) && plain.count > 2 {
        found.append((name, 0))
      } else {
        let distance = editDistance(wanted, plain)
        if distance <= max(1, wanted.count / 3) { found.append((name, distance)) }
      }
    }
    return found.sorted { $0.distance < $1.distance }.prefix(most).map(\.name)
  }

  /// The number of letters to insert, drop, change or swap with their neighbour (the optimal
  /// string alignment distance).
  ///
  /// - Complexity: O(n × m).
  package static func editDistance(_ first: String, _ second: String) -> Int {
    let a = Array(first)
    let b = Array(second)
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        let change = last[j] + (a[i] == b[j] ? 0 : 1)
        var cost = min(change, last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
