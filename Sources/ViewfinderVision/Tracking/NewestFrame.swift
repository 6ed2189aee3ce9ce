internal import ViewfinderCore
internal import ViewfinderPixels
internal import ViewfinderSystem
internal import ViewfinderVideo

/// The newest frame of a camera, whenever the tracker is done with the one before.
final class NewestFrame: FrameSupply {
  private struct State: Sendable {
    var newest: InputImage?
    var droppedCount = 0
    var hasThread = false
    var isClosed = false
    /// How the camera ended, once it has.
    var end: Result<Void, ViewfinderError>?
  }

  private let video: VideoReader
  private let state = Monitor(State())

  /// Reads a camera on a thread of its own, from the first call of ``next()`` on.
  init(_ video: VideoReader) {
    self.video = video
  }

  deinit {
    state.change { $0.isClosed = true }
  }

  var droppedCount: Int { state.withLock(\.droppedCount) }

  func next() throws(ViewfinderError) -> InputImage? {
    try startReading()
    let newest: Result<InputImage?, ViewfinderError> = state.wait { state in
      if let frame = state.newest.take() { return .success(frame) }
      return state.end?.map { nil }
    }
    return try newest.get()
  }

  private func startReading() throws(ViewfinderError) {
    let needsThread = state.withLock { state in
      defer { state.hasThread = true }
      return !state.hasThread
    }
    guard needsThread else { return }
    do throws(SystemThread.NoThread) {
      try SystemThread { [video, state] in Self.read(video, into: state) }.detach()
    } catch {
      state.withLock { $0.hasThread = false }
      throw ViewfinderError(
        .unavailable, found: "the system has no thread left for the camera",
        remedy: "Raise the limit on processes (ulimit -u).")
    }
  }

  private static func read(_ video: VideoReader, into state: Monitor<State>) {
    let end = Result { () throws(ViewfinderError) in
      while let frame = try video.next() {
        let isClosed = state.change { state in
          if state.newest != nil { state.droppedCount += 1 }
          state.newest = frame
          return state.isClosed
        }
        if isClosed { return }
      }
    }
    state.change { $0.end = end }
  }
}
