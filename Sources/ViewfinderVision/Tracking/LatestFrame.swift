internal import Synchronization
public import ViewfinderPixels

/// Hands over the newest frame of a camera, and drops those that nobody had time for.
///
/// A camera offers frames at its own rate; the code that processes them asks for the next one when it
/// is done with the last. At most one frame waits: a newer one takes its place, and the older one is
/// counted as dropped. Nothing queues up, so that results are never older than one frame's work.
///
/// ```swift
/// let frames = LatestFrame()
/// // On the camera's thread: frames.offer(frame)
/// for await frame in frames { show(try await tracker.tracked(frame)) }
/// ```
public final class LatestFrame: AsyncSequence, Sendable {
  private let stream: AsyncStream<InputImage>
  private let continuation: AsyncStream<InputImage>.Continuation
  private let dropped = Atomic<Int>(0)

  /// Creates one that no frame waits in.
  public init() {
    (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Offers a frame; never blocks.
  ///
  /// After ``finish()`` the frame is dropped and not counted.
  public func offer(_ frame: InputImage) {
    if case .dropped = continuation.yield(frame) { dropped.add(1, ordering: .relaxed) }
  }

  /// Ends the sequence once the waiting frame has been taken.
  public func finish() {
    continuation.finish()
  }

  /// How many frames were dropped so far.
  public var droppedCount: Int { dropped.load(ordering: .relaxed) }

  /// An iterator; frames go to whichever iterator asks first.
  public func makeAsyncIterator() -> AsyncStream<InputImage>.Iterator {
    stream.makeAsyncIterator()
  }
}
