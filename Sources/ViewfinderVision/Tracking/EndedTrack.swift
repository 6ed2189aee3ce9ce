/// A track that has ended.
public struct EndedTrack: Hashable, Sendable {
  /// The number of the track.
  public let id: Int

  /// The time of the first frame that it was reported in.
  public let first: Duration

  /// The time of the last frame that it was reported in.
  public let last: Duration

  /// Creates the end of a track.
  public init(id: Int, first: Duration, last: Duration) {
    self.id = id
    self.first = first
    self.last = last
  }
}
