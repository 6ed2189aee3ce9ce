public import ViewfinderCore
public import ViewfinderVideo
public import ViewfinderVision

/// A frame of a video and the objects that a tracker follows in it.
public struct TrackedFrame: Sendable {
  /// The frame.
  public let frame: VideoFrame

  /// The most prominent object first; their frames are in pixels of the upright frame.
  public let objects: [DetectedObject]

  /// How long the frame was waited for.
  public let decodingTime: Duration

  /// How long the tracker took.
  public let trackingTime: Duration

  /// Creates a frame with its objects.
  public init(
    frame: VideoFrame, objects: [DetectedObject], decodingTime: Duration = .zero,
    trackingTime: Duration = .zero
  ) {
    self.frame = frame
    self.objects = objects
    self.decodingTime = decodingTime
    self.trackingTime = trackingTime
  }
}

extension Tracker {
  /// Follows the objects into the next frame of a video.
  ///
  /// - Parameter frame: The frame; its presentation time counts.
  /// - Returns: At most `maxObjects` of the detector, the most prominent first. Frames are in pixels
  ///   of the upright frame, other than those of the method that takes pixels.
  /// - Throws: `ViewfinderError` when a model cannot run; the tracks go on with the next frame.
  public func track(_ frame: VideoFrame) throws(ViewfinderError) -> [DetectedObject] {
    let (pixels, orientation) = (frame.pixels, frame.orientation)
    var objects: [DetectedObject] = try track(
      pixels, orientation: orientation, at: frame.presentationTime)
    if orientation == .up { return objects }
    for index in objects.indices {
      objects[index].frame = orientation.upright(
        objects[index].frame, width: pixels.width, height: pixels.height)
    }
    return objects
  }
}
