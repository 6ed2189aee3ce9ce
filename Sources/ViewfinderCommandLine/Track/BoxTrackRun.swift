internal import Viewfinder
internal import ViewfinderEvaluation
internal import ViewfinderSystem

/// Tracks the boxes of a MOTChallenge file.
struct BoxTrackRun {
  /// The most frames, with and without boxes.
  private static let maximumFrameCount = 5_000_000
  /// How many frames go by between two looks at the user.
  private static let interruptInterval = 256

  private let options: BoxTrackOptions
  private let context: Context

  init(_ options: BoxTrackOptions, in context: Context) {
    self.options = options
    self.context = context
  }

  func run() throws(CommandFailure) -> ExitCode {
    let frames: [Int: [BoxDetection]]
    let motions: [Int: CameraMotion]
    do throws(ViewfinderError) {
      motions = try readMotions()
      frames = try readDetections()
    } catch {
      throw .problem(error)
    }
    guard let last = frames.keys.max() else { return .success }
    if let path = options.cameraMotion { try check(motions, of: path, for: 1...last) }
    context.environment.catchInterrupts()
    var tracker = BoxTracker()
    for number in 1...last {
      if number % Self.interruptInterval == 0, context.environment.isInterrupted() {
        return .interrupted
      }
      do throws(ViewfinderError) {
        try tracker.update(
          frames[number] ?? [], at: .seconds(Double(number) / options.frameRate),
          cameraMotion: motions[number - 1])
      } catch {
        throw .problem(
          ViewfinderError(
            error.code == .invalidArgument ? .invalidAnnotations : error.code,
            subject: "\(options.detections): frame \(number)", found: error.found,
            expected: error.expected, cause: error))
      }
      // MOTChallenge counts tracks from 1.
      let rows = tracker.tracks.map { track in
        TrackRow(
          frameNumber: number, trackID: track.id + 1, box: track.box.roundedToHundredths,
          score: (Double(track.confidence) * 10_000).rounded() / 10_000)
      }
      try context.print(TrackFile(rows).text)
    }
    return .success
  }

  /// Motions that belong to none of the frames are those of another video, or counted otherwise;
  /// those that no camera makes are passed over, and that is said.
  private func check(
    _ motions: [Int: CameraMotion], of path: String, for frames: ClosedRange<Int>
  ) throws(CommandFailure) {
    let used = motions.filter { frames.contains($0.key + 1) }
    guard !used.isEmpty else {
      let found =
        motions.keys.min().flatMap { first in
          motions.keys.max().map { "motions for the frames \(first) through \($0), from 0" }
        } ?? "no motions"
      throw .problem(
        ViewfinderError(
          .invalidAnnotations, subject: path, found: found,
          expected: "some for the frames \(frames.lowerBound - 1) through \(frames.upperBound - 1)",
          remedy: "Give the motions of the video that the detections are of."))
    }
    let broken = used.filter { !$0.value.isPlausible }
    guard let first = broken.keys.min() else { return }
    guard broken.count < used.count else {
      throw .problem(
        ViewfinderError(
          .invalidAnnotations, subject: path,
          found: "no motion that a camera can make: all lengths shrink or grow fivefold",
          expected: "lines of 'xx xy dx yx yy dy', as '1 0 0 0 1 0' where nothing moves"))
    }
    context.warn(
      TextLayout.printable(path),
      "\(broken.count) of \(used.count) motions make lengths less than a fifth or more than five "
        + "times as large and count as unknown; the first is that of frame \(first)")
  }

  private func readMotions() throws(ViewfinderError) -> [Int: CameraMotion] {
    guard let path = options.cameraMotion else { return [:] }
    let file = try CameraMotionFile(text: try InputText.read(path), name: path)
    return file.rows.mapValues { row in
      CameraMotion(
        xx: row.x.x, xy: row.x.y, dx: row.x.z, yx: row.y.x, yy: row.y.y, dy: row.y.z)
    }
  }

  /// The detections by the number of their frame.
  private func readDetections() throws(ViewfinderError) -> [Int: [BoxDetection]] {
    let path = options.detections
    let file = try TrackFile(text: try InputText.read(path), name: path)
    var frames: [Int: [BoxDetection]] = [:]
    for row in file.rows {
      // Many files have -1 for boxes of no kind.
      let kind = row.categoryID >= 0 ? row.categoryID : nil
      frames[row.frameNumber, default: []].append(
        BoxDetection(box: row.box, confidence: Float(row.score), classIndex: kind))
    }
    guard let first = frames.keys.min(), let last = frames.keys.max() else { return [:] }
    guard first >= 1, last <= Self.maximumFrameCount else {
      throw ViewfinderError(
        .invalidAnnotations, subject: path, found: "a frame number \(first < 1 ? first : last)",
        expected: "numbers from 1 through \(Self.maximumFrameCount)",
        remedy: first == 0 ? "Add 1 to each: MOTChallenge counts frames from 1." : "")
    }
    // The tracker would take coordinates from 0 to 1 for boxes that are too small to see.
    guard file.rows.contains(where: { max($0.box.width, $0.box.height) >= 1 }) else {
      throw ViewfinderError(
        .invalidAnnotations, subject: path, found: "only boxes that are smaller than a pixel",
        expected: "boxes in pixels of the video",
        remedy: "Multiply x and width by the video's width, y and height by its height.")
    }
    return frames
  }
}

/// Reads text files whole.
private enum InputText {
  private static let limit = TrackFile.maximumByteCount

  /// The bytes of a file, or with `-` those on standard input.
  static func read(_ path: String) throws(ViewfinderError) -> [UInt8] {
    if FileSystem.kind(of: path) == .folder {
      throw ViewfinderError(
        .invalidAnnotations, subject: path, found: "a folder", expected: "a file")
    }
    do throws(SystemError) {
      return path == "-"
        ? try Descriptor.bytes(
          Descriptor.standardInput, name: path, limit: limit, goesOn: Interruption.isNotRequested)
        : try SystemFile.streamed(path, limit: limit, goesOn: Interruption.isNotRequested)
    } catch {
      if case .tooLarge = error.cause {
        throw ViewfinderError(.tooLarge, subject: path, found: "more than \(limit) bytes")
      }
      throw ViewfinderError(.notFound, subject: path, found: error.clause)
    }
  }
}
