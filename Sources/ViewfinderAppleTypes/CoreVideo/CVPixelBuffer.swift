#if os(Linux)
  public import Viewfinder
  internal import ViewfinderSystem

  /// Pixels of a video frame, for platforms without Core Video.
  ///
  /// It owns memory, or wraps a `PixelBuffer` without copying it. A wrapped one may have any format;
  /// locking its base address makes a copy to look at, for as long as it is locked.
  @safe
  public final class CVPixelBuffer: @unchecked Sendable {
    /// The width in pixels.
    public let width: Int

    /// The height in pixels.
    public let height: Int

    /// The format of the pixels, such as ``kCVPixelFormatType_32BGRA``; 0 for formats of a wrapped
    /// `PixelBuffer` that Core Video has no number for.
    public let pixelFormatType: OSType

    private enum Content {
      case memory(PlaneMemory)
      case wrapped(PixelBuffer)
    }

    private struct Locks {
      var count = 0
      /// What a wrapped buffer shows while it is locked.
      var copy: PlaneMemory?
    }

    private let content: Content
    private let bytesPerRow: [Int]
    private let locks = Mutex(Locks())

    /// Wraps the bytes of a frame, which are copied.
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
    public convenience init(
      width: Int, height: Int, pixelFormatType: OSType, planes: [[UInt8]], bytesPerRow: [Int]
    ) {
      self.init(
        width: width, height: height, pixelFormatType: pixelFormatType,
        memory: PlaneMemory(copying: planes), bytesPerRow: bytesPerRow)
    }

    /// Wraps pixels, which are not copied.
    public init(_ pixels: PixelBuffer) {
      width = pixels.width
      height = pixels.height
      pixelFormatType = pixels.format.coreVideoType
      content = .wrapped(pixels)
      bytesPerRow = pixels.bytesPerRow
    }

    init(
      width: Int, height: Int, pixelFormatType: OSType, memory: PlaneMemory, bytesPerRow: [Int]
    ) {
      self.width = width
      self.height = height
      self.pixelFormatType = pixelFormatType
      content = .memory(memory)
      self.bytesPerRow = bytesPerRow
    }

    /// The number of planes; 0 when all pixels lie in one, as Core Video counts.
    var planeCount: Int { bytesPerRow.count > 1 ? bytesPerRow.count : 0 }

    func bytesPerRow(_ plane: Int) -> Int {
      precondition(bytesPerRow.indices.contains(plane), "The pixel buffer has no plane \(plane)")
      return bytesPerRow[plane]
    }

    func lock() {
      locks.withLock { locks in
        locks.count += 1
        if locks.count == 1, case .wrapped(let pixels) = content {
          locks.copy = PlaneMemory(copying: pixels)
        }
      }
    }

    func unlock() -> Bool {
      locks.withLock { locks in
        if locks.count == 0 { return false }
        locks.count -= 1
        if locks.count == 0 { locks.copy = nil }
        return true
      }
    }

    func address(_ plane: Int) -> UnsafeMutableRawPointer? {
      precondition(bytesPerRow.indices.contains(plane), "The pixel buffer has no plane \(plane)")
      switch content {
      case .memory(let memory): return unsafe memory.address(plane)
      case .wrapped: return unsafe locks.withLock { $0.copy }?.address(plane)
      }
    }

    /// The pixels, which are not copied.
    ///
    /// - Throws: `unsupportedImage` for a format that ML Kit refuses, `invalidImage` for sizes that
    ///   do not fit the bytes.
    package func pixelBuffer() throws -> PixelBuffer {
      switch content {
      case .wrapped(let pixels): return pixels
      case .memory(let memory):
        guard let format = PixelFormat(coreVideo: pixelFormatType) else {
          throw ViewfinderError(
            .unsupportedImage, subject: "CMSampleBuffer",
            found: "pixel format \(fourCharacters(pixelFormatType))",
            expected: "32BGRA, 420f or 420v",
            remedy: "Set one of these in the video output's videoSettings.")
        }
        return try PixelBuffer(
          width: width, height: height, format: format, storage: memory, bytesPerRow: bytesPerRow)
      }
    }
  }

  /// The other name of ``CVPixelBuffer``.
  public typealias CVImageBuffer = CVPixelBuffer
#endif
