internal import Viewfinder
internal import ViewfinderSystem

/// The tracked frames of a video or a camera, for a thread that waits for them.
protocol TrackFrames {
  var video: VideoReader { get }
  var tracker: Tracker { get }
  /// How many frames were left out because they came too fast.
  var droppedCount: Int { get }

  /// The next frame; nil after the last one.
  func next() throws(ViewfinderError) -> TrackedFrame?
}

extension TrackedVideo: TrackFrames {
  var droppedCount: Int { 0 }
}

/// The newest frame of a camera, whenever the tracker is done with the one before.
final class CameraFrames: TrackFrames, Sendable {
  private struct State: Sendable {
    var newest: VideoFrame?
    var droppedCount = 0
    /// How the camera ended, once it has.
    var end: Result<Void, ViewfinderError>?
  }

  let video: VideoReader
  let tracker: Tracker
  private let state = Monitor(State())

  init(_ video: VideoReader, tracker: Tracker) throws(ViewfinderError) {
    self.video = video
    self.tracker = tracker
    do throws(SystemThread.NoThread) {
      try SystemThread { [video, state] in Self.read(video, into: state) }.detach()
    } catch {
      throw ViewfinderError(
        .unavailable, found: "the system has no thread left for the camera",
        remedy: "Raise the limit on processes (ulimit -u).")
    }
  }

  var droppedCount: Int { state.withLock(\.droppedCount) }

  private static func read(_ video: VideoReader, into state: Monitor<State>) {
    let end = Result { () throws(ViewfinderError) in
      while let frame = try video.next() {
        state.change { state in
          if state.newest != nil { state.droppedCount += 1 }
          state.newest = frame
        }
      }
    }
    state.change { $0.end = end }
  }

  func next() throws(ViewfinderError) -> TrackedFrame? {
    let start = ContinuousClock.now
    let newest: Result<VideoFrame?, ViewfinderError> = state.wait { state in
      if let frame = state.newest.take() { return .success(frame) }
      return state.end?.map { nil }
    }
    guard let frame = try newest.get() else { return nil }
    let taken = ContinuousClock.now
    let objects = try tracker.track(frame)
    return TrackedFrame(
      frame: frame, objects: objects, decodingTime: taken - start,
      trackingTime: ContinuousClock.now - taken)
  }
}

/// Watches for an interrupt while another thread may wait for a frame.
struct InterruptWatch {
  private static let tick = Duration.milliseconds(100)

  private let isOver = Monitor(false)
  private let thread: SystemThread?

  /// Cancels a reader as soon as the user wants to stop.
  init(_ environment: Environment, cancelling video: VideoReader) {
    let isOver = isOver
    // Without a thread the second interrupt ends the program.
    thread = try? SystemThread {
      while isOver.wait(upTo: Self.tick, for: { $0 ? true : nil }) == nil {
        if environment.isInterrupted() { return video.cancel() }
      }
    }
  }

  /// Ends the watch.
  func end() {
    isOver.change { $0 = true }
    thread?.join()
  }
}
