/// What kind of images a detector is given.
public enum ObjectDetectorMode: Int, Hashable, Sendable {
  /// Unrelated still images: full accuracy, and no tracking.
  case singleImage = 0
  /// The frames of a video or camera, in order: objects keep their tracking IDs.
  case stream = 1
}
