public import ViewfinderCore
internal import ViewfinderSystem
public import ViewfinderVideo
public import ViewfinderVision

extension VideoReader {
  /// The frames that are left, with the objects that a tracker follows through them.
  ///
  /// ```swift
  /// for try await tracked in video.tracked(by: tracker) {
  ///   for object in tracked.objects { print(tracked.frame.presentationTime, object.frame) }
  /// }
  /// ```
  ///
  /// The tracker forgets what it followed before; its numbers go on.
  public func tracked(by tracker: Tracker) -> TrackedVideo {
    TrackedVideo(video: self, tracker: tracker)
  }
}

/// The frames of a video with the objects that a tracker follows through them.
///
/// Up to two frames are decoded ahead on another thread while the tracker works. For a camera use
/// ``LatestFrame``, which lets no frame wait.
///
/// It may be used from many threads; each frame goes to one of them.
public final class TrackedVideo: AsyncSequence, Sendable {
  /// Where the frames come from.
  public let video: VideoReader

  /// What follows the objects.
  public let tracker: Tracker

  private let frames: SerialValue<FramesAhead>

  fileprivate init(video: VideoReader, tracker: Tracker) {
    self.video = video
    self.tracker = tracker
    frames = SerialValue(FramesAhead(video, count: 2))
    tracker.reset()
  }

  /// The next frame, or nil after the last one.
  ///
  /// - Throws: As ``VideoReader/next()``: a video that is damaged or cut short throws when all its
  ///   frames have been given. As ``Tracker`` when a model cannot run.
  public func next() throws(ViewfinderError) -> TrackedFrame? {
    try frames.use { (frames) throws(ViewfinderError) in try takeNext(frames) }
  }

  private func takeNext(_ frames: FramesAhead) throws(ViewfinderError) -> TrackedFrame? {
    let start = ContinuousClock.now
    guard let frame = try frames.next() else { return nil }
    let decoded = ContinuousClock.now
    let objects = try tracker.track(frame)
    return TrackedFrame(
      frame: frame, objects: objects, decodingTime: decoded - start,
      trackingTime: ContinuousClock.now - decoded)
  }

  /// Makes an iterator over the frames that are left; several share them.
  public func makeAsyncIterator() -> Iterator {
    Iterator(video: self)
  }

  /// Works away from the threads of Swift's concurrency; cancelling the task cancels the reader.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let video: TrackedVideo

    /// The next frame, or nil after the last one.
    ///
    /// - Throws: As ``TrackedVideo/next()``.
    public mutating func next() async throws(ViewfinderError) -> TrackedFrame? {
      try await next(isolation: #isolation)
    }

    /// The next frame, or nil after the last one.
    ///
    /// - Throws: As ``TrackedVideo/next()``.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(ViewfinderError) -> TrackedFrame? {
      let video = video
      return try await video.frames.use(
        cancellation: .cancelled, onCancel: { video.video.cancel() }
      ) { (frames) throws(ViewfinderError) in
        try video.takeNext(frames)
      }
    }
  }
}
