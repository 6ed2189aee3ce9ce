internal import ViewfinderTracking

/// The numbers under which tracks are reported: 0, 1, 2 and so on, in the order in which they are
/// first reported.
///
/// A ``BoxTracker`` also numbers what is never prominent enough to be reported.
struct TrackNumbers {
  fileprivate struct Entry {
    /// The number of the box tracker.
    let id: Int
    let number: Int
    let first: Duration
    var last: Duration
  }

  private var entries: [Entry] = []
  private var next = 0
  /// The numbers that were first given in the newest frame.
  private(set) var new: [Int] = []
  /// The tracks that have ended since the frame before.
  private(set) var ended: [EndedTrack] = []

  /// Begins a frame.
  mutating func beginFrame() {
    new.removeAll(keepingCapacity: true)
    ended.removeAll(keepingCapacity: true)
  }

  /// Ends all tracks; no number is given again.
  mutating func endAll() {
    for entry in entries { ended.append(EndedTrack(entry)) }
    entries.removeAll(keepingCapacity: true)
  }

  /// The number of a track that is reported in a frame, its own from now on.
  mutating func number(of id: Int, at time: Duration) -> Int {
    if let index = entries.firstIndex(where: { $0.id == id }) {
      entries[index].last = time
      return entries[index].number
    }
    defer { next += 1 }
    entries.append(Entry(id: id, number: next, first: time, last: time))
    new.append(next)
    return next
  }

  /// Ends the tracks that were not reported at a time and that a tracker has given up.
  ///
  /// - Complexity: O(*n* · *tracks*) for the *n* that were not reported.
  mutating func endGone(from tracker: BoxTracker, at time: Duration) {
    for entry in entries where entry.last != time && !tracker.remembers(entry.id) {
      ended.append(EndedTrack(entry))
    }
    guard !ended.isEmpty else { return }
    entries.removeAll { $0.last != time && !tracker.remembers($0.id) }
  }
}

extension EndedTrack {
  fileprivate init(_ entry: TrackNumbers.Entry) {
    self.init(id: entry.number, first: entry.first, last: entry.last)
  }
}
