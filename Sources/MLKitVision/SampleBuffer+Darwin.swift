#if !os(Linux)
  internal import CoreMedia
  internal import CoreVideo
  package import Viewfinder

  extension CMSampleBuffer {
    package func pixelBuffer() throws -> PixelBuffer {
      guard let imageBuffer = CMSampleBufferGetImageBuffer(self) else {
        throw ViewfinderError(
          .invalidImage, subject: "CMSampleBuffer", found: "a sample without an image buffer",
          expected: "a video frame")
      }
      return try imageBuffer.pixelBuffer()
    }
  }

  extension CVPixelBuffer {
    package func pixelBuffer() throws -> PixelBuffer {
      let format: PixelFormat
      let code = CVPixelBufferGetPixelFormatType(self)
      switch code {
      case kCVPixelFormatType_32BGRA: format = .bgra
      case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: format = .nv12VideoRange
      case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: format = .nv12FullRange
      default:
        throw ViewfinderError(
          .unsupportedImage, subject: "CMSampleBuffer", found: "pixel format \(code)",
          expected: "32BGRA, 420f or 420v",
          remedy: "Set one of these in the video output's videoSettings.")
      }
      let bytesPerRow =
        format.planeCount == 1
        ? [CVPixelBufferGetBytesPerRow(self)]
        : (0..<format.planeCount).map { CVPixelBufferGetBytesPerRowOfPlane(self, $0) }
      return try PixelBuffer(
        width: CVPixelBufferGetWidth(self), height: CVPixelBufferGetHeight(self), format: format,
        storage: CoreVideoStorage(self, format: format, bytesPerRow: bytesPerRow),
        bytesPerRow: bytesPerRow)
    }
  }

  /// Keeps a Core Video buffer alive and locks it only while its planes are read.
  // The buffer is never written here, and Core Video's locks may nest across threads.
  @safe
  private final class CoreVideoStorage: PixelStorage, @unchecked Sendable {
    private let buffer: CVPixelBuffer
    private let byteCounts: [Int]

    init(_ buffer: CVPixelBuffer, format: PixelFormat, bytesPerRow: [Int]) {
      self.buffer = buffer
      byteCounts = bytesPerRow.enumerated().map { plane, stride in
        stride * format.rows(plane: plane, height: CVPixelBufferGetHeight(buffer))
      }
    }

    func withPlanes<Result, Failure: Error>(
      _ body: (Span<UInt8>, Span<UInt8>, Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      CVPixelBufferLockBaseAddress(buffer, .readOnly)
      defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
      return try unsafe body(
        Span(_unsafeElements: plane(0)), Span(_unsafeElements: plane(1)),
        Span(_unsafeElements: plane(2)))
    }

    private func plane(_ index: Int) -> UnsafeBufferPointer<UInt8> {
      guard index < byteCounts.count else {
        return unsafe UnsafeBufferPointer(start: nil, count: 0)
      }
      let start =
        unsafe byteCounts.count == 1
        ? CVPixelBufferGetBaseAddress(buffer) : CVPixelBufferGetBaseAddressOfPlane(buffer, index)
      guard let start = unsafe start else {
        return unsafe UnsafeBufferPointer(start: nil, count: 0)
      }
      return unsafe UnsafeBufferPointer(
        start: start.assumingMemoryBound(to: UInt8.self), count: byteCounts[index])
    }
  }
#endif
