public import ViewfinderCore

/// A video's true tracks and those that a tracker reported.
public struct TrackingSequence: Hashable, Sendable {
  /// The most boxes that either side may have in one frame: 1,000.
  public static let maximumBoxesPerFrame = 1000
  /// The largest number that a coordinate or a side may have, up or down: 10⁹ pixels.
  public static let maximumCoordinate = 1e9

  /// The name in errors and tables.
  public let name: String
  /// The true tracks.
  public let truth: [TrackRow]
  /// The reported tracks.
  public let tracks: [TrackRow]

  /// Checks and keeps the rows of a video, in any order of frames.
  ///
  /// - Parameters:
  ///   - name: The name in errors and tables.
  ///   - frameCount: The number of frames of the video; `nil` does not check it.
  ///   - truth: The true tracks.
  ///   - tracks: The reported tracks.
  /// - Throws: `invalidAnnotations` naming the first frame that is below 1 or beyond the video, or
  ///   that has a track twice or a number that is not finite or too large; `tooLarge` for a frame
  ///   with more than ``maximumBoxesPerFrame`` boxes or more than `TrackFile.maximumRowCount` rows.
  /// - Complexity: O(*n* log *n*) in the number of rows, whatever the frames' numbers.
  public init(
    name: String, frameCount: Int? = nil, truth: [TrackRow], tracks: [TrackRow]
  ) throws(ViewfinderError) {
    self.name = name
    self.truth = try Self.sorted(truth, frameCount: frameCount, name: "\(name): truth")
    self.tracks = try Self.sorted(tracks, frameCount: frameCount, name: "\(name): tracks")
  }

  /// Reads a video's true and reported tracks from MOTChallenge files.
  ///
  /// - Parameters:
  ///   - truth: The path of the true tracks (`gt.txt`).
  ///   - tracks: The path of the reported tracks.
  ///   - information: The path of the video's `seqinfo.ini`, whose number of frames is checked;
  ///     `nil` does without.
  ///   - name: The name in errors and tables; `nil` takes the path of the reported tracks.
  /// - Throws: What ``TrackFile/init(contentsOf:)``, ``TrackSequenceInfo/init(contentsOf:)`` and
  ///   ``init(name:frameCount:truth:tracks:)`` throw.
  public init(
    contentsOf truth: String, tracks: String, information: String? = nil, name: String? = nil
  ) throws(ViewfinderError) {
    var frameCount: Int?
    if let information {
      frameCount = try TrackSequenceInfo(contentsOf: information).frameCount
    }
    try self.init(
      name: name ?? tracks, frameCount: frameCount, truth: try TrackFile(contentsOf: truth).rows,
      tracks: try TrackFile(contentsOf: tracks).rows)
  }

  /// The rows by frame; those of one frame keep their order, which decides between equals.
  private static func sorted(
    _ rows: [TrackRow], frameCount: Int?, name: String
  ) throws(ViewfinderError) -> [TrackRow] {
    guard rows.count <= TrackFile.maximumRowCount else {
      throw ViewfinderError(
        .tooLarge, subject: name, found: "\(rows.count) rows",
        expected: "at most \(TrackFile.maximumRowCount)")
    }
    let order = rows.indices.sorted {
      rows[$0].frameNumber != rows[$1].frameNumber
        ? rows[$0].frameNumber < rows[$1].frameNumber : $0 < $1
    }
    let result = order.map { rows[$0] }
    var trackIDs = Set<Int>()
    var current: Int?
    for row in result {
      func place() -> String { "\(name), frame \(row.frameNumber)" }
      if row.frameNumber != current {
        guard row.frameNumber >= 1, row.frameNumber <= frameCount ?? .max else {
          throw .annotations(
            place(), "a frame of this number",
            expected: frameCount.map { "1 through \($0)" } ?? "1 or more")
        }
        trackIDs.removeAll(keepingCapacity: true)
        current = row.frameNumber
      }
      guard trackIDs.insert(row.trackID).inserted else {
        throw .annotations(
          place(), "the track \(row.trackID) twice", expected: "each track once a frame")
      }
      guard trackIDs.count <= maximumBoxesPerFrame else {
        throw ViewfinderError(
          .tooLarge, subject: place(), found: "more than \(maximumBoxesPerFrame) boxes")
      }
      let box = row.box
      // Negative sides are allowed: such boxes overlap nothing.
      for number in [box.x, box.y, box.width, box.height]
      where !(abs(number) <= maximumCoordinate) {
        throw .annotations(
          place(), "the number \(number) in a box", expected: "at most \(maximumCoordinate)")
      }
      guard row.score.isFinite else {
        throw .annotations(place(), "the score \(row.score)", expected: "a finite number")
      }
    }
    return result
  }
}
