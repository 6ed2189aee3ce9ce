public import ViewfinderPixels

/// What a video says about itself before any frame is decoded.
public struct VideoHeader: Hashable, Sendable {
  /// The width in pixels as stored, before ``orientation`` is applied.
  public var storedWidth: Int

  /// The height in pixels as stored, before ``orientation`` is applied.
  public var storedHeight: Int

  /// How stored frames must be turned to stand upright, from the display matrix; turns by other
  /// than quarters count as the nearest quarter.
  public var orientation: ImageOrientation

  /// How long it lasts, if it says so; nil for cameras.
  public var duration: Duration?

  /// The average number of frames a second, if it is known.
  public var frameRate: Double?

  /// How many frames there are, if it is known or can be guessed.
  ///
  /// It is the file's own count when ``isFrameCountStated``, else duration times frame rate. Damaged
  /// files, edit lists and codecs with hidden frames may lead to fewer.
  public var frameCount: Int?

  /// Whether ``frameCount`` is stated by the file.
  public var isFrameCountStated: Bool

  /// The width of a pixel divided by its height, as seen; 1 when the video does not say.
  public var pixelAspectRatio: Double

  /// The unit in which the video counts time.
  public var timeBase: VideoTimeBase

  /// The codec's name, as FFmpeg writes it, such as `h264`.
  public var codec: String

  /// The container's name, as FFmpeg writes it, such as `mov,mp4,m4a,3gp,3g2,mj2`.
  public var container: String

  /// The name of the stored pixel format, as FFmpeg writes it, such as `yuv420p`; empty when only
  /// decoding tells.
  public var pixelFormat: String

  /// Creates a header.
  public init(
    storedWidth: Int,
    storedHeight: Int,
    orientation: ImageOrientation = .up,
    duration: Duration? = nil,
    frameRate: Double? = nil,
    frameCount: Int? = nil,
    isFrameCountStated: Bool = false,
    pixelAspectRatio: Double = 1,
    timeBase: VideoTimeBase = .standard,
    codec: String = "",
    container: String = "",
    pixelFormat: String = ""
  ) {
    self.storedWidth = storedWidth
    self.storedHeight = storedHeight
    self.orientation = orientation
    self.duration = duration
    self.frameRate = frameRate
    self.frameCount = frameCount
    self.isFrameCountStated = isFrameCountStated
    self.pixelAspectRatio = pixelAspectRatio
    self.timeBase = timeBase
    self.codec = codec
    self.container = container
    self.pixelFormat = pixelFormat
  }

  /// The width in pixels of upright frames.
  public var width: Int { orientation.swapsSides ? storedHeight : storedWidth }

  /// The height in pixels of upright frames.
  public var height: Int { orientation.swapsSides ? storedWidth : storedHeight }
}
