public import ViewfinderCore

/// One box of one track in one frame of a video: a line of a MOTChallenge file.
public struct TrackRow: Hashable, Sendable {
  /// The frame of the video; the first is 1.
  public var frameNumber: Int
  /// The track; −1 in files of detections, which have no tracks.
  public var trackID: Int
  /// Where the object is, in pixels of the frame.
  public var box: Box
  /// How sure the detector or tracker is; in ground truth, 0 marks a box that does not count.
  public var score: Double
  /// The kind of object; −1 when the file does not say.
  public var categoryID: Int
  /// The share of the object that can be seen, in ground truth; −1 when the file does not say.
  public var visibility: Double

  /// Creates a row.
  public init(
    frameNumber: Int, trackID: Int, box: Box, score: Double = 1, categoryID: Int = -1,
    visibility: Double = -1
  ) {
    self.frameNumber = frameNumber
    self.trackID = trackID
    self.box = box
    self.score = score
    self.categoryID = categoryID
    self.visibility = visibility
  }
}
