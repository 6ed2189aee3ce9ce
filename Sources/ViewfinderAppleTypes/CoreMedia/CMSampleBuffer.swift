#if os(Linux)
  public import Viewfinder

  /// A video frame with its time, for platforms without Core Media.
  public final class CMSampleBuffer: Sendable {
    /// The pixels, if the sample holds any.
    public let imageBuffer: CVImageBuffer?

    /// When the frame is to be shown.
    public let presentationTimeStamp: CMTime

    /// How long it is to be shown.
    public let duration: CMTime

    /// Wraps a frame.
    public init(
      imageBuffer: CVImageBuffer?, presentationTimeStamp: CMTime, duration: CMTime = .invalid
    ) {
      self.imageBuffer = imageBuffer
      self.presentationTimeStamp = presentationTimeStamp
      self.duration = duration
    }

    /// Wraps pixels with their time, which are not copied.
    ///
    /// - Parameters:
    ///   - pixels: A frame.
    ///   - time: When it is to be shown.
    public convenience init(_ pixels: PixelBuffer, at time: Duration) {
      self.init(
        imageBuffer: CVPixelBuffer(pixels),
        presentationTimeStamp: CMTime(
          value: Int64((time / .nanoseconds(1)).rounded()), timescale: 1_000_000_000))
    }

    package func pixelBuffer() throws -> PixelBuffer {
      guard let imageBuffer else {
        throw ViewfinderError(
          .invalidImage, subject: "CMSampleBuffer", found: "a sample without an image buffer",
          expected: "a video frame")
      }
      return try imageBuffer.pixelBuffer()
    }
  }

  /// What a sample holds.
  public final class CMFormatDescription: Sendable {
    /// The width and height in pixels.
    public let dimensions: CMVideoDimensions
    /// The pixel format.
    public let mediaSubType: FourCharCode

    init(_ buffer: CVImageBuffer) {
      dimensions = CMVideoDimensions(width: Int32(buffer.width), height: Int32(buffer.height))
      mediaSubType = buffer.pixelFormatType
    }
  }

  /// What a video sample holds.
  public typealias CMVideoFormatDescription = CMFormatDescription

  /// A width and a height in pixels.
  public struct CMVideoDimensions: Hashable, Sendable {
    /// The width.
    public var width: Int32
    /// The height.
    public var height: Int32

    /// Creates dimensions.
    public init(width: Int32 = 0, height: Int32 = 0) {
      self.width = width
      self.height = height
    }
  }

  /// When a sample is shown.
  public struct CMSampleTimingInfo: Sendable {
    /// How long.
    public var duration: CMTime
    /// From when.
    public var presentationTimeStamp: CMTime
    /// When it is decoded; has no meaning here.
    public var decodeTimeStamp: CMTime

    /// Creates times.
    public init(
      duration: CMTime = .invalid, presentationTimeStamp: CMTime = .invalid,
      decodeTimeStamp: CMTime = .invalid
    ) {
      self.duration = duration
      self.presentationTimeStamp = presentationTimeStamp
      self.decodeTimeStamp = decodeTimeStamp
    }
  }

  /// Describes what a pixel buffer holds; always succeeds.
  @discardableResult
  public func CMVideoFormatDescriptionCreateForImageBuffer(
    allocator: CFAllocator?, imageBuffer: CVImageBuffer,
    formatDescriptionOut: inout CMVideoFormatDescription?
  ) -> OSStatus {
    formatDescriptionOut = CMFormatDescription(imageBuffer)
    return 0
  }

  /// Makes a sample of a pixel buffer; always succeeds.
  @discardableResult
  public func CMSampleBufferCreateReadyWithImageBuffer(
    allocator: CFAllocator?, imageBuffer: CVImageBuffer,
    formatDescription: CMVideoFormatDescription, sampleTiming: inout CMSampleTimingInfo,
    sampleBufferOut: inout CMSampleBuffer?
  ) -> OSStatus {
    sampleBufferOut = CMSampleBuffer(
      imageBuffer: imageBuffer, presentationTimeStamp: sampleTiming.presentationTimeStamp,
      duration: sampleTiming.duration)
    return 0
  }

  /// The pixels of a sample buffer, if it holds any.
  public func CMSampleBufferGetImageBuffer(_ sampleBuffer: CMSampleBuffer) -> CVImageBuffer? {
    sampleBuffer.imageBuffer
  }

  /// The time at which a sample buffer is to be shown.
  public func CMSampleBufferGetPresentationTimeStamp(_ sampleBuffer: CMSampleBuffer) -> CMTime {
    sampleBuffer.presentationTimeStamp
  }

  /// How long a sample buffer is to be shown.
  public func CMSampleBufferGetDuration(_ sampleBuffer: CMSampleBuffer) -> CMTime {
    sampleBuffer.duration
  }

  /// What a sample buffer holds, if it holds pixels.
  public func CMSampleBufferGetFormatDescription(
    _ sampleBuffer: CMSampleBuffer
  ) -> CMFormatDescription? {
    sampleBuffer.imageBuffer.map(CMFormatDescription.init)
  }

  /// Whether a sample buffer can be used; always true.
  public func CMSampleBufferIsValid(_ sampleBuffer: CMSampleBuffer) -> Bool { true }

  /// Whether the pixels are there.
  public func CMSampleBufferDataIsReady(_ sampleBuffer: CMSampleBuffer) -> Bool {
    sampleBuffer.imageBuffer != nil
  }

  /// The width and height of what a sample holds.
  public func CMVideoFormatDescriptionGetDimensions(
    _ videoDesc: CMVideoFormatDescription
  ) -> CMVideoDimensions {
    videoDesc.dimensions
  }

  /// The pixel format of what a sample holds.
  public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> FourCharCode {
    desc.mediaSubType
  }
#endif
