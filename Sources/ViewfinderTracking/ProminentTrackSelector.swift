/// Chooses the most prominent of several tracks, frame after frame, without hopping between equals.
///
/// The choice stays until another track is clearly more prominent for a while, or the chosen one
/// is gone.
package struct ProminentTrackSelector: Hashable, Sendable {
  /// How many times as prominent another track must be; 1.25 by default.
  package var advantage: Double
  /// For how long on end it must be so; half a second by default.
  package var patience: Duration

  /// The track chosen last.
  package private(set) var selectedID: Int?

  private var rivalID: Int?
  private var rivalTime = Duration.zero

  /// Creates a selector.
  ///
  /// - Precondition: `advantage` is 1 or more, and `patience` is not negative.
  package init(advantage: Double = 1.25, patience: Duration = .seconds(0.5)) {
    precondition(advantage >= 1, "An advantage must be 1 or more")
    precondition(patience >= .zero, "Patience must not be negative")
    self.advantage = advantage
    self.patience = patience
  }

  /// Chooses a track.
  ///
  /// - Parameters:
  ///   - tracks: The tracks of a frame.
  ///   - time: When the frame is shown.
  ///   - prominence: How prominent a track is: a number above 0, larger for more.
  /// - Returns: The index of the chosen track in `tracks`; `nil` when there is none.
  /// - Complexity: O(*n*).
  package mutating func select(
    among tracks: [TrackedBox], at time: Duration, by prominence: (TrackedBox) -> Double
  ) -> Int? {
    var best: (index: Int, value: Double)?
    var selected: (index: Int, value: Double)?
    for (index, track) in tracks.enumerated() {
      let value = prominence(track)
      if best.map({ value > $0.value }) ?? true { best = (index, value) }
      if track.id == selectedID { selected = (index, value) }
    }
    guard let best else {
      selectedID = nil
      rivalID = nil
      return nil
    }
    guard let selected else { return choose(best.index, of: tracks) }
    guard best.index != selected.index, best.value > advantage * selected.value else {
      rivalID = nil
      return selected.index
    }
    if rivalID != tracks[best.index].id {
      rivalID = tracks[best.index].id
      rivalTime = time
    }
    return time - rivalTime >= patience ? choose(best.index, of: tracks) : selected.index
  }

  private mutating func choose(_ index: Int, of tracks: [TrackedBox]) -> Int {
    selectedID = tracks[index].id
    rivalID = nil
    return index
  }
}
