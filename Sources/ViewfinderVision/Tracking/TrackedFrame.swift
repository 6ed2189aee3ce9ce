public import ViewfinderCore
public import ViewfinderPixels

/// A frame and the objects that a tracker follows in it.
public struct TrackedFrame: Sendable {
  /// The frame.
  public let image: InputImage

  /// When the frame is shown: the image's time, or for one without, the time since the tracker was made.
  public let time: Duration

  /// The frame's place among those that the tracker was given, from 0.
  public let index: Int

  /// The objects, the most prominent first.
  public let objects: [TrackedObject]

  /// The tracks that have ended since the frame before.
  public internal(set) var ended: [EndedTrack]

  /// The IDs of ``objects`` that no frame before had.
  let newIDs: [Int]

  /// How long the frame was waited for; zero where the caller had it.
  public internal(set) var decodingTime = Duration.zero

  /// How long the tracker took.
  public internal(set) var trackingTime = Duration.zero

  /// What happened to each track, in the order of ``objects``, ends last.
  public var events: [TrackEvent] {
    objects.map { newIDs.contains($0.id) ? .began($0) : .updated($0) }
      + ended.map(TrackEvent.ended)
  }
}
