/// What kind of images a detector is given.
public struct ObjectDetectorMode: RawRepresentable, Hashable, Sendable {
  /// The number, as in ML Kit.
  public let rawValue: Int

  /// Creates a mode from its number.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Unrelated still images: full accuracy, and no tracking.
  public static let singleImage = ObjectDetectorMode(rawValue: 0)
  /// The frames of a video or camera, in order: objects keep their tracking IDs.
  public static let stream = ObjectDetectorMode(rawValue: 1)
}
