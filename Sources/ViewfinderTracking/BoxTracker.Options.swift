extension BoxTracker {
  /// When a tracker answers with what it has seen only once.
  public enum Confirmation: String, Hashable, Sendable, CaseIterable {
    /// At once: whatever is detected has a track in the same frame.
    case immediate
    /// When it is detected again in the next frame with detections, or is in the first of all.
    ///
    /// This leaves out most of what a detector imagines for a moment, and is how trackers are
    /// compared on benchmarks.
    case secondSighting
  }

  /// How a tracker decides; the defaults suit a detector that is asked for every frame and whose
  /// confidence of real objects lies mostly above 0.6.
  public struct Options: Hashable, Sendable {
    /// When a new object is reported; `secondSighting` by default.
    public var confirmation: Confirmation
    /// The least confidence of detections that are matched freely; 0.6 by default.
    ///
    /// Less confident ones only continue tracks that they lie well on.
    public var confidentThreshold: Float
    /// The least confidence that begins a track; 0.6 by default, never below
    /// ``confidentThreshold`` in effect.
    public var newTrackThreshold: Float
    /// Detections of this confidence or less are ignored; 0.1 by default.
    public var ignoredConfidence: Float
    /// For how long an object that is no longer seen may come back to its track; 1.5 seconds by
    /// default.
    ///
    /// A track is given up after this time and two frames with detections in which it was missed.
    public var memory: Duration
    /// Whether a detection may continue a track of another class; off by default.
    public var matchesAcrossClasses: Bool

    /// Creates options.
    public init(
      confirmation: Confirmation = .secondSighting, confidentThreshold: Float = 0.6,
      newTrackThreshold: Float = 0.6, ignoredConfidence: Float = 0.1,
      memory: Duration = .seconds(1.5),
      matchesAcrossClasses: Bool = false
    ) {
      self.confirmation = confirmation
      self.confidentThreshold = confidentThreshold
      self.newTrackThreshold = newTrackThreshold
      self.ignoredConfidence = ignoredConfidence
      self.memory = memory
      self.matchesAcrossClasses = matchesAcrossClasses
    }
  }
}
