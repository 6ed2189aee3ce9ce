public import ViewfinderCore
internal import ViewfinderSystem

/// How well the few best detections of an image find its objects, whatever their categories.
///
/// This is the view of someone who asks for the one most prominent object, or for five objects.
/// A detection finds an object when they overlap (IoU) by at least the threshold. Crowds are not
/// objects here, and images without objects are left out. Of an image's objects the *prominent*
/// one has the largest area × exp(−2 d²), with d the distance of its centre from the centre of the
/// image, measured in widths and heights of the image; of equals, the first.
public struct ProminenceEvaluation: Hashable, Sendable {
  /// How many images have an object.
  public let imageCount: Int
  /// How many objects these images have.
  public let objectCount: Int
  /// How many images have an object and a known size, so that there is a prominent object.
  public let sizedImageCount: Int
  /// For every image, the rank of the first detection that finds the prominent object.
  private let prominentRanks: [Int]
  /// For every object, the rank of the first detection that finds it.
  private let objectRanks: [Int]
  private let singleHitCount: Int

  /// Judges results.
  ///
  /// - Parameters:
  ///   - groundTruth: The images and objects.
  ///   - results: What the detector reported, in any order; equal scores keep it.
  ///   - overlapThreshold: The overlap from which an object counts as found.
  ///   - minimumAreaShare: Objects whose box covers less than this share of the image do not count;
  ///     in images of unknown size all do.
  /// - Throws: `invalidAnnotations` naming the first result with an unknown image or a bad box
  ///   or score.
  /// - Precondition: The threshold is above 0 and at most 1.
  /// - Complexity: O(*n* log *n*) to sort the results and O(*d* × *g*) for each image.
  public init(
    groundTruth: DetectionGroundTruth, results: [DetectionResult],
    overlapThreshold: Double = 0.5, minimumAreaShare: Double = 0
  ) throws(ViewfinderError) {
    precondition(
      overlapThreshold > 0 && overlapThreshold <= 1,
      "The overlap threshold must be above 0 and at most 1")
    var objects: [Int: [Box]] = [:]
    var images: [Int: GroundTruthImage] = [:]
    for image in groundTruth.images { images[image.id] = image }
    for object in groundTruth.objects where !object.isCrowd {
      if let area = images[object.imageID]?.area,
        object.box.area < minimumAreaShare * area
      {
        continue
      }
      objects[object.imageID, default: []].append(object.box)
    }
    var detections: [Int: [DetectionResult]] = [:]
    for (index, result) in results.enumerated() {
      try result.check("results: [\(index)]")
      guard images[result.imageID] != nil else {
        throw .annotations(
          "results: [\(index)]", "image_id \(result.imageID)",
          expected: "the number of an image of the ground truth")
      }
      detections[result.imageID, default: []].append(result)
    }
    var prominentRanks: [Int] = []
    var objectRanks: [Int] = []
    var singleHitCount = 0
    for image in groundTruth.images {
      guard let boxes = objects[image.id] else { continue }
      let ranked = (detections[image.id] ?? []).rankedByScore(limit: .max).map(\.box)
      let ranks = boxes.map { box in
        ranked.firstIndex { cocoOverlap($0, box, isCrowd: false) >= overlapThreshold } ?? .max
      }
      objectRanks += ranks
      if ranks.contains(0) { singleHitCount += 1 }
      if let prominent = image.prominent(of: boxes) { prominentRanks.append(ranks[prominent]) }
    }
    imageCount = objects.count
    objectCount = objectRanks.count
    sizedImageCount = prominentRanks.count
    self.prominentRanks = prominentRanks
    self.objectRanks = objectRanks
    self.singleHitCount = singleHitCount
  }

  /// The share of images whose best detection finds any object; `nil` without images.
  public var singleObjectAccuracy: Double? {
    imageCount > 0 ? Double(singleHitCount) / Double(imageCount) : nil
  }

  /// The share of images whose prominent object is among the best `count` detections' finds.
  ///
  /// `nil` without images of known size. The value for 1 is the accuracy of the single object when
  /// only the prominent one counts.
  ///
  /// - Complexity: O(*n*) in the number of images.
  public func prominentRecall(at count: Int) -> Double? {
    Self.share(of: prominentRanks, below: count)
  }

  /// The share of all objects that the best `count` detections of their images find.
  ///
  /// `nil` without objects.
  ///
  /// - Complexity: O(*n*) in the number of objects.
  public func objectRecall(at count: Int) -> Double? {
    Self.share(of: objectRanks, below: count)
  }

  private static func share(of ranks: [Int], below count: Int) -> Double? {
    guard !ranks.isEmpty else { return nil }
    return Double(ranks.count { $0 < count }) / Double(ranks.count)
  }
}

extension GroundTruthImage {
  /// The area in square pixels, when the size is known.
  var area: Double? {
    guard let width, let height else { return nil }
    return width * height
  }

  /// The index of the most prominent of `boxes`, when the size is known.
  func prominent(of boxes: [Box]) -> Int? {
    guard let width, let height else { return nil }
    let prominence = boxes.map { box in
      let x = (box.x + box.maxX) / 2 / width - 0.5
      let y = (box.y + box.maxY) / 2 / height - 0.5
      return box.area * exponential(-2 * (x * x + y * y))
    }
    // `max(by:)` takes the last of equals.
    return prominence.indices.reversed().max { prominence[$0] < prominence[$1] }
  }
}
