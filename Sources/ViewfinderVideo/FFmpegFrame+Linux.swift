#if Video && os(Linux)
  internal import CViewfinderFFmpeg
  internal import ViewfinderCore
  internal import ViewfinderPixels

  /// The planes of a frame that FFmpeg decoded, in its own memory.
  @safe
  final class FFmpegFrame: PixelStorage, @unchecked Sendable {
    // Sendable, although it holds pointers: nobody writes to the planes any more.
    private let handle: UnsafeMutableRawPointer?
    private let first: UnsafeBufferPointer<UInt8>
    private let second: UnsafeBufferPointer<UInt8>
    private let third: UnsafeBufferPointer<UInt8>
    /// Chroma without colour, for gray frames of video range.
    private let neutral: [UInt8]

    /// Takes over a frame whose planes have the given numbers of bytes.
    private init(_ frame: cviewfinder_video_frame, counts: (Int, Int, Int), neutral: [UInt8]) {
      unsafe handle = unsafe frame.handle
      unsafe first = UnsafeBufferPointer(start: frame.planes.0, count: counts.0)
      unsafe second = UnsafeBufferPointer(start: frame.planes.1, count: counts.1)
      unsafe third = UnsafeBufferPointer(start: frame.planes.2, count: counts.2)
      self.neutral = neutral
    }

    deinit { unsafe cviewfinder_video_frame_free(handle) }

    func withPlanes<Result, Failure: Error>(
      _ body: (Span<UInt8>, Span<UInt8>, Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      if !neutral.isEmpty {
        let neutral = neutral
        let chroma = neutral.span
        return try body(unsafe Span(_unsafeElements: first), chroma, chroma)
      }
      return try body(
        unsafe Span(_unsafeElements: first),
        unsafe Span(_unsafeElements: second),
        unsafe Span(_unsafeElements: third)
      )
    }

    /// Takes over a frame as an image.
    static func image(of frame: cviewfinder_video_frame) throws(ViewfinderError) -> PixelBuffer {
      let (width, height) = unsafe (Int(frame.width), Int(frame.height))
      let stored = unsafe format(layout: frame.layout, isFullRange: frame.is_full_range != 0)
      // Gray of video range has no format of its own: it is 4:2:0 whose chroma says nothing.
      let isVideoGray = unsafe stored == .gray && frame.is_full_range == 0
      let format = isVideoGray ? .i420VideoRange : stored
      let strides = unsafe (Int(frame.strides.0), Int(frame.strides.1), Int(frame.strides.2))
      func count(_ plane: Int, _ stride: Int) -> Int {
        guard plane < stored.planeCount else { return 0 }
        return (stored.rows(plane: plane, height: height) - 1) * stride
          + stored.bytesPerRow(plane: plane, width: width)
      }
      let counts = (count(0, strides.0), count(1, strides.1), count(2, strides.2))
      var bytesPerRow =
        switch stored.planeCount {
        case 1: [strides.0]
        case 2: [strides.0, strides.1]
        default: [strides.0, strides.1, strides.2]
        }
      var neutral: [UInt8] = []
      if isVideoGray {
        let row = format.bytesPerRow(plane: 1, width: width)
        neutral = [UInt8](repeating: 128, count: row * format.rows(plane: 1, height: height))
        bytesPerRow += [row, row]
      }
      let storage = unsafe FFmpegFrame(frame, counts: counts, neutral: neutral)
      return unsafe try PixelBuffer(
        width: width,
        height: height,
        format: format,
        storage: storage,
        bytesPerRow: bytesPerRow,
        colorMatrix: matrix(frame.matrix),
        chromaSiting: frame.is_chroma_centered != 0 ? .center : .left
      )
    }

    private static func format(layout: Int32, isFullRange: Bool) -> PixelFormat {
      switch layout {
      case CVIEWFINDER_VIDEO_I420: isFullRange ? .i420FullRange : .i420VideoRange
      case CVIEWFINDER_VIDEO_I422: isFullRange ? .i422FullRange : .i422VideoRange
      case CVIEWFINDER_VIDEO_I444: isFullRange ? .i444FullRange : .i444VideoRange
      case CVIEWFINDER_VIDEO_NV12: isFullRange ? .nv12FullRange : .nv12VideoRange
      case CVIEWFINDER_VIDEO_RGB: .rgb
      case CVIEWFINDER_VIDEO_RGBA: .rgba
      case CVIEWFINDER_VIDEO_BGRA: .bgra
      default: .gray
      }
    }

    private static func matrix(_ number: Int32) -> YCbCrMatrix? {
      switch number {
      case CVIEWFINDER_VIDEO_BT601: .bt601
      case CVIEWFINDER_VIDEO_BT709: .bt709
      case CVIEWFINDER_VIDEO_BT2020: .bt2020
      default: nil
      }
    }
  }

  extension PixelFormat {
    /// The number by which CViewfinderFFmpeg knows the layout.
    var videoLayout: Int32 {
      switch self {
      case .i420VideoRange, .i420FullRange: CVIEWFINDER_VIDEO_I420
      case .i422VideoRange, .i422FullRange: CVIEWFINDER_VIDEO_I422
      case .i444VideoRange, .i444FullRange: CVIEWFINDER_VIDEO_I444
      case .nv12VideoRange, .nv12FullRange: CVIEWFINDER_VIDEO_NV12
      case .gray: CVIEWFINDER_VIDEO_GRAY
      case .rgb: CVIEWFINDER_VIDEO_RGB
      case .rgba: CVIEWFINDER_VIDEO_RGBA
      case .bgra: CVIEWFINDER_VIDEO_BGRA
      }
    }
  }

  extension YCbCrMatrix {
    /// The number by which CViewfinderFFmpeg knows the matrix.
    var videoNumber: Int32 {
      switch self {
      case .bt601: CVIEWFINDER_VIDEO_BT601
      case .bt709: CVIEWFINDER_VIDEO_BT709
      case .bt2020: CVIEWFINDER_VIDEO_BT2020
      }
    }
  }
#endif
