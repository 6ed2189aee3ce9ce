/// What an ``MLImage`` was made from.
public struct MLImageSourceType: RawRepresentable, Hashable, Sendable {
  /// The number, as in ML Kit.
  public let rawValue: Int

  /// Creates a type from its number.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// A `UIImage`.
  public static let image = MLImageSourceType(rawValue: 0)
  /// A `CVPixelBuffer`.
  public static let pixelBuffer = MLImageSourceType(rawValue: 1)
  /// A `CMSampleBuffer`.
  public static let sampleBuffer = MLImageSourceType(rawValue: 2)
}
