public import ViewfinderCore

/// What happened to a track in a frame.
public enum TrackEvent: Hashable, Sendable {
  /// An object is reported for the first time.
  case began(TrackedObject)
  /// An object that was reported before is in this frame, too.
  case updated(TrackedObject)
  /// An object is gone for good: its ID does not come again.
  case ended(EndedTrack)
}
