internal import ViewfinderCore
internal import ViewfinderPixels
internal import ViewfinderTracking

/// Chooses the most prominent tracks of each frame, without hopping between equals.
///
/// A single object stays until another is clearly more prominent for a while. Of several, those
/// chosen before count for more, so that another one takes a place only when it is clearly more
/// prominent.
struct ProminentSelector {
  /// By how much a track that was chosen before counts for more.
  private static let incumbency = 1.25

  private let prominence = Prominence()
  private var single = ProminentTrackSelector(advantage: incumbency)
  private var chosen: [Int] = []
  private var ranked: [(track: TrackedBox, prominence: Double)] = []
  private var selection: [TrackedBox] = []

  mutating func reset() {
    single = ProminentTrackSelector(advantage: Self.incumbency)
    chosen.removeAll(keepingCapacity: true)
  }

  /// The most prominent tracks first, their frames cut to the image.
  mutating func select(
    _ tracks: [TrackedBox], most: Int, in image: PixelBuffer, at time: Double
  ) -> [TrackedBox] {
    selection.removeAll(keepingCapacity: true)
    for var track in tracks {
      track.frame = track.frame.intersection(image.bounds)
      if track.frame.width >= 1, track.frame.height >= 1 { selection.append(track) }
    }
    let value = { [prominence] (track: TrackedBox) in
      prominence(
        of: track.frame, confidence: Float(track.confidence), width: Double(image.width),
        height: Double(image.height))
    }
    if most == 1 {
      let index = single.select(among: selection, at: time, by: value)
      return index.map { [selection[$0]] } ?? []
    }
    ranked.removeAll(keepingCapacity: true)
    for track in selection {
      let isIncumbent = chosen.contains(track.id)
      ranked.append((track, value(track) * (isIncumbent ? Self.incumbency : 1)))
    }
    ranked.sort {
      ($0.prominence, -$0.track.id) > ($1.prominence, -$1.track.id)
    }
    selection.removeAll(keepingCapacity: true)
    chosen.removeAll(keepingCapacity: true)
    for entry in ranked.prefix(most) {
      selection.append(entry.track)
      chosen.append(entry.track.id)
    }
    return selection
  }
}
