public import ViewfinderPixels

/// A decoded frame of a video.
public struct VideoFrame: Sendable {
  /// The pixels as stored: the decoder's own planes, not copied, which live as long as the buffer.
  ///
  /// Frames that wait hold memory that the decoder would use again: keep few of them.
  public let pixels: PixelBuffer

  /// How the stored pixels must be turned to stand upright.
  public let orientation: ImageOrientation

  /// When the frame is shown, counted from the start of the video.
  ///
  /// It rises from frame to frame, by steps that differ where the frame rate varies.
  public let presentationTime: Duration

  /// The frame's place among those that were decoded, from 0.
  public let index: Int

  /// Creates a frame.
  public init(
    pixels: PixelBuffer,
    orientation: ImageOrientation = .up,
    presentationTime: Duration,
    index: Int
  ) {
    self.pixels = pixels
    self.orientation = orientation
    self.presentationTime = presentationTime
    self.index = index
  }

  /// The width in pixels when upright.
  public var width: Int { orientation.swapsSides ? pixels.height : pixels.width }

  /// The height in pixels when upright.
  public var height: Int { orientation.swapsSides ? pixels.width : pixels.height }
}
