internal import ViewfinderTracking

/// The numbers that tracks are answered with: 0, 1, 2 and so on, in the order in which they are
/// first answered.
///
/// A ``BoxTracker`` also numbers what is never prominent enough to be answered with.
struct TrackNumbers {
  /// For how many seconds the number of a track that is not seen is kept; longer than any track
  /// is remembered.
  private static let memory = 60.0
  /// How many numbers are kept without asking how old they are.
  private static let roomyCount = 64

  private struct Entry {
    let number: Int
    var lastSeen: Double
  }

  private var entries = TrackTable<Entry>()
  private var next = 0
  private var limit = Self.roomyCount

  /// Forgets which tracks have which numbers; no number is given again.
  mutating func reset() {
    entries.removeAll()
  }

  /// The number of a track, its own from now on.
  mutating func number(of id: Int, at time: Double) -> Int {
    if let entry = entries[id] { return entry.number }
    defer { next += 1 }
    entries.add(id, Entry(number: next, lastSeen: time))
    return next
  }

  /// Notes that tracks are alive, answered with or not, and forgets those that long are not.
  mutating func note(_ tracks: [TrackedBox], memory: Double, at time: Double) {
    for track in tracks { entries.change(track.id) { $0.lastSeen = time } }
    guard entries.count > limit else { return }
    let memory = max(2 * memory, Self.memory)
    entries.removeAll { time - $0.lastSeen > memory }
    limit = 2 * max(entries.count, Self.roomyCount)
  }
}
