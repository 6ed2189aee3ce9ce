public import ViewfinderCore

/// How well detections find the objects of a data set, by the rules of COCO.
///
/// The figures are those of `COCOeval` in pycocotools (<https://cocodataset.org/#detection-eval>):
/// per category, image and overlap threshold, results are taken by falling score and given the
/// object they overlap most; precision is read at 101 recall levels and averaged over thresholds
/// and categories. Equal scores keep the order of images by number and then of the results.
///
/// Two things differ on purpose. An object whose number is 0 counts like any other, whereas
/// pycocotools takes a match with it for a miss. And when categories are not told apart, results
/// of a category that the data set lacks count too.
public struct DetectionEvaluation: Hashable, Sendable {
  /// The figures over all categories.
  public let overall: DetectionSummary
  /// The figures of each category that has objects or results, in rising order of their numbers.
  ///
  /// Empty when categories are not told apart.
  public let categories: [CategorySummary]
  /// How many results have a category that the data set lacks, and so were left out.
  public let unknownCategoryResultCount: Int

  /// The figures of one category.
  public struct CategorySummary: Hashable, Sendable {
    /// The category.
    public let category: GroundTruthCategory
    /// Its figures.
    public let summary: DetectionSummary
  }

  /// The most pairs of a result and an object that are compared in one image: 50 million.
  public static let maximumPairCount = 50_000_000

  /// Judges results.
  ///
  /// - Parameters:
  ///   - groundTruth: The images, categories and objects.
  ///   - results: What the detector reported, in any order.
  ///   - options: How to judge.
  /// - Throws: `invalidAnnotations` naming the first result with an unknown image or a bad box
  ///   or score; `tooLarge` past ``maximumPairCount``.
  /// - Complexity: O(*n* log *n*) to sort the results and O(*d* × *g*) for each image and category
  ///   with *d* results, at most the largest of `maximumDetections`, and *g* objects.
  public init(
    groundTruth: DetectionGroundTruth, results: [DetectionResult],
    options: Options = Options()
  ) throws(ViewfinderError) {
    var cells = DetectionCells(groundTruth: groundTruth, options: options)
    try cells.add(results, groundTruth: groundTruth, options: options)
    let knownCount = options.isClassAgnostic ? 1 : groundTruth.categories.count
    var tables: [DetectionTable] = []
    var categories: [CategorySummary] = []
    for group in 0..<knownCount {
      let matches = try cells.matches(group: group, options: options)
      guard !matches.isEmpty else { continue }
      let table = DetectionTable(matches: matches, options: options)
      tables.append(table)
      if !options.isClassAgnostic {
        categories.append(
          CategorySummary(
            category: groundTruth.categories[group],
            summary: DetectionSummary([table], options: options)))
      }
    }
    overall = DetectionSummary(tables, options: options)
    self.categories = categories
    unknownCategoryResultCount = cells.unknownCategoryResultCount
  }
}
