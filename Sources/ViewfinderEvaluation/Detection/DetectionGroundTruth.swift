public import ViewfinderCore

/// The images, categories and objects of a data set that detections are judged by.
public struct DetectionGroundTruth: Hashable, Sendable {
  /// The images, in rising order of their numbers.
  public let images: [GroundTruthImage]
  /// The categories, in rising order of their numbers.
  public let categories: [GroundTruthCategory]
  /// The objects, in the order given.
  public let objects: [GroundTruthObject]

  /// Checks and keeps a data set.
  ///
  /// - Throws: `invalidAnnotations` naming the first entry that repeats a number, refers to an
  ///   image or a category that is not there, or has a box that is negative or not finite.
  /// - Complexity: O(*n* log *n*) in the number of entries.
  public init(
    images: [GroundTruthImage], categories: [GroundTruthCategory], objects: [GroundTruthObject]
  ) throws(ViewfinderError) {
    try self.init(images: images, categories: categories, objects: objects, name: "ground truth")
  }

  /// Checks and keeps objects, with the images and categories that they refer to.
  ///
  /// Name the images yourself when some have no object: results in them are wrong ones, and results in
  /// an image that is not known are an error.
  ///
  /// - Throws: `invalidAnnotations` naming the first object with a box that is negative or not finite.
  /// - Complexity: O(*n* log *n*) in the number of objects.
  public init(objects: [GroundTruthObject]) throws(ViewfinderError) {
    try self.init(
      images: Set(objects.map(\.imageID)).map { GroundTruthImage(id: $0) },
      categories: Set(objects.map(\.categoryID)).map {
        GroundTruthCategory(id: $0, name: "\($0)")
      },
      objects: objects)
  }

  init(
    images: [GroundTruthImage], categories: [GroundTruthCategory], objects: [GroundTruthObject],
    name: String
  ) throws(ViewfinderError) {
    var imageIDs = Set<Int>(minimumCapacity: images.count)
    for (index, image) in images.enumerated() {
      let place = "\(name): images[\(index)]"
      guard imageIDs.insert(image.id).inserted else {
        throw .annotations(place, "a second image with the number \(image.id)")
      }
      for side in [image.width, image.height].compactMap(\.self)
      where !(side > 0 && side.isFinite) {
        throw .annotations(place, "a side of \(side) pixels", expected: "a positive number")
      }
    }
    var categoryIDs = Set<Int>(minimumCapacity: categories.count)
    for (index, category) in categories.enumerated()
    where !categoryIDs.insert(category.id).inserted {
      throw .annotations(
        "\(name): categories[\(index)]", "a second category with the number \(category.id)")
    }
    for (index, object) in objects.enumerated() {
      func place() -> String { "\(name): annotations[\(index)]" }
      guard imageIDs.contains(object.imageID) else {
        throw .annotations(
          place(), "image_id \(object.imageID)", expected: "the number of one of the images")
      }
      guard categoryIDs.contains(object.categoryID) else {
        throw .annotations(
          place(), "category_id \(object.categoryID)",
          expected: "the number of one of the categories")
      }
      try object.box.checkForEvaluation(place())
      guard object.area >= 0 && object.area.isFinite else {
        throw .annotations(
          place(), "an area of \(object.area)", expected: "a number that is not negative")
      }
    }
    self.images = images.sorted { $0.id < $1.id }
    self.categories = categories.sorted { $0.id < $1.id }
    self.objects = objects
  }
}

extension Box {
  /// Refuses boxes that no overlap can be computed for.
  func checkForEvaluation(_ place: @autoclosure () -> String) throws(ViewfinderError) {
    guard
      width >= 0, height >= 0, x.isFinite, y.isFinite, maxX.isFinite, maxY.isFinite,
      (width * height).isFinite
    else {
      throw .annotations(
        place(), "the box x \(x), y \(y), width \(width), height \(height)",
        expected: "finite numbers and sides that are not negative")
    }
  }
}
