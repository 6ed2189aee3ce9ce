/// An image of a data set with known objects.
public struct GroundTruthImage: Hashable, Sendable {
  /// The number that objects and results refer to.
  public var id: Int
  /// The name of the image's file, if the data set tells.
  public var fileName: String?
  /// The width in pixels, if the data set tells.
  public var width: Double?
  /// The height in pixels, if the data set tells.
  public var height: Double?

  /// Creates an image.
  public init(id: Int, fileName: String? = nil, width: Double? = nil, height: Double? = nil) {
    self.id = id
    self.fileName = fileName
    self.width = width
    self.height = height
  }
}
