internal import ViewfinderCore
internal import ViewfinderPixels
internal import ViewfinderSystem
internal import ViewfinderVideo

/// Decodes the next frames of a video on a thread of its own; one thread takes them.
final class FramesAhead: FrameSupply {
  private typealias Outcome = Result<InputImage?, ViewfinderError>

  private struct State: Sendable {
    /// The frames that wait, and behind the last of them the end.
    var decoded: [Outcome] = []
    var hasThread = false
    var hasEnded = false
    var isClosed = false
  }

  private let video: VideoReader
  private let count: Int
  private let state = Monitor(State())

  /// Decodes up to `count` frames ahead, from the first call of ``next()`` on.
  init(_ video: VideoReader, count: Int) {
    self.video = video
    self.count = count
  }

  deinit {
    state.change { $0.isClosed = true }
  }

  var droppedCount: Int { 0 }

  /// The next frame; as ``VideoReader/next()``.
  func next() throws(ViewfinderError) -> InputImage? {
    let needsThread = state.withLock { state in
      defer { state.hasThread = true }
      return !state.hasThread
    }
    if needsThread {
      do throws(SystemThread.NoThread) {
        let (video, count, state) = (video, count, state)
        try SystemThread { Self.decode(video, count, state) }.detach()
      } catch {
        state.withLock { $0.hasThread = false }
        return try video.next()
      }
    }
    let outcome: Outcome = state.wait { state in
      if !state.decoded.isEmpty { return state.decoded.removeFirst() }
      return state.hasEnded ? .success(nil) : nil
    }
    // There is room for another.
    state.change { _ in }
    return try outcome.get()
  }

  /// Decodes to the end of the video, or until nobody wants more.
  private static func decode(_ video: VideoReader, _ count: Int, _ state: Monitor<State>) {
    var goesOn = true
    while goesOn {
      let isWanted = state.wait { state -> Bool? in
        if state.isClosed { return false }
        return state.decoded.count < count ? true : nil
      }
      guard isWanted else { return }
      let outcome = Result { () throws(ViewfinderError) in try video.next() }
      if case .success(.some) = outcome {} else { goesOn = false }
      state.change { [goesOn] state in
        state.decoded.append(outcome)
        state.hasEnded = !goesOn
      }
    }
  }
}
