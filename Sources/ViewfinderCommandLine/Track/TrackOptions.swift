/// The options of `viewfinder track`, read and checked.
package struct TrackOptions: Sendable {
  /// How results are written.
  package enum Format: String, CaseIterable, Sendable {
    case table
    case json
    case mot
  }

  /// Where frames or boxes come from.
  package enum Source: Sendable {
    case videos([String])
    case camera(String)
    case boxes(BoxTrackOptions)
  }

  package var source: Source
  package var detector: DetectorOptions
  package var format: Format
  /// The frames from one detection to the next; `nil` for what suits the source.
  package var detectEvery: Int?
  package var threads: Int?
  /// The video, or for several the folder, that copies with drawings go to.
  package var annotate: String?
  package var isRecursive: Bool
  package var showsTimings: Bool
  package var isQuiet: Bool

  /// Reads the arguments.
  package init(_ arguments: ParsedArguments) throws(UsageError) {
    source = try Self.source(arguments)
    detector = try DetectorOptions(selecting: arguments)
    format = try Self.format(arguments)
    detectEvery = try arguments.integer(Self.detectEveryOption, in: 1...100_000)
    threads = try arguments.integer(PhotoOptions.threadsOption, in: 1...256)
    annotate = try arguments.string(Self.annotateOption)
    isRecursive = arguments.has(PhotoOptions.recursiveOption)
    showsTimings = arguments.has(PhotoOptions.timingsOption)
    isQuiet = arguments.has(PhotoOptions.quietOption)
    if case .boxes = source {
      try checkBoxes(arguments)
      return
    }
    for option in [Self.fpsOption, Self.cameraMotionOption] where arguments.has(option) {
      throw UsageError("'\(option.spelling)' goes with '--detections': videos tell it themselves")
    }
    try detector.checkModels(arguments)
    try HostedModel.checkUpdate(arguments, of: [detector.path, detector.classifier.model])
    try checkResults()
  }

  private static func source(_ arguments: ParsedArguments) throws(UsageError) -> Source {
    let camera = try arguments.string(cameraOption)
    let detections = try arguments.string(detectionsOption)
    let videos = arguments.operands
    if [!videos.isEmpty, camera != nil, detections != nil].count(where: { $0 }) > 1 {
      throw UsageError("videos, '--camera' and '--detections' exclude each other")
    }
    if let camera { return .camera(camera) }
    if let detections {
      if detections == "-", try arguments.string(cameraMotionOption) == "-" {
        throw UsageError("standard input can be read only once")
      }
      return .boxes(
        BoxTrackOptions(
          detections: detections,
          frameRate: try arguments.number(fpsOption, in: 0.01...10_000)
            ?? BoxTrackOptions.defaultFrameRate,
          cameraMotion: try arguments.string(cameraMotionOption)))
    }
    if videos.isEmpty {
      throw UsageError("VIDEO is missing: name one, '--camera' or '--detections'")
    }
    if InputExpander.claimsInputTwice(videos) {
      throw UsageError("standard input can be read only once")
    }
    return .videos(videos)
  }

  private static func format(_ arguments: ParsedArguments) throws(UsageError) -> Format {
    let named = try arguments.choice(formatOption).flatMap(Format.init)
    guard arguments.has(PhotoOptions.jsonOption) else { return named ?? .table }
    if let named, named != .json {
      throw UsageError("'--json' and '--format \(named.rawValue)' exclude each other")
    }
    return .json
  }

  /// Refuses what has no meaning for boxes alone.
  private func checkBoxes(_ arguments: ParsedArguments) throws(UsageError) {
    let own = [
      Self.detectionsOption, Self.fpsOption, Self.cameraMotionOption, Self.formatOption,
      PhotoOptions.quietOption, PhotoOptions.jsonOption,
    ].map(\.name)
    for option in Self.groups.flatMap(\.options)
    where arguments.has(option) && !own.contains(option.name) {
      throw UsageError(
        "'\(option.spelling)' has no effect on '--detections', which needs no video and no model")
    }
    if format == .json || arguments.has(Self.formatOption) && format != .mot {
      throw UsageError("'--detections' gives MOTChallenge text: use '--format mot', or no format")
    }
  }

  private func checkResults() throws(UsageError) {
    if format == .mot, showsTimings {
      throw UsageError("MOT text has no place for '--timings': leave it out, or use '--json'")
    }
    guard let annotate else { return }
    if annotate == "-" || annotate.hasPrefix("/dev/") {
      throw UsageError(
        "'--annotate' needs a file: the head of an MP4 is written last, which a pipe does not"
          + " allow; name one, such as 'out.mp4'")
    }
    let name = annotate.split(separator: "/").last ?? ""
    let isVideo = Self.isVideo(annotate)
    if !isVideo, name.contains("."), name != ".", name != "..", !annotate.hasSuffix("/"),
      FileSystem.kind(of: annotate) != .folder
    {
      throw UsageError(
        "'--annotate' writes MP4: name a file that ends in .mp4, or a folder, not '\(annotate)'")
    }
  }

  /// Whether a path names a video that can be written, rather than a folder.
  static func isVideo(_ path: String) -> Bool {
    let name = path.lowercased()
    return (name.hasSuffix(".mp4") || name.hasSuffix(".m4v"))
      && FileSystem.kind(of: path) != .folder
  }
}
