/// A width and a height in pixels.
public struct PixelSize: Hashable, Sendable, Codable {
  /// The width in pixels.
  public var width: Int

  /// The height in pixels.
  public var height: Int

  /// Creates a size.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
