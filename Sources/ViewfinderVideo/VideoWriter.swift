public import ViewfinderCore
public import ViewfinderDrawing
public import ViewfinderPixels
internal import ViewfinderSystem

/// Writes frames into an MP4 file: H.264 through libx264 where FFmpeg has it, else OpenH264 or
/// MPEG-4.
///
/// ```swift
/// let writer = try VideoWriter(path: "out.mp4", source: video)
/// while let frame = try video.next() { try writer.append(frame) }
/// try writer.finish()
/// ```
///
/// Frames are written upright: each is turned by its orientation, so that what is drawn on upright
/// pixels stands upright, and the file has no display matrix. They keep their times, also at a
/// variable frame rate; the first frame sets the size. Pixels become 4:2:0 of video range with even
/// sides: an odd side repeats its last column or row. Frames of another size are scaled to the first
/// one's. With a source, its time base, pixel shape and sound are kept; sound that MP4 cannot hold
/// is left out.
///
/// Everything goes into a hidden file beside the path, which takes the path's place when
/// ``finish()`` succeeds: a failure, or a writer that is dropped, leaves no file, and one that was
/// there stays as it was.
///
/// A writer may be used from many threads, but frames must come in order.
public final class VideoWriter: Sendable {
  /// How a video is written.
  public struct Options: Hashable, Sendable {
    /// The constant rate factor of x264, 0 (without loss) through 51 (worst); 23 by default.
    public var quality: Int

    /// The encoder's threads; nil for as many as it likes.
    public var threads: Int?

    /// Whether the source's sound is copied.
    public var copiesSound: Bool

    /// Creates options.
    ///
    /// - Precondition: The quality is in 0 through 51, the number of threads in 1 through 64.
    public init(quality: Int = 23, threads: Int? = nil, copiesSound: Bool = true) {
      precondition((0...51).contains(quality), "The quality must be 0 through 51")
      precondition(threads.map { (1...64).contains($0) } ?? true, "Threads must be 1 through 64")
      self.quality = quality
      self.threads = threads
      self.copiesSound = copiesSound
    }
  }

  private enum State {
    case empty
    case open(any VideoSink, last: Duration)
    case ended
  }

  /// The path of the video.
  public let path: String

  private let options: Options
  private let source: VideoReader?
  private let target: PendingFile
  private let state = Mutex(State.empty)
  /// Draws where the caller has no annotator.
  private let annotator = Annotator()

  /// Prepares to write a video; the encoder starts with the first frame.
  ///
  /// - Parameters:
  ///   - path: The path of the video, ending in `.mp4` or `.m4v`.
  ///   - source: The video that the frames come from. It is never overwritten.
  ///   - options: Quality, threads and sound.
  /// - Throws: `invalidArgument` for a name that is not one of an MP4 file, `cannotWrite` when no
  ///   file can be made there, `unavailable` where videos cannot be encoded at all.
  public init(
    path: String,
    source: VideoReader? = nil,
    options: Options = Options()
  ) throws(ViewfinderError) {
    try VideoBackend.prepare()
    try Self.checkName(path)
    self.path = path
    self.source = source
    self.options = options
    target = try PendingFile(path: path, sparing: source?.identity)
  }

  private static func checkName(_ path: String) throws(ViewfinderError) {
    let name = path.lowercased()
    guard !name.hasSuffix(".mp4"), !name.hasSuffix(".m4v") else { return }
    throw ViewfinderError(
      .invalidArgument,
      subject: path,
      found: path == "-" || path.hasPrefix("/dev/")
        ? "a video is finished at its start, which a pipe or device does not allow"
        : "videos are written as MP4 files",
      expected: "a name that ends in .mp4",
      remedy: "Give the path of a file, such as out.mp4."
    )
  }

