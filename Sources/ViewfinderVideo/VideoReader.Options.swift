public import ViewfinderCore

extension VideoReader {
  /// How a video is read.
  public struct Options: Hashable, Sendable {
    /// The decoder's threads; nil for one a processor core.
    ///
    /// Frames come in order whatever their number.
    public var threads: Int?

    /// How large a video may be.
    public var limits: Limits

    /// How long opening and each frame may take before the reader gives up; 30 seconds by default.
    ///
    /// Nil waits as long as it takes, as for a pipe whose writer may pause.
    public var timeout: Duration?

    /// Creates options.
    ///
    /// - Precondition: The number of threads is in 1 through 64, the time is positive.
    public init(
      threads: Int? = nil,
      limits: Limits = Limits(),
      timeout: Duration? = .seconds(30)
    ) {
      precondition(threads.map { (1...64).contains($0) } ?? true, "Threads must be 1 through 64")
      precondition(timeout.map { $0 > .zero } ?? true, "A time-out must be positive")
      self.threads = threads
      self.limits = limits
      self.timeout = timeout
    }
  }

  /// How large a video may be, checked before memory is taken.
  public struct Limits: Hashable, Sendable {
    /// The most pixels of a frame, width times height; 67,108,864 (8192 × 8192) by default.
    public var pixels: Int

    /// The most pixels on a side; 16,384 by default and at most.
    public var side: Int

    /// The most streams of all kinds, pictures, sound and text; 100 by default.
    public var streams: Int

    /// Creates limits.
    ///
    /// - Precondition: The limits are positive, and `side` is at most 16,384.
    public init(pixels: Int = 1 << 26, side: Int = 16_384, streams: Int = 100) {
      precondition(pixels > 0 && side > 0 && streams > 0, "Limits of videos must be positive")
      precondition(side <= 16_384, "No frame may have a side of more than 16,384 pixels")
      precondition(streams <= 1 << 20, "No video may have more than 1,048,576 streams")
      self.pixels = pixels
      self.side = side
      self.streams = streams
    }
  }

  /// What a camera is asked for; it takes the nearest mode that it has.
  public struct CameraMode: Hashable, Sendable {
    /// The width and height in pixels; nil leaves them to the camera.
    public var size: PixelSize?

    /// The frames a second; nil leaves them to the camera.
    public var frameRate: Int?

    /// Creates a mode.
    public init(size: PixelSize? = nil, frameRate: Int? = nil) {
      self.size = size
      self.frameRate = frameRate
    }
  }
}
