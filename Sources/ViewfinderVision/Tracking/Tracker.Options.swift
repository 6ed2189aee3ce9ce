public import ViewfinderCore

extension Tracker {
  /// When an ``Tracker`` asks its detector.
  public enum Detection: Hashable, Sendable {
    /// Whenever the detector is free, for the frame that is newest then.
    ///
    /// No frame but the first waits for it. What comes out depends on how fast the machine is.
    case whenFree

    /// For every *n*th frame, while the frames between are answered.
    ///
    /// Its detections are taken in *n* frames later, moved by the motion since, whether the machine
    /// is fast or slow: the same video always gives the same tracks. With 1, every frame waits for
    /// its own detections.
    case every(Int)
  }

  /// How an ``Tracker`` uses the machine and what it answers with.
  public struct Options: Hashable, Sendable {
    /// When the detector is asked.
    public var detection: Detection

    /// Whether an object is answered with at once, or when it is detected a second time.
    ///
    /// The second time leaves out most of what a detector imagines for a moment, at the price of
    /// answering later.
    public var confirmsAtOnce: Bool

    /// For how many seconds an object that is no longer seen may come back to its track.
    public var memory: Double

    /// The part of a frame where objects are looked for, in stored pixels; `nil` for all of it.
    public var region: Box?

    /// Creates options.
    public init(
      detection: Detection = .whenFree, confirmsAtOnce: Bool = true, memory: Double = 1.5,
      region: Box? = nil
    ) {
      if case .every(let count) = detection {
        precondition(count > 0, "A detector is asked for every first frame or less often")
      }
      precondition(memory >= 0 && memory.isFinite, "A memory lasts 0 seconds or more")
      self.detection = detection
      self.confirmsAtOnce = confirmsAtOnce
      self.memory = memory
      self.region = region
    }
  }
}
