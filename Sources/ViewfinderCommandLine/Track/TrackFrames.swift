internal import Dispatch
internal import Synchronization
internal import Viewfinder

/// The tracked frames of a video or a camera, for a thread that waits for them.
protocol TrackFrames {
  var video: VideoReader { get }
  var tracker: ObjectTracker { get }
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
  let video: VideoReader
  let tracker: ObjectTracker
  private let latest = LatestFrame<VideoFrame>()
  private let failure = Mutex<ViewfinderError?>(nil)

  init(_ video: VideoReader, tracker: ObjectTracker) throws(ViewfinderError) {
    self.video = video
    self.tracker = tracker
    guard let thread = WorkerThread({ [self] in read() }) else {
      throw ViewfinderError(.unavailable, found: "the system has no thread left for the camera")
    }
    thread.detach()
  }

  var droppedCount: Int { latest.droppedCount }

  private func read() {
    do throws(ViewfinderError) {
      while let frame = try video.next() { latest.offer(frame) }
    } catch {
      failure.withLock { $0 = error }
    }
    latest.finish()
  }

  func next() throws(ViewfinderError) -> TrackedFrame? {
    let start = ContinuousClock.now
    guard let frame = latest.waitForNext() else {
      if let error = failure.withLock({ $0 }) { throw error }
      return nil
    }
    let taken = ContinuousClock.now
    let objects = try tracker.track(frame)
    return TrackedFrame(
      frame: frame, objects: objects, decodingTime: taken - start,
      trackingTime: ContinuousClock.now - taken)
  }
}

extension LatestFrame {
  /// The newest frame, on a thread that may be held up.
  fileprivate func waitForNext() -> Frame? {
    let slot = Slot<Frame>()
    Task.detached {
      var iterator = self.makeAsyncIterator()
      slot.put(await iterator.next())
    }
    return slot.wait()
  }
}

/// Hands one value from a task to a thread that waits.
private final class Slot<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let isFull = DispatchSemaphore(value: 0)

  func put(_ value: Value?) {
    self.value.withLock { $0 = value }
    isFull.signal()
  }

  func wait() -> Value? {
    isFull.wait()
    return value.withLock { $0 }
  }
}

/// Watches for an interrupt while another thread may wait for a frame.
struct InterruptWatch {
  private static let tickMilliseconds = 100

  private let isOver = Monitor(false)
  private let thread: WorkerThread?

  /// Cancels a reader as soon as the user wants to stop.
  init(_ environment: Environment, cancelling video: VideoReader) {
    let isOver = isOver
    thread = WorkerThread {
      while isOver.check(within: Self.tickMilliseconds, for: { $0 ? true : nil }) == nil {
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
