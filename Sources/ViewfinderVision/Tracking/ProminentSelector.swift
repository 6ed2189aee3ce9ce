internal import ViewfinderCore
internal import ViewfinderPixels
internal import ViewfinderTracking

/// Chooses the most prominent tracks of each frame, without hopping between equals.
///
/// A track that was chosen before counts for more, so that another one takes its place only when it
/// is clearly more prominent.
struct ProminentSelector {
  /// By how much a track that was chosen before counts for more.
  private static let incumbency = 1.5

  private let prominence = Prominence()
  private var chosen: [Int] = []
  private var ranked: [(track: TrackedBox, prominence: Double)] = []
  private var selection: [TrackedBox] = []

  mutating func reset() {
    chosen.removeAll(keepingCapacity: true)
  }

  /// The most prominent tracks first, their frames cut to the image.
  mutating func select(_ tracks: [TrackedBox], most: Int, in image: PixelBuffer) -> [TrackedBox] {
    let (width, height) = (Double(image.width), Double(image.height))
    ranked.removeAll(keepingCapacity: true)
    for track in tracks {
      var track = track
      track.frame = track.frame.intersection(image.bounds)
      guard track.frame.width >= 1, track.frame.height >= 1 else { continue }
      let value = prominence(
        of: track.frame, confidence: Float(track.confidence), width: width, height: height)
      ranked.append((track, chosen.contains(track.id) ? value * Self.incumbency : value))
    }
    ranked.sort {
      $0.prominence == $1.prominence ? $0.track.id < $1.track.id : $0.prominence > $1.prominence
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
