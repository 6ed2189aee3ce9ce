internal import Viewfinder
internal import ViewfinderSystem

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
