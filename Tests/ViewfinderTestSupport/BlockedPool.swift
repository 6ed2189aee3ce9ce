internal import Dispatch
internal import ViewfinderSystem

/// Holds up every thread of Dispatch's global queue until it is let go.
public final class BlockedPool: Sendable {
  private let isOver = Monitor(false)

  /// Blocks the queue.
  public init() {
    for _ in 0..<200 {
      DispatchQueue.global(qos: .userInitiated).async { [isOver] in
        isOver.wait(until: { $0 })
      }
    }
  }

  /// Lets the queue go.
  public func end() { isOver.change { $0 = true } }
}
