#if os(Linux)
  internal import Viewfinder

  /// How a pixel buffer is locked.
  public struct CVPixelBufferLockFlags: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt64

    /// Creates flags from their bits.
    public init(rawValue: UInt64) {
      self.rawValue = rawValue
    }

    /// The pixels are only read.
    public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
  }

  /// Called when memory that a pixel buffer borrowed is no longer used.
  public typealias CVPixelBufferReleaseBytesCallback =
    @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Void

  /// Creates a pixel buffer of zeros, of a format that ML Kit accepts.
  ///
  /// - Returns: ``kCVReturnSuccess``, or what is wrong.
  public func CVPixelBufferCreate(
    _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
    _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: inout CVPixelBuffer?
  ) -> CVReturn {
    guard let format = PixelFormat(coreVideo: pixelFormatType) else {
      return kCVReturnInvalidPixelFormat
    }
    let sides = 1...PixelBuffer.maximumSide
    guard sides.contains(width), sides.contains(height) else { return kCVReturnInvalidSize }
    // Rows begin at multiples of 64 bytes, as with Core Video: code that takes them to be tight is
    // found here too.
    let strides = (0..<format.planeCount).map {
      (format.bytesPerRow(plane: $0, width: width) + 63) / 64 * 64
    }
    let counts = strides.enumerated().map { plane, stride in
      stride * format.rows(plane: plane, height: height)
    }
    pixelBufferOut = CVPixelBuffer(
      width: width, height: height, pixelFormatType: pixelFormatType,
      memory: PlaneMemory(byteCounts: counts), bytesPerRow: strides)
    return kCVReturnSuccess
  }

  /// Creates a pixel buffer of one plane over memory of the caller, which is not copied.
  ///
  /// - Returns: ``kCVReturnSuccess``, or what is wrong.
  @unsafe
  public func CVPixelBufferCreateWithBytes(
    _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
    _ baseAddress: UnsafeMutableRawPointer, _ bytesPerRow: Int,
    _ releaseCallback: CVPixelBufferReleaseBytesCallback?,
    _ releaseRefCon: UnsafeMutableRawPointer?, _ pixelBufferAttributes: CFDictionary?,
    _ pixelBufferOut: inout CVPixelBuffer?
  ) -> CVReturn {
    guard let format = PixelFormat(coreVideo: pixelFormatType), format.planeCount == 1 else {
      return kCVReturnInvalidPixelFormat
    }
    let sides = 1...PixelBuffer.maximumSide
    guard sides.contains(width), sides.contains(height) else { return kCVReturnInvalidSize }
    guard bytesPerRow >= format.bytesPerRow(plane: 0, width: width),
      bytesPerRow <= Int.max / PixelBuffer.maximumSide
    else { return kCVReturnInvalidArgument }
    let plane = unsafe UnsafeMutableRawBufferPointer(
      start: baseAddress, count: bytesPerRow * height)
    let memory = unsafe PlaneMemory(borrowing: [plane]) {
      unsafe releaseCallback?(releaseRefCon, baseAddress)
    }
    pixelBufferOut = CVPixelBuffer(
      width: width, height: height, pixelFormatType: pixelFormatType, memory: memory,
      bytesPerRow: [bytesPerRow])
    return kCVReturnSuccess
  }

  /// Holds the pixels at their address until they are unlocked.
  @discardableResult
  public func CVPixelBufferLockBaseAddress(
    _ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags
  ) -> CVReturn {
    pixelBuffer.lock()
    return kCVReturnSuccess
  }

  /// Lets the pixels go.
  @discardableResult
  public func CVPixelBufferUnlockBaseAddress(
    _ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags
  ) -> CVReturn {
    pixelBuffer.unlock() ? kCVReturnSuccess : kCVReturnInvalidArgument
  }

  /// The address of the first plane's pixels.
  public func CVPixelBufferGetBaseAddress(
    _ pixelBuffer: CVPixelBuffer
  ) -> UnsafeMutableRawPointer? {
    unsafe pixelBuffer.address(0)
  }

  /// The address of a plane's pixels.
  public func CVPixelBufferGetBaseAddressOfPlane(
    _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
  ) -> UnsafeMutableRawPointer? {
    unsafe pixelBuffer.address(planeIndex)
  }

  /// The bytes from one row of the first plane to the next.
  public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int {
    pixelBuffer.bytesPerRow(0)
  }

  /// The bytes from one row of a plane to the next.
  public func CVPixelBufferGetBytesPerRowOfPlane(
    _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
  ) -> Int {
    pixelBuffer.bytesPerRow(planeIndex)
  }

  /// Whether the pixels lie in several planes.
  public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool {
    pixelBuffer.planeCount > 0
  }

  /// The number of planes; 0 when the pixels are not planar.
  public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
    pixelBuffer.planeCount
  }

  /// The width of a pixel buffer in pixels.
  public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.width }

  /// The height of a pixel buffer in pixels.
  public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.height }

  /// The width of a plane of a format that ML Kit accepts.
  public func CVPixelBufferGetWidthOfPlane(
    _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
  ) -> Int {
    planeIndex == 0 ? pixelBuffer.width : (pixelBuffer.width + 1) / 2
  }

  /// The height of a plane of a format that ML Kit accepts.
  public func CVPixelBufferGetHeightOfPlane(
    _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
  ) -> Int {
    planeIndex == 0 ? pixelBuffer.height : (pixelBuffer.height + 1) / 2
  }

  /// The format of a pixel buffer.
  public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType {
    pixelBuffer.pixelFormatType
  }
#endif