  /// Writes an image as the next frame.
  ///
  /// Annotations are drawn where the encoder reads: the image itself is neither changed nor copied once
  /// more.
  ///
  /// - Parameters:
  ///   - image: The frame, in any format, with its ``InputImage/time``: later than that of the frame
  ///     before. Times are rounded to the source's time base, without a source to 1/90,000 s.
  ///   - annotations: What to draw, most prominent first.
  ///   - annotator: What draws it; the same one for all frames.
  /// - Throws: `invalidArgument` when the time does not rise, `cannotWrite` when the file cannot be
  ///   written or the frame not be encoded, `unavailable` when there is text and this build or this
  ///   machine cannot draw it.
  /// - Precondition: The image has a time. The writer is neither finished nor discarded, nor has it
  ///   thrown anything but `invalidArgument`.
  public func append(
    _ image: InputImage, annotations: [BoxAnnotation] = [], by annotator: Annotator? = nil
  ) throws(ViewfinderError) {
    guard let time = image.time else {
      preconditionFailure("A frame of a video must have a time: set the image's")
    }
    let drawing =
      annotations.isEmpty
      ? nil : VideoDrawing(annotations: annotations, annotator: annotator ?? self.annotator)
    try state.withLock { state throws(ViewfinderError) in
      do throws(ViewfinderError) {
        let sink: any VideoSink
        switch state {
        case .ended: preconditionFailure("Frames must not follow the end of a video")
        case .open(let open, let last):
          guard time > last else {
            throw ViewfinderError(
              .invalidArgument,
              found: "a frame at \(time) follows one at \(last)",
              expected: "times that rise"
            )
          }
          sink = open
        case .empty:
          sink = try makeSink(for: image)
        }
        try sink.append(image, at: time, drawing: drawing)
        state = .open(sink, last: time)
      } catch {
        if error.code != .invalidArgument {
          state = .ended
          target.discard()
        }
        throw error.about(path)
      }
    }
  }

  private func makeSink(for image: InputImage) throws(ViewfinderError) -> any VideoSink {
    let (pixels, orientation, width, height) = (
      image.pixels, image.orientation, image.width, image.height
    )
    let aspect = source?.header.pixelAspectRatio ?? 1
    return try VideoBackend.create(
      VideoOutput(
        path: target.openPath,
        width: width + width % 2,
        height: height + height % 2,
        timeBase: source?.header.timeBase ?? .standard,
        frameRate: source?.header.frameRate,
        pixelAspectRatio: orientation.swapsSides ? 1 / aspect : aspect,
        matrix: pixels.colorMatrix,
        chromaSiting: pixels.chromaSiting,
        quality: options.quality,
        threads: options.threads,
        sound: options.copiesSound ? openSound() : nil
      )
    )
  }

  /// The source's file opened once more, if it is still the same.
  private func openSound() -> Int32? {
    guard let path = source?.soundPath, let identity = source?.identity,
      let file = try? VideoFile.open(path: path)
    else { return nil }
    guard file.identity == identity else {
      file.close()
      return nil
    }
    return file.descriptor
  }

  /// Completes the video and puts it at its path.
  ///
  /// - Throws: `cannotWrite` when the file cannot be completed or there was no frame; there is no
  ///   new file then.
  /// - Precondition: The writer is neither finished nor discarded, nor has it failed before.
  public func finish() throws(ViewfinderError) {
    try state.withLock { state throws(ViewfinderError) in
      let old = state
      state = .ended
      do throws(ViewfinderError) {
        switch old {
        case .ended: preconditionFailure("A video must be finished once")
        case .empty:
          throw ViewfinderError(
            .cannotWrite,
            found: "there was no frame to write",
            expected: "at least one"
          )
        case .open(let sink, _):
          try sink.finish()
          try target.complete()
        }
      } catch {
        target.discard()
        throw error.about(path)
      }
    }
  }

  /// Throws away what was written.
  ///
  /// A file that was there before stays. After the end, nothing happens.
  public func discard() {
    state.withLock { state in
      if case .ended = state { return }
      state = .ended
      target.discard()
    }
  }
}
