public import ViewfinderCore
public import ViewfinderPixels
internal import ViewfinderSystem

/// Reads a video frame by frame: a file, a pipe or a camera.
///
/// ```swift
/// let video = try VideoReader(path: "street.mp4")
/// for try await frame in video {
///   print(frame.time ?? .zero, try await detector.objects(in: frame).count)
/// }
/// ```
///
/// Any container and codec that the installed FFmpeg reads will do; the format is found by content,
/// never by name. Frames are the decoder's own planes: 8-bit 4:2:0, 4:2:2, 4:4:4, NV12, gray and
/// packed RGB are lent without a copy. 10 bits and more, and rarer kinds, are converted to one of
/// these by FFmpeg; kinds that it cannot convert are refused by name. Of several pictures in one
/// file the default one is read, else the largest; cover art does not count.
///
/// A file that is damaged or ends early gives every frame that can be decoded, and *then* throws
/// `invalidVideo`: when that error comes out of ``next()``, all frames there are have been seen.
///
/// Only the file itself is read: playlists and references to other files or addresses lead nowhere.
///
/// A reader may be used from many threads; each frame goes to one of them.
public final class VideoReader: Sendable {
  /// What the video says about itself.
  public let header: VideoHeader

  /// What errors call the video.
  public let name: String

  /// Whether frames come from a camera, at its pace.
  public let isCamera: Bool

  let source: any VideoSource
  /// One call at a time decodes.
  let turn = SerialValue(())
  /// The file's identity, so that a writer can refuse to overwrite what is read.
  let identity: FileIdentity?
  /// Where a writer may find the sound.
  let soundPath: String?

  private init(
    _ input: VideoInput,
    name: String,
    identity: FileIdentity?,
    soundPath: String?,
    options: Options
  ) throws(ViewfinderError) {
    source = try VideoBackend.open(input, name: name, options: options)
    isCamera = if case .camera = input { true } else { false }
    header = source.header
    self.name = name
    self.identity = identity
    self.soundPath = soundPath
  }

  /// Opens a file or a named pipe, and reads its header.
  ///
  /// - Parameters:
  ///   - path: The path of a video file.
  ///   - options: Threads, limits and the time to wait.
  /// - Throws: `notFound` when the file cannot be read, `invalidVideo` for bytes that are not a video
  ///   or a broken one, `unsupportedVideo` for kinds that cannot be decoded and files without
  ///   pictures, `tooLarge` over the limits, `unavailable` where videos cannot be decoded at all.
  public convenience init(path: String, options: Options = Options()) throws(ViewfinderError) {
    try VideoBackend.prepare()
    let file = try VideoFile.open(path: path)
    try self.init(
      .file(file),
      name: path,
      identity: file.identity,
      soundPath: path,
      options: options
    )
  }

  /// Opens what a file descriptor gives, such as standard input (0).
  ///
  /// Formats that keep their index at the end, such as most MP4 files, cannot be read from a pipe.
  ///
  /// - Parameters:
  ///   - descriptor: An open file or pipe; it stays open, and may be closed at once.
  ///   - name: What errors call it.
  ///   - options: Threads, limits and the time to wait.
  /// - Throws: As for files.
  public convenience init(
    descriptor: Int32,
    name: String,
    options: Options = Options()
  ) throws(ViewfinderError) {
    try VideoBackend.prepare()
    let file = try VideoFile.duplicate(descriptor, name: name)
    try self.init(
      .file(file),
      name: name,
      identity: file.identity,
      soundPath: nil,
      options: options
    )
  }

  /// Opens a camera.
  ///
  /// - Parameters:
  ///   - camera: The path of its device, such as `/dev/video0`.
  ///   - mode: The size and frame rate to ask for.
  ///   - options: Threads, limits and the time to wait.
  /// - Throws: `notFound` when the device cannot be opened or is no camera; otherwise as for files.
  public convenience init(
    camera: String,
    mode: CameraMode = CameraMode(),
    options: Options = Options()
  ) throws(ViewfinderError) {
    try VideoBackend.prepare()
    try VideoFile.checkCamera(path: camera)
    try self.init(
      .camera(path: camera, mode: mode),
      name: camera,
      identity: nil,
      soundPath: nil,
      options: options
    )
  }

  /// Whether this build and this machine can decode videos.
  ///
  /// False without the package trait `Video`, and where FFmpeg's libraries are not installed.
  public static var isAvailable: Bool {
    do {
      try VideoBackend.prepare()
      return true
    } catch {
      return false
    }
  }

  /// Does now what the first video would do otherwise: loads FFmpeg's libraries.
  ///
  /// - Throws: `unavailable` when this build or this machine cannot decode videos.
  public static func prepare() throws(ViewfinderError) {
    try VideoBackend.prepare()
  }

  /// Decodes the next frame.
  ///
  /// Its pixels are the decoder's own, not copied, which live as long as the image: frames that wait
  /// hold memory that the decoder would use again, so keep few of them.
  ///
  /// - Returns: The frame with its ``InputImage/time``, counted from the start of the video and rising
  ///   from frame to frame, by steps that differ where the frame rate varies; nil after the last one.
  /// - Throws: `invalidVideo` after the last frame of a video that is damaged or cut short, once;
  ///   `unsupportedVideo`, `tooLarge` or `timedOut` where a frame cannot be had, `cancelled` after
  ///   ``cancel()``. Behind each of them there are no frames.
  public func next() throws(ViewfinderError) -> InputImage? {
    try turn.use { (_) throws(ViewfinderError) in try source.next() }
  }

  /// Ends reading: a call of ``next()`` that waits, and those that follow, throw `cancelled`.
  public func cancel() {
    source.cancel()
  }
}
