internal import Viewfinder
internal import ViewfinderSystem

/// Draws the tracks of a video into a copy of it.
struct TrackDrawing {
  /// For how many seconds a trail goes back.
  private static let trailSeconds = 2.0
  /// The most places of a trail.
  private static let trailCount = 240

  private struct Place {
    var time: Double
    var point: BoxAnnotation.Point
  }

  /// Where the copy goes.
  let path: String
  private let writer: VideoWriter
  private let annotator: Annotator
  private var trails: [Int: [Place]] = [:]

  init(
    path: String, of video: VideoReader, annotator: Annotator
  ) throws(ViewfinderError) {
    self.path = path
    self.annotator = annotator
    writer = try VideoWriter(path: path, source: video)
  }

  /// Writes a frame.
  mutating func append(_ frame: InputImage, _ record: TrackRecord) throws(ViewfinderError) {
    for object in record.objects {
      guard let id = object.trackingID else { continue }
      let point = BoxAnnotation.Point(
        x: object.box.x + object.box.width / 2, y: object.box.y + object.box.height / 2)
      trails[id, default: []].append(Place(time: record.time, point: point))
    }
    for (id, trail) in trails {
      let kept = trail.drop { record.time - $0.time > Self.trailSeconds }.suffix(Self.trailCount)
      if kept.count < trail.count { trails[id] = kept.isEmpty ? nil : Array(kept) }
    }
    try writer.append(
      frame, annotations: record.objects.map(annotation), by: annotator)
  }

  private func annotation(_ object: PhotoObject) -> BoxAnnotation {
    BoxAnnotation(
      box: object.box, text: object.labels.first?.shownText ?? "",
      trackingID: object.trackingID,
      trail: object.trackingID.flatMap { trails[$0] }?.map(\.point) ?? [])
  }

  /// Completes the copy.
  func finish() throws(ViewfinderError) {
    try writer.finish()
  }

  /// Leaves no copy.
  func discard() {
    writer.discard()
  }
}

/// The paths that copies of videos go to.
struct TrackDrawingPaths {
  private let target: String
  private let inputs: Set<FileIdentity>
  private var names = DrawingNames()

  /// - Parameters:
  ///   - target: A video, or a folder, which is made where it is missing.
  ///   - sources: All inputs, none of which is overwritten.
  /// - Throws: `cannotWrite` when the folder cannot be made, `unavailable` when no text can be
  ///   drawn.
  init(_ target: String, keeping sources: [Input]) throws(ViewfinderError) {
    self.target = target
    try Annotator.prepare()
    inputs = Set(
      sources.compactMap { input in
        switch input {
        case .file(let path): FileIdentity(path: path)
        case .standardInput: FileIdentity(descriptor: Descriptor.standardInput)
        case .unusable: nil
        }
      })
    if TrackOptions.isVideo(target) { return }
    do throws(SystemError) {
      try Folder.make(target)
    } catch {
      throw ViewfinderError(
        .cannotWrite, subject: target, found: "the folder cannot be made: \(error.clause)")
    }
  }

  /// The path for the next copy.
  ///
  /// - Throws: `cannotWrite` when that is an input.
  mutating func next(for source: String) throws(ViewfinderError) -> String {
    var path = target
    if !TrackOptions.isVideo(target) {
      path = FileSystem.joined(target, names.next(for: source) + ".mp4")
    }
    guard let identity = FileIdentity(path: path), inputs.contains(identity) else {
      return path
    }
    throw ViewfinderError(
      .cannotWrite, subject: path, found: "the file is an input as well",
      expected: "another file", remedy: "Name another file or folder with --annotate.")
  }
}
