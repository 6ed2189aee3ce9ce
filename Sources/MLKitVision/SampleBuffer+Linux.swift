#if !canImport(CoreMedia)
  internal import Foundation
  package import Viewfinder

  /// A four-character code, as Core Video numbers pixel formats.
  public typealias OSType = UInt32

  /// 8-bit blue, green, red, alpha.
  public let kCVPixelFormatType_32BGRA: OSType = 0x4247_5241
  /// 8-bit 4:2:0, two planes, video range (`420v`).
  public let kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3076
  /// 8-bit 4:2:0, two planes, full range (`420f`).
  public let kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType = 0x3432_3066
  /// 10-bit 4:2:0, two planes, video range (`x420`): not supported, as in ML Kit.
  public let kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: OSType = 0x7834_3230

  /// Pixels of a video frame, for platforms without Core Video.
  public final class CVPixelBuffer: Sendable {
    /// The width in pixels.
    public let width: Int

    /// The height in pixels.
    public let height: Int

    /// The format of the pixels, such as ``kCVPixelFormatType_32BGRA``.
    public let pixelFormatType: OSType

    private let planes: [[UInt8]]
    private let bytesPerRow: [Int]

    /// Wraps the bytes of a frame.
    ///
    /// Formats and sizes are checked when the frame is used, so that a camera's frame of a format
    /// that is not supported is reported there, as in ML Kit.
    ///
    /// - Parameters:
    ///   - width: The width in pixels.
    ///   - height: The height in pixels.
    ///   - pixelFormatType: The format.
    ///   - planes: The bytes of each plane: one for BGRA, two for 420f and 420v.
    ///   - bytesPerRow: The bytes from one row to the next of each plane.
    public init(
      width: Int, height: Int, pixelFormatType: OSType, planes: [[UInt8]], bytesPerRow: [Int]
    ) {
      self.width = width
      self.height = height
      self.pixelFormatType = pixelFormatType
      self.planes = planes
      self.bytesPerRow = bytesPerRow
    }

    package func pixelBuffer() throws -> PixelBuffer {
      let format: PixelFormat
      switch pixelFormatType {
      case kCVPixelFormatType_32BGRA: format = .bgra
      case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: format = .nv12VideoRange
      case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: format = .nv12FullRange
      default:
        throw ViewfinderError(
          .unsupportedImage, subject: "CMSampleBuffer",
          found: "pixel format \(fourCharacters(pixelFormatType))",
          expected: "32BGRA, 420f or 420v",
          remedy: "Set one of these in the video output's videoSettings.")
      }
      return try PixelBuffer(
        width: width, height: height, format: format, planes: planes, bytesPerRow: bytesPerRow)
    }
  }

  /// The other name of ``CVPixelBuffer``.
  public typealias CVImageBuffer = CVPixelBuffer

  /// The width of a pixel buffer in pixels.
  public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.width }

  /// The height of a pixel buffer in pixels.
  public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.height }

  /// The format of a pixel buffer.
  public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType {
    pixelBuffer.pixelFormatType
  }

  /// A time as a fraction: `value` / `timescale` seconds.
  public struct CMTime: Hashable, Sendable {
    /// The numerator.
    public var value: Int64
    /// The denominator, in units per second.
    public var timescale: Int32

    /// Creates a time.
    public init(value: Int64, timescale: Int32) {
      self.value = value
      self.timescale = timescale
    }

    /// The time in seconds; NaN when the time scale is 0.
    public var seconds: Double { timescale == 0 ? .nan : Double(value) / Double(timescale) }
  }

  /// A video frame with its time, for platforms without Core Media.
  public final class CMSampleBuffer: Sendable {
    /// The pixels, if the sample holds any.
    public let imageBuffer: CVImageBuffer?

    /// When the frame is to be shown.
    public let presentationTimeStamp: CMTime

    /// Wraps a frame.
    public init(imageBuffer: CVImageBuffer?, presentationTimeStamp: CMTime) {
      self.imageBuffer = imageBuffer
      self.presentationTimeStamp = presentationTimeStamp
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

  /// The pixels of a sample buffer, if it holds any.
  public func CMSampleBufferGetImageBuffer(_ sampleBuffer: CMSampleBuffer) -> CVImageBuffer? {
    sampleBuffer.imageBuffer
  }

  /// The time at which a sample buffer is to be shown.
  public func CMSampleBufferGetPresentationTimeStamp(_ sampleBuffer: CMSampleBuffer) -> CMTime {
    sampleBuffer.presentationTimeStamp
  }

  private func fourCharacters(_ code: OSType) -> String {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
    guard bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else { return "\(code)" }
    return "'" + String(decoding: bytes, as: UTF8.self) + "'"
  }
#endif
