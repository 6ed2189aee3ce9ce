#if Video && os(Linux)
  internal import CViewfinderFFmpeg
  internal import ViewfinderCore
  internal import ViewfinderDrawing
  internal import ViewfinderPixels

  /// An MP4 file that FFmpeg encodes.
  @safe
  final class FFmpegSink: VideoSink, @unchecked Sendable {
    // Sendable, although it holds a pointer: its owner makes calls one at a time.
    private let writer: OpaquePointer
    private let timeBase: VideoTimeBase
    private let matrix: YCbCrMatrix
    private var message = FFmpegMessage()

    init(_ output: VideoOutput) throws(ViewfinderError) {
      var settings = unsafe cviewfinder_video_settings()
      let aspect = VideoTimeBase.fraction(output.pixelAspectRatio)
      unsafe settings.width = Int32(output.width)
      unsafe settings.height = Int32(output.height)
      unsafe settings.time_base_numerator = Int32(output.timeBase.numerator)
      unsafe settings.time_base_denominator = Int32(output.timeBase.denominator)
      unsafe settings.frame_rate = output.frameRate ?? 0
      unsafe settings.aspect_numerator = Int32(aspect.numerator)
      unsafe settings.aspect_denominator = Int32(aspect.denominator)
      unsafe settings.matrix = output.matrix.videoNumber
      unsafe settings.is_chroma_centered = output.chromaSiting == .center ? 1 : 0
      unsafe settings.threads = Int32(output.threads ?? 0)
      unsafe settings.quality = Int32(output.quality)
      unsafe settings.sound_descriptor = output.sound ?? -1
      var opened: OpaquePointer?
      var message = FFmpegMessage()
      let status = unsafe message.filled { message in
        unsafe output.path.withCString { path in
          unsafe settings.path = unsafe path
          return unsafe cviewfinder_video_create(&settings, &opened, message)
        }
      }
      guard let writer = unsafe opened else { throw Self.error(status, message.text) }
      unsafe self.writer = unsafe writer
      timeBase = output.timeBase
      matrix = output.matrix
    }

    deinit { unsafe cviewfinder_video_writer_free(writer) }

    func append(
      _ image: InputImage, at time: Duration, drawing: VideoDrawing?
    ) throws(ViewfinderError) {
      let pixels = image.pixels
      var frame = unsafe cviewfinder_video_frame()
      unsafe frame.width = Int32(pixels.width)
      unsafe frame.height = Int32(pixels.height)
      unsafe frame.layout = pixels.format.videoLayout
      unsafe frame.is_full_range = pixels.format.isVideoRange ? 0 : 1
      unsafe frame.matrix = pixels.colorMatrix.videoNumber
      unsafe frame.orientation = Int32(image.orientation.rawValue)
      let strides = pixels.bytesPerRow.map(Int64.init) + [0, 0]
      unsafe frame.strides = (strides[0], strides[1], strides[2])
      var canvas = cviewfinder_video_canvas()
      let status = pixels.withPlanes { (first, second, third) in
        unsafe first.withUnsafeBufferPointer { first in
          unsafe second.withUnsafeBufferPointer { second in
            unsafe third.withUnsafeBufferPointer { third in
              unsafe frame.planes = (first.baseAddress, second.baseAddress, third.baseAddress)
              return unsafe message.filled {
                unsafe cviewfinder_video_fill(writer, &frame, &canvas, $0)
              }
            }
          }
        }
      }
      guard status == CVIEWFINDER_VIDEO_OK else { throw Self.error(status, message.text) }
      if let drawing {
        try draw(
          drawing.scaled(
            from: image.size,
            to: PixelSize(width: Int(canvas.width), height: Int(canvas.height))), canvas)
      }
      let time = timeBase.ticks(in: time)
      let end = unsafe message.filled { unsafe cviewfinder_video_encode(writer, time, $0) }
      guard end == CVIEWFINDER_VIDEO_OK else { throw Self.error(end, message.text) }
    }

    /// Draws onto the encoder's own frame.
    private func draw(
      _ drawing: VideoDrawing, _ canvas: cviewfinder_video_canvas
    ) throws(ViewfinderError) {
      let layout = PictureLayout(
        width: Int(canvas.width),
        height: Int(canvas.height),
        format: .i420VideoRange,
        bytesPerRow: [canvas.strides.0, canvas.strides.1, canvas.strides.2].map(Int.init),
        colorMatrix: matrix
      )
      guard let luma = unsafe canvas.planes.0, let cb = unsafe canvas.planes.1,
        let cr = unsafe canvas.planes.2
      else { return }
      var first = unsafe MutableSpan(_unsafeStart: luma, count: layout.extent(plane: 0))
      var second = unsafe MutableSpan(_unsafeStart: cb, count: layout.extent(plane: 1))
      var third = unsafe MutableSpan(_unsafeStart: cr, count: layout.extent(plane: 2))
      try drawing.annotator.draw(drawing.annotations, layout, &first, &second, &third)
    }

    func finish() throws(ViewfinderError) {
      let status = unsafe message.filled { unsafe cviewfinder_video_finish(writer, $0) }
      guard status == CVIEWFINDER_VIDEO_OK else { throw Self.error(status, message.text) }
    }

    private static func error(_ status: Int32, _ detail: String) -> ViewfinderError {
      guard status != CVIEWFINDER_VIDEO_MISSING else {
        let packages = unsafe String(cString: cviewfinder_video_packages())
        return ViewfinderError(
          .unavailable,
          found: "the installed FFmpeg cannot encode videos",
          expected: detail,
          remedy: "Install FFmpeg as Debian and Ubuntu build it: apt-get install \(packages)."
        )
      }
      return ViewfinderError(
        .cannotWrite,
        found: "the video cannot be written (\(detail.isEmpty ? "no reason is known" : detail))",
        remedy: "Check the room on the disk, or choose another path."
      )
    }
  }

  extension VideoTimeBase {
    /// A fraction near a positive number, with terms that every codec can store.
    fileprivate static func fraction(_ value: Double) -> VideoTimeBase {
      // The fractions of pixel shapes have small terms, such as 12 : 11 or 64 : 45.
      for denominator in 1...255 {
        let numerator = (value * Double(denominator)).rounded()
        if (1...255).contains(numerator), abs(numerator / Double(denominator) / value - 1) < 1e-9 {
          return VideoTimeBase(numerator: Int(numerator), denominator: denominator)
        }
      }
      let numerator = min(max((value * 255).rounded(), 1), 65_535)
      return VideoTimeBase(numerator: Int(numerator), denominator: 255)
    }
  }
#endif
