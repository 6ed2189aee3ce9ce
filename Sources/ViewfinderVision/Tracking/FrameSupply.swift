internal import ViewfinderCore
internal import ViewfinderPixels

/// Where a ``TrackedVideo`` takes its frames from; one thread takes them.
protocol FrameSupply: AnyObject, Sendable {
  /// How many frames were left out because they came too fast.
  var droppedCount: Int { get }

  /// The next frame; nil after the last one.
  func next() throws(ViewfinderError) -> InputImage?
}
