public import ViewfinderCore

/// An object that is known to be in an image.
public struct GroundTruthObject: Hashable, Sendable {
  /// The image it is in.
  public var imageID: Int
  /// The kind of object.
  public var categoryID: Int
  /// Where it is, in pixels of the image.
  public var box: Box
  /// The area in square pixels that decides between small, medium and large.
  ///
  /// In COCO this is the area of the object's outline, which is smaller than its box.
  public var area: Double
  /// Whether this is a crowd: a region whose objects were not drawn one by one.
  ///
  /// A crowd need not be found, and results inside it are not counted as wrong.
  public var isCrowd: Bool

  /// Creates an object; without an area it has that of its box.
  public init(
    imageID: Int, categoryID: Int, box: Box, area: Double? = nil, isCrowd: Bool = false
  ) {
    self.imageID = imageID
    self.categoryID = categoryID
    self.box = box
    self.area = area ?? box.width * box.height
    self.isCrowd = isCrowd
  }
}
