/// Keeps the best scores of one or several output tensors.
///
/// A score is kept when it is at least the threshold, so that NaN never is. Scores are ordered by
/// value, then head, then index: equal scores always come out in the same order.
struct ScoreRanking {
  struct Entry {
    var score: Float
    var head: Int
    var index: Int
  }

  private(set) var entries: [Entry] = []
  private let capacity: Int

  /// - Parameter capacity: How many scores are kept, at least 1.
  init(capacity: Int) {
    precondition(capacity > 0, "A ranking keeps at least one score")
    self.capacity = capacity
    entries.reserveCapacity(min(capacity, 1024) + 1)
  }

  /// Forgets all scores but keeps the memory.
  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
  }

  /// Looks at all scores of a head.
  ///
  /// Thresholding happens here and nowhere else.
  ///
  /// - Complexity: O(*n* + *k* log *k*) on typical scores, *k* being the number kept.
  mutating func consider(_ scores: [Float], head: Int, threshold: Float) {
    for (index, value) in scores.enumerated() {
      guard value >= threshold else { continue }
      if entries.count == capacity {
        // Heads and indices come in rising order, so that an equal score never displaces one.
        guard let last = entries.last, value > last.score else { continue }
        entries.removeLast()
      }
      entries.insert(
        Entry(score: value, head: head, index: index), at: position(of: value))
    }
  }

  /// The place after all entries with a score of at least `value`.
  private func position(of value: Float) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].score >= value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
