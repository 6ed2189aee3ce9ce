internal import ViewfinderCore

/// Greedy non-maximum suppression: of boxes that overlap too much, the one with the best score
/// stays.
struct NonMaximumSuppression: Sendable {
  /// The overlap (IoU) above which the weaker box goes.
  var overlapThreshold: Double

  /// Whether boxes of different classes leave each other alone.
  var perClass: Bool

  /// The greatest number of boxes that are kept.
  var limit: Int

  /// The boxes that stay, by falling score; equal scores keep their order.
  private(set) var kept: [Candidate] = []

  private var order: [Int] = []

  init(overlapThreshold: Double, perClass: Bool, limit: Int) {
    self.overlapThreshold = overlapThreshold
    self.perClass = perClass
    self.limit = limit
  }

  /// Puts the boxes that stay into ``kept``.
  ///
  /// - Complexity: O(*n* log *n* + *n* · *k*), *k* being the number of boxes kept. The memory is
  ///   used again.
  mutating func apply(to candidates: [Candidate]) {
    order.fillWithRanks(of: candidates.count) { candidates[$0].score > candidates[$1].score }
    kept.removeAll(keepingCapacity: true)
    for index in order {
      guard kept.count < limit else { break }
      let candidate = candidates[index]
      let isCovered = kept.contains {
        (!perClass || $0.classIndex == candidate.classIndex)
          && $0.box.intersectionOverUnion(candidate.box) > overlapThreshold
      }
      if !isCovered { kept.append(candidate) }
    }
  }
}
