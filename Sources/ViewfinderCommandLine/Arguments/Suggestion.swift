internal import Viewfinder

/// Guesses what a mistyped word was meant to be.
package enum Suggestion {
  /// The candidate nearest to `word`, if one is near enough to be a likely slip.
  ///
  /// A third of the letters, at least one, may differ. A word that begins a single candidate
  /// counts as near. Of equally near candidates the first wins.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    let prefixed = candidates.filter { word.count >= 2 && $0.hasPrefix(word) }
    if prefixed.count == 1 { return prefixed[0] }
    let allowed = max(1, word.count / 3)
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let distance = editDistance(word, candidate)
      if distance <= allowed, distance < candidate.count, distance < best?.distance ?? .max {
        best = (candidate, distance)
      }
    }
    return best?.candidate
  }

  /// The number of letters to insert, drop, change or swap with their neighbour (the optimal
  /// string alignment distance).
  ///
  /// - Complexity: O(n × m).
  package static func editDistance(_ first: String, _ second: String) -> Int {
    NearNames.editDistance(first, second)
  }
}
