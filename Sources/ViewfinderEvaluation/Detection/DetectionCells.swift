internal import ViewfinderCore

/// Objects and results, grouped by category and then by image in the order that COCO takes them.
struct DetectionCells {
  /// Where an entry belongs; the order of keys is the order of evaluation.
  private struct Key: Comparable {
    /// The category's place, or 0 for all when categories are not told apart.
    var group: Int
    var image: Int
    /// The category's place; it orders the entries of one image when all are in one group.
    var category: Int
    var index: Int

    static func < (a: Key, b: Key) -> Bool {
      if a.group != b.group { return a.group < b.group }
      if a.image != b.image { return a.image < b.image }
      if a.category != b.category { return a.category < b.category }
      return a.index < b.index
    }
  }

  private var objectKeys: [Key] = []
  private var resultKeys: [Key] = []
  private let objects: [GroundTruthObject]
  private var results: [DetectionResult] = []
  private let images: [Int: Int]
  private let categories: [Int: Int]
  private(set) var unknownCategoryResultCount = 0

  init(groundTruth: DetectionGroundTruth, options: DetectionEvaluation.Options) {
    objects = groundTruth.objects
    var images: [Int: Int] = [:]
    for (index, image) in groundTruth.images.enumerated()
    where options.imageIDs?.contains(image.id) ?? true {
      images[image.id] = index
    }
    var categories: [Int: Int] = [:]
    for (index, category) in groundTruth.categories.enumerated() {
      categories[category.id] = index
    }
    self.images = images
    self.categories = categories
    for (index, object) in objects.enumerated() {
      guard let image = images[object.imageID], let category = categories[object.categoryID]
      else { continue }
      objectKeys.append(
        Key(
          group: options.isClassAgnostic ? 0 : category, image: image, category: category,
          index: index))
    }
    objectKeys.sort()
  }

  /// Adds all results; to be called once.
  mutating func add(
    _ results: [DetectionResult], groundTruth: DetectionGroundTruth,
    options: DetectionEvaluation.Options
  ) throws(ViewfinderError) {
    let known = Set(groundTruth.images.map(\.id))
    resultKeys.reserveCapacity(results.count)
    for (index, result) in results.enumerated() {
      try result.check("results: [\(index)]")
      guard let image = images[result.imageID] else {
        guard !known.contains(result.imageID) else { continue }
        throw .annotations(
          "results: [\(index)]", "image_id \(result.imageID)",
          expected: "the number of an image of the ground truth")
      }
      let category = categories[result.categoryID]
      if category == nil && !options.isClassAgnostic {
        unknownCategoryResultCount += 1
        continue
      }
      let place = category ?? groundTruth.categories.count
      resultKeys.append(
        Key(group: options.isClassAgnostic ? 0 : place, image: image, category: place, index: index)
      )
    }
    resultKeys.sort()
    self.results = results
  }

  /// The matches of each image that has objects or results in one group.
  func matches(
    group: Int, options: DetectionEvaluation.Options
  ) throws(ViewfinderError) -> [DetectionMatches] {
    var object = Self.start(of: group, in: objectKeys)
    var result = Self.start(of: group, in: resultKeys)
    var matches: [DetectionMatches] = []
    while true {
      let objectImage = Self.image(at: object, group: group, in: objectKeys)
      let resultImage = Self.image(at: result, group: group, in: resultKeys)
      guard let image = [objectImage, resultImage].compactMap(\.self).min() else { break }
      var cellObjects: [GroundTruthObject] = []
      while Self.image(at: object, group: group, in: objectKeys) == image {
        cellObjects.append(objects[objectKeys[object].index])
        object += 1
      }
      var cellResults: [DetectionResult] = []
      while Self.image(at: result, group: group, in: resultKeys) == image {
        cellResults.append(results[resultKeys[result].index])
        result += 1
      }
      matches.append(
        try DetectionMatches(objects: cellObjects, results: cellResults, options: options))
    }
    return matches
  }

  private static func image(at place: Int, group: Int, in keys: [Key]) -> Int? {
    place < keys.count && keys[place].group == group ? keys[place].image : nil
  }

  private static func start(of group: Int, in keys: [Key]) -> Int {
    var low = 0
    var high = keys.count
    while low < high {
      let middle = low + (high - low) / 2
      if keys[middle].group < group { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
