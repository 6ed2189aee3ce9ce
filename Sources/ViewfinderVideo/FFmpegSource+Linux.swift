#if Video && os(Linux)
  internal import CViewfinderFFmpeg
  internal import ViewfinderCore
  internal import ViewfinderPixels

  /// A video or camera that FFmpeg decodes.
  @safe
  final class FFmpegSource: VideoSource, @unchecked Sendable {
    // Sendable, although it holds a pointer: its owner makes calls one at a time, and what may come
    // from any thread, cancelling, sets an atomic flag.
    private let reader: OpaquePointer
    private let name: String
    private var frames = 0
    private var message = FFmpegMessage()
    let header: VideoHeader

    init(
      _ input: VideoInput, name: String, options: VideoReader.Options
    ) throws(ViewfinderError) {
      var request = unsafe cviewfinder_video_request()
      unsafe request.descriptor = -1
      unsafe request.threads = Int32(options.threads ?? 0)
      unsafe request.pixels = Int64(options.limits.pixels)
      unsafe request.side = Int32(options.limits.side)
      unsafe request.streams = Int32(options.limits.streams)
      unsafe request.timeout = options.timeout.map(Self.seconds) ?? 0
      var found = cviewfinder_video_header()
      var opened: OpaquePointer?
      var message = FFmpegMessage()
      var start: [UInt8] = []
      let status: Int32
      switch input {
      case .file(let file):
        start = file.start
        unsafe request.descriptor = file.descriptor
        status = unsafe message.filled {
          unsafe cviewfinder_video_open(&request, &opened, &found, $0)
        }
      case .camera(let path, let mode):
        unsafe request.camera_width = Int32(clamping: mode.size?.width ?? 0)
        unsafe request.camera_height = Int32(clamping: mode.size?.height ?? 0)
        unsafe request.camera_rate = Int32(clamping: mode.frameRate ?? 0)
        status = unsafe message.filled { message in
          unsafe path.withCString { path in
            unsafe request.camera = unsafe path
            return unsafe cviewfinder_video_open(&request, &opened, &found, message)
          }
        }
      }
      guard let reader = unsafe opened else {
        let limits = options.limits
        throw Self.error(status, message.text, limits: limits) {
          .notAVideo(start, detail: $0)
        }.about(name)
      }
      unsafe self.reader = unsafe reader
      self.name = name
      header = Self.header(found)
    }

    deinit { unsafe cviewfinder_video_close(reader) }

    func cancel() {
      unsafe cviewfinder_video_cancel(reader)
    }

    func next() throws(ViewfinderError) -> InputImage? {
      var frame = unsafe cviewfinder_video_frame()
      let status = unsafe message.filled { unsafe cviewfinder_video_next(reader, &frame, $0) }
      switch status {
      case CVIEWFINDER_VIDEO_OK:
        frames += 1
        do throws(ViewfinderError) {
          return InputImage(
            unsafe try FFmpegFrame.image(of: frame),
            orientation: ImageOrientation(rawValue: Int(unsafe frame.orientation)) ?? .up,
            time: header.timeBase.duration(ofTicks: unsafe frame.time)
          )
        } catch {
          throw error.about(name)
        }
      case CVIEWFINDER_VIDEO_END: return nil
      default:
        let count = frames
        throw Self.error(status, message.text, limits: nil) {
          status == CVIEWFINDER_VIDEO_CUT_SHORT
            ? .videoCutShort(frames: count, detail: $0) : .videoDamaged(frames: count, detail: $0)
        }.about(name)
      }
    }

    private static func seconds(_ duration: Duration) -> Double {
      let (seconds, attoseconds) = duration.components
      return Double(seconds) + Double(attoseconds) * 1e-18
    }

    private static func header(_ found: cviewfinder_video_header) -> VideoHeader {
      let isTimeBase = found.time_base_numerator > 0 && found.time_base_denominator > 0
      return VideoHeader(
        storedWidth: Int(found.width),
        storedHeight: Int(found.height),
        orientation: ImageOrientation(rawValue: Int(found.orientation)) ?? .up,
        duration: found.duration > 0 && found.duration < 1e12 ? .seconds(found.duration) : nil,
        frameRate: found.frame_rate > 0 ? found.frame_rate : nil,
        frameCount: found.frame_count > 0 ? Int(found.frame_count) : nil,
        isFrameCountStated: found.is_count_exact != 0,
        pixelAspectRatio: found.aspect_numerator > 0
          ? Double(found.aspect_numerator) / Double(found.aspect_denominator) : 1,
        timeBase: isTimeBase
          ? VideoTimeBase(
            numerator: Int(found.time_base_numerator),
            denominator: Int(found.time_base_denominator)) : .standard,
        codec: text(found.codec),
        container: text(found.container),
        pixelFormat: text(found.pixel_format)
      )
    }

    /// The text in an array of C characters.
    private static func text<Characters>(_ characters: Characters) -> String {
      unsafe withUnsafeBytes(of: characters) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
    }
  }

  extension FFmpegSource {
    private static func error(
      _ status: Int32,
      _ detail: String,
      limits: VideoReader.Limits?,
      broken: (String) -> ViewfinderError
    ) -> ViewfinderError {
      let reason = detail.isEmpty ? "" : " (\(detail))"
      switch status {
      case CVIEWFINDER_VIDEO_UNSUPPORTED:
        return ViewfinderError(
          .unsupportedVideo,
          found: "the video cannot be decoded: \(detail)",
          expected: "a codec and a pixel format that FFmpeg decodes",
          remedy: "Convert it, for instance to H.264 with 8 bits."
        )
      case CVIEWFINDER_VIDEO_NO_PICTURES:
        return ViewfinderError(
          .unsupportedVideo,
          found: "the file has no moving pictures, only sound or other data",
          expected: "a video"
        )
      case CVIEWFINDER_VIDEO_TOO_LARGE:
        return ViewfinderError(
          .tooLarge,
          found: "frames have \(detail)",
          expected: limits.map { "at most \($0.pixels) pixels and \($0.side) on a side" }
            ?? "a size within the limits",
          remedy: "Scale the video down; a program that trusts it can raise its DecodeLimits."
        )
      case CVIEWFINDER_VIDEO_CANCELLED:
        return ViewfinderError(.cancelled, found: "reading was cancelled")
      case CVIEWFINDER_VIDEO_TIMED_OUT:
        return ViewfinderError(
          .timedOut,
          found: "no frame came in time\(reason)",
          remedy: "Check where the data comes from, or allow more time."
        )
      case CVIEWFINDER_VIDEO_MISSING:
        let packages = unsafe String(cString: cviewfinder_video_camera_packages())
        return ViewfinderError(
          .unavailable,
          found: "cameras cannot be used\(reason)",
          expected: "FFmpeg's library of devices",
          remedy: "Install it; on Debian and Ubuntu: apt-get install \(packages)."
        )
      case CVIEWFINDER_VIDEO_NO_CAMERA:
        return ViewfinderError(
          .notFound,
          found: "the camera gives no frames\(reason)",
          expected: "a Video4Linux camera that no other program uses",
          remedy: "Check that it is plugged in, and that you may open it."
        )
      case CVIEWFINDER_VIDEO_FAILED:
        return ViewfinderError(.unavailable, found: "the system refused\(reason)")
      default:
        return broken(detail)
      }
    }
  }
#endif
