public import ViewfinderCore
internal import ViewfinderPixels
internal import ViewfinderSystem
public import ViewfinderVideo

extension VideoReader {
  /// The frames that are left, with the objects that a tracker follows through them.
  ///
  /// ```swift
  /// for try await frame in try VideoReader(path: "street.mp4").tracked(by: detector) {
  ///   for object in frame.objects { print(frame.time, object.id, object.box) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - detector: Finds and labels objects.
  ///   - options: When the detector is asked, and what is reported; by default
  ///     ``Tracker/Options/live`` for cameras, else ``Tracker/Options/file(frameRate:)``, which gives
  ///     the same tracks each time.
  /// - Returns: A sequence of tracked frames.
  public func tracked(by detector: Detector, options: Tracker.Options? = nil) -> TrackedVideo {
    TrackedVideo(
      video: self, tracker: Tracker(detector: detector, options: options ?? .suiting(self)))
  }
}

/// The frames of a video with the objects that a tracker follows through them.
///
/// Of a file or pipe, up to two frames are decoded ahead on another thread while the tracker works. Of
/// a camera, the newest frame is taken whenever the tracker is done with the one before, and late ones
/// are dropped.
///
/// It may be used from many threads; each frame goes to one of them.
public final class TrackedVideo: AsyncSequence, Sendable {
  /// Where the frames come from.
  public let video: VideoReader

  /// What follows the objects.
  public let tracker: Tracker

  fileprivate struct State: Sendable {
    let supply: any FrameSupply
    /// What comes after the frame that was given last, where that is known.
    var upcoming: Result<InputImage?, ViewfinderError>?
  }

  private let supply: any FrameSupply
  private let state: SerialValue<State>

  init(video: VideoReader, tracker: Tracker) {
    self.video = video
    self.tracker = tracker
    supply = video.isCamera ? NewestFrame(video) : FramesAhead(video, count: 2)
    state = SerialValue(State(supply: supply))
  }

  /// How many frames of a camera were dropped because they came too fast.
  public var droppedCount: Int { supply.droppedCount }

  /// The next frame, or nil after the last one.
  ///
  /// The last frame of a file ends all tracks. Those of a camera, which has no last frame, are ended by
  /// ``Tracker/reset()``.
  ///
  /// - Throws: As ``VideoReader/next()``: a video that is damaged or cut short throws when all its
  ///   frames have been given. As ``Tracker/track(_:)`` when a model cannot run.
  public func next() throws(ViewfinderError) -> TrackedFrame? {
    try state.use { (state) throws(ViewfinderError) in try takeNext(&state) }
  }

  private func takeNext(_ state: inout State) throws(ViewfinderError) -> TrackedFrame? {
    let start = ContinuousClock.now
    let outcome = state.upcoming.take() ?? state.outcome()
    guard let image = try outcome.get() else { return nil }
    var frame = try tracker.track(image)
    if !video.isCamera {
      let upcoming = state.outcome()
      state.upcoming = upcoming
      if case .success(.some) = upcoming {} else { frame.ended += tracker.reset() }
    }
    frame.decodingTime = ContinuousClock.now - start - frame.trackingTime
    return frame
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
    /// - Throws: As ``TrackedVideo/next()``; `CancellationError` when the task is cancelled.
    public mutating func next() async throws -> TrackedFrame? {
      try await next(isolation: #isolation)
    }

    /// The next frame, or nil after the last one.
    ///
    /// - Throws: As ``TrackedVideo/next()``; `CancellationError` when the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> TrackedFrame?
    {
      let video = video
      return try await video.state.use(
        cancellation: CancellationError() as any Error, onCancel: { video.video.cancel() }
      ) { (state) in
        try video.takeNext(&state)
      }
    }
  }
}

extension TrackedVideo.State {
  fileprivate func outcome() -> Result<InputImage?, ViewfinderError> {
    Result { () throws(ViewfinderError) in try supply.next() }
  }
}
