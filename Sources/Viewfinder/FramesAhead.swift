internal import Dispatch
internal import Synchronization
internal import ViewfinderCore
internal import ViewfinderMedia

/// Decodes the next frames of a video on a thread of its own; one thread takes them.
final class FramesAhead: Sendable {
  private struct State {
    var decoded: [Result<VideoFrame?, ViewfinderError>] = []
    var hasBegun = false
    var hasEnded = false
  }

  private let video: VideoReader
  private let count: Int
  private let queue = DispatchQueue(label: "viewfinder.frames", qos: .userInitiated)
  private let state = Mutex(State())
  private let arrived = DispatchSemaphore(value: 0)

  /// Decodes up to `count` frames ahead, from the first call of ``next()`` on.
  init(_ video: VideoReader, count: Int) {
    self.video = video
    self.count = count
  }

  /// The next frame; as ``VideoReader/next()``.
  func next() throws(ViewfinderError) -> VideoFrame? {
    let (isFirst, hasEnded) = state.withLock { state in
      defer { state.hasBegun = true }
      return (!state.hasBegun, state.hasEnded)
    }
    if hasEnded { return nil }
    if isFirst { for _ in 0..<count { decode() } }
    arrived.wait()
    let outcome = state.withLock { $0.decoded.removeFirst() }
    if case .success(.some(let frame)) = outcome {
      decode()
      return frame
    }
    state.withLock { $0.hasEnded = true }
    return try outcome.get()
  }

  /// Decodes one more frame; behind the last one, does nothing.
  private func decode() {
    queue.async { [self] in
      let outcome = Result { () throws(ViewfinderError) in try video.next() }
      state.withLock { $0.decoded.append(outcome) }
      arrived.signal()
    }
  }
}
