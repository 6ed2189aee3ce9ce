/// The boxes that are tracked without a video.
package struct BoxTrackOptions: Sendable {
  /// The frames per second that are assumed.
  package static let defaultFrameRate = 30.0

  /// A file of detections, or `-`.
  package var detections: String
  package var frameRate = Self.defaultFrameRate
  /// A file that says how the camera moved.
  package var cameraMotion: String?

  package init(
    detections: String, frameRate: Double = Self.defaultFrameRate, cameraMotion: String? = nil
  ) {
    self.detections = detections
    self.frameRate = frameRate
    self.cameraMotion = cameraMotion
  }
}
