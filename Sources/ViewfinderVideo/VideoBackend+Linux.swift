#if Video && os(Linux)
  internal import CViewfinderFFmpeg
  internal import ViewfinderCore

  // Videos through FFmpeg's libraries, which the C module CViewfinderFFmpeg loads.
  extension VideoBackend {
    /// Why the libraries could not be loaded; nil when they are.
    private static let startFailure: (status: Int32, reason: String)? = {
      var message = FFmpegMessage()
      let status = unsafe message.filled { unsafe cviewfinder_video_start($0) }
      return status == CVIEWFINDER_VIDEO_OK ? nil : (status, message.text)
    }()

    static func prepare() throws(ViewfinderError) {
      guard let (status, reason) = startFailure else { return }
      let packages = unsafe String(cString: cviewfinder_video_packages())
      let wasBuiltWithout = status == CVIEWFINDER_VIDEO_NO_HEADERS
      throw ViewfinderError(
        .unavailable,
        found: wasBuiltWithout
          ? "this build of Viewfinder has no videos (\(reason))"
          : "FFmpeg's libraries cannot be used (\(reason))",
        expected: wasBuiltWithout
          ? "a build with FFmpeg's headers" : "the versions that this build was made with",
        remedy: "Install them; on Debian and Ubuntu: apt-get install \(packages)"
          + (wasBuiltWithout ? ", then build anew from clean." : ".")
      )
    }

    static func open(
      _ input: VideoInput,
      name: String,
      options: VideoReader.Options
    ) throws(ViewfinderError) -> any VideoSource {
      try FFmpegSource(input, name: name, options: options)
    }

    static func create(_ output: VideoOutput) throws(ViewfinderError) -> any VideoSink {
      try FFmpegSink(output)
    }
  }

  /// Room for a message from C.
  struct FFmpegMessage {
    private var bytes = [CChar](repeating: 0, count: Int(CVIEWFINDER_VIDEO_MESSAGE_CAPACITY))

    /// Calls `body` with the room, and gives what it returns.
    mutating func filled(_ body: (UnsafeMutablePointer<CChar>) -> Int32) -> Int32 {
      unsafe bytes.withUnsafeMutableBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return CVIEWFINDER_VIDEO_FAILED }
        return unsafe body(base)
      }
    }

    /// The message on one line, without the end of a character that was cut.
    var text: String {
      let units = bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      return String(decoding: units, as: UTF8.self)
        .split(whereSeparator: \.isNewline).joined(separator: " ")
    }
  }
#endif
