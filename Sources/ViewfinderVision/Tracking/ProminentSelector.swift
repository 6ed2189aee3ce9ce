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

  private var prominence: Prominence
  private var single = ProminentTrackSelector(advantage: incumbency)
  private var chosen: [Int] = []
  // Scratch memory, kept from frame to frame.
  private var visible: [TrackedBox] = []
  private var order: [Int] = []
  private var ranks: [Double] = []
  private var selection: [TrackedBox] = []

  /// Creates a selector.
  ///
  /// - Parameter isLearned: Whether the tracks are those of the bundled localizer's boxes.
  init(isLearned: Bool) { prominence = Prominence(isLearned: isLearned, isTracked: true) }

  mutating func reset() {
    single = ProminentTrackSelector(advantage: Self.incumbency)
    chosen.removeAll(keepingCapacity: true)
  }

  /// The most prominent tracks first, their frames cut to the image.
  mutating func select(
    _ tracks: [TrackedBox], most: Int, in image: PixelBuffer, at time: Duration
  ) -> [TrackedBox] {
    visible.removeAll(keepingCapacity: true)
    selection.removeAll(keepingCapacity: true)
    prominence.removeAll()
    for var track in tracks {
      track.box = track.box.intersection(image.bounds)
      guard track.box.width >= 1, track.box.height >= 1 else { continue }
      visible.append(track)
      prominence.append(track.box, confidence: track.confidence)
    }
    prominence.appraise(width: Double(image.width), height: Double(image.height))
    if most == 1 {
      let index = single.select(among: visible, at: time) { [prominence, visible] track in
        visible.firstIndex { $0.id == track.id }.map { prominence.values[$0] } ?? 0
      }
      if let index { selection.append(visible[index]) }
      return selection
    }
    ranks.removeAll(keepingCapacity: true)
    for (track, value) in zip(visible, prominence.values) {
      ranks.append(value * (chosen.contains(track.id) ? Self.incumbency : 1))
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
