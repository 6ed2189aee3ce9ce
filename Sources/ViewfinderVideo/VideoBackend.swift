internal import ViewfinderCore
internal import ViewfinderDrawing
internal import ViewfinderPixels

/// What the platform's video libraries do for ``VideoReader`` and ``VideoWriter``; each platform
/// extends it.
///
/// An implementation has three functions: `prepare`, which fails when there is no library; `open`;
/// and `create`. Linux has them over FFmpeg; on Apple platforms AVFoundation's `AVAssetReader` and
/// `AVAssetWriter` fit the two protocols below.
enum VideoBackend {}

/// Where frames come from.
///
/// Calls are made one at a time, but for `cancel`.
protocol VideoSource: AnyObject, Sendable {
  var header: VideoHeader { get }

  /// The next frame, with its time; nil after the last one of a whole video.
  ///
  /// What is damaged or cut short throws once everything that can be decoded is delivered.
  func next() throws(ViewfinderError) -> InputImage?

  /// Makes a call that runs, and those that follow, throw `cancelled` soon.
  func cancel()
}

/// What a source reads.
enum VideoInput {
  /// An open file or pipe, which the source closes.
  case file(VideoFile)
  /// The device of a camera.
  case camera(path: String, mode: VideoReader.CameraMode)
}

/// Where frames go.
///
/// Calls are made one at a time.
protocol VideoSink: AnyObject, Sendable {
  /// Encodes an image, drawn on once it is upright; times rise from call to call.
  func append(
    _ image: InputImage, at time: Duration, drawing: VideoDrawing?
  ) throws(ViewfinderError)

  /// Completes the file.
  func finish() throws(ViewfinderError)
}

/// What is drawn onto a picture, in pixels of the upright picture.
struct VideoDrawing {
  var annotations: [BoxAnnotation]
  var annotator: Annotator

  /// The same for a picture that is brought to another size; even sides for odd ones are none.
  func scaled(
    from size: PixelSize, to target: PixelSize
  ) -> VideoDrawing {
    if size.width + size.width % 2 == target.width && size.height + size.height % 2 == target.height
    {
      return self
    }
    let x = Double(target.width) / Double(size.width)
    let y = Double(target.height) / Double(size.height)
    var copy = self
    copy.annotations = annotations.map { $0.scaled(x, y) }
    return copy
  }
}

/// What a sink is made for.
struct VideoOutput {
  /// An existing file, to be written over.
  var path: String
  /// Even upright sides in pixels.
  var width: Int
  var height: Int
  var timeBase: VideoTimeBase
  var frameRate: Double?
  var pixelAspectRatio: Double
  var matrix: YCbCrMatrix
  var chromaSiting: ChromaSiting
  var quality: Int
  var threads: Int?
  /// An open video whose sound is copied, which the sink closes.
  var sound: Int32?
}

#if !Video || !os(Linux)
  extension VideoBackend {
    static func prepare() throws(ViewfinderError) {
      throw ViewfinderError(
        .unavailable,
        found: "this build of Viewfinder has no videos",
        expected: "a build for Linux with the package trait Video",
        remedy: "Enable the trait, or hand over frames as pixels."
      )
    }

    static func open(
      _ input: VideoInput,
      name: String,
      options: VideoReader.Options
    ) throws(ViewfinderError) -> any VideoSource {
      try prepare()
      preconditionFailure("Preparing always fails here")
    }

    static func create(_ output: VideoOutput) throws(ViewfinderError) -> any VideoSink {
      try prepare()
      preconditionFailure("Preparing always fails here")
    }
  }
#endif
