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
  // Scratch memory, kept from frame to frame.
  private var visible: [TrackedBox] = []
  private var ranks: [Double] = []
  private var order: [Int] = []
  private var selection: [TrackedBox] = []

  mutating func reset() {
    single = ProminentTrackSelector(advantage: Self.incumbency)
    chosen.removeAll(keepingCapacity: true)
  }

  /// The most prominent tracks first, their frames cut to the image.
  mutating func select(
    _ tracks: [TrackedBox], most: Int, in image: PixelBuffer, at time: Double
  ) -> [TrackedBox] {
    visible.removeAll(keepingCapacity: true)
    selection.removeAll(keepingCapacity: true)
    for var track in tracks {
      track.frame = track.frame.intersection(image.bounds)
      if track.frame.width >= 1, track.frame.height >= 1 { visible.append(track) }
    }
    let surest = visible.lazy.map(\.confidence).max() ?? 0
    if most == 1 {
      let index = single.select(among: visible, at: time) { [prominence] in
        prominence(of: $0, surest: surest, in: image)
      }
      if let index { selection.append(visible[index]) }
      return selection
    }
    ranks.removeAll(keepingCapacity: true)
    for track in visible {
      let isIncumbent = chosen.contains(track.id)
      ranks.append(
        prominence(of: track, surest: surest, in: image) * (isIncumbent ? Self.incumbency : 1))
    }
    // Of equals, the one seen first comes first.
    order.fillWithRanks(of: ranks.count) { ranks[$0] > ranks[$1] }
    chosen.removeAll(keepingCapacity: true)
    for index in order.prefix(most) {
      selection.append(visible[index])
      chosen.append(visible[index].id)
    }
    return selection
  }
}

extension Prominence {
  fileprivate func callAsFunction(
    of track: TrackedBox, surest: Double, in image: PixelBuffer
  ) -> Double {
    self(
      of: track.frame, confidence: Float(track.confidence), surest: Float(surest),
      width: Double(image.width), height: Double(image.height))
  }
}
