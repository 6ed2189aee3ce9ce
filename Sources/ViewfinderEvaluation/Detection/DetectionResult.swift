public import ViewfinderCore

/// An object that a detector reported in one image of a data set.
public struct DetectionResult: Hashable, Sendable {
  /// The image.
  public var imageID: Int
  /// The kind of object.
  public var categoryID: Int
  /// Where it is, in pixels of the image.
  public var box: Box
  /// How sure the detector is; only the order matters.
  public var score: Double

  /// Creates a result.
  public init(imageID: Int, categoryID: Int, box: Box, score: Double) {
    self.imageID = imageID
    self.categoryID = categoryID
    self.box = box
    self.score = score
  }
}

extension DetectionResult {
  /// Creates the result that an object is.
  ///
  /// - Parameters:
  ///   - object: An object that a detector found.
  ///   - imageID: The number of its image.
  ///   - categoryID: The number of its category; 0 where categories do not matter.
  public init(_ object: DetectedObject, imageID: Int, categoryID: Int = 0) {
    self.init(
      imageID: imageID, categoryID: categoryID, box: object.box,
      score: Double(object.confidence))
  }
}
