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
    rank(tracks, in: image)
    selection.removeAll(keepingCapacity: true)
    if most == 1 {
      let values = ranked
      let index = single.select(among: values.map(\.track), at: time) { track in
        values.first { $0.track.id == track.id }?.prominence ?? 0
      }
      if let index { selection.append(values[index].track) }
      return selection
    }
    for index in ranked.indices where chosen.contains(ranked[index].track.id) {
      ranked[index].prominence *= Self.incumbency
    }
    ranked.sort {
      ($0.prominence, -$0.track.id) > ($1.prominence, -$1.track.id)
    }
    chosen.removeAll(keepingCapacity: true)
    for entry in ranked.prefix(most) {
      selection.append(entry.track)
      chosen.append(entry.track.id)
    }
    return selection
  }

  private mutating func rank(_ tracks: [TrackedBox], in image: PixelBuffer) {
    let (width, height) = (Double(image.width), Double(image.height))
    ranked.removeAll(keepingCapacity: true)
    for track in tracks {
      var track = track
      track.frame = track.frame.intersection(image.bounds)
      guard track.frame.width >= 1, track.frame.height >= 1 else { continue }
      let value = prominence(
        of: track.frame, confidence: Float(track.confidence), width: width, height: height)
      ranked.append((track, value))
    }
  }
}
