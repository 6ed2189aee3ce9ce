/// The options of `viewfinder evaluate detection`, read and checked.
package struct EvaluateDetectionOptions: Sendable {
  /// A COCO annotation file, or a folder of YOLO label files.
  package var annotations: String
  /// The folder with the annotated pictures.
  package var images: String?
  /// A COCO results file that is measured in place of a detector.
  package var results: String?
  /// A file with the names of YOLO's classes.
  package var classes: String?
  package var detector: DetectorOptions
  package var photos: PhotoOptions
  package var isJSON = false

  /// Average precision takes the hundred surest results, as COCO does.
  private static let resultCount = 100

  /// The threshold unless another is asked for, far below any that is of use in practice.
  private static let lowThreshold: Float = 0.01

  /// Reads the arguments.
  package init(_ arguments: ParsedArguments) throws(UsageError) {
    guard let annotations = try arguments.string(Self.annotationsOption) else {
      throw UsageError("'--annotations' is missing: the file or folder with the ground truth")
    }
    self.annotations = annotations
    images = try arguments.string(Self.imagesOption)
    results = try arguments.string(Self.resultsOption)
    classes = try arguments.string(Self.classesOption)
    detector = try DetectorOptions(arguments, maxObjects: Self.resultCount)
    detector.labels = .own
    detector.objectThreshold = detector.objectThreshold ?? Self.lowThreshold
    photos = try PhotoOptions(arguments)
    isJSON = arguments.has(Self.jsonOption)
    try check(arguments)
  }

  private func check(_ arguments: ParsedArguments) throws(UsageError) {
    guard results != nil else {
      if images == nil {
        throw UsageError(
          "'--images' is missing: the folder with the annotated pictures (or '--results' of a run)")
      }
      let hints = [ModelHints.labelsOption, ModelHints.meanOption, ModelHints.deviationOption]
      for option in hints where arguments.has(option) && detector.path == nil {
        throw UsageError("'\(option.spelling)' is about a model of your own: add '--detector'")
      }
      return
    }
    for option in Self.detectorGroup.options where arguments.has(option) {
      throw UsageError(
        "'--results' are measured as they are: leave '\(option.spelling)' or '--results' out")
    }
  }
}

extension EvaluateDetectionOptions {
  static let annotationsOption = Option.value(
    "annotations", "PATH", completion: .file,
    help: """
      Ground truth: a COCO annotation file (.json), or the folder of YOLO label files, where \
      a/b.txt belongs to a/b.jpg in '--images'.
      """)
  static let imagesOption = Option.value(
    "images", "DIR", completion: .file, help: "The folder with the annotated pictures.")
  static let resultsOption = Option.value(
    "results", "FILE", completion: .file,
    help: """
      Measure this COCO results file, as 'viewfinder detect --format coco' and others write it, \
      in place of a detector.
      """)
  static let classesOption = Option.value(
    "classes", "FILE", completion: .file,
    help: """
      Names of YOLO's classes, one per line. Default: classes.txt in the folder of labels, or \
      the numbers.
      """)
  static let objectThresholdOption = Option.value(
    DetectorOptions.objectThresholdOption.name, "X",
    help: "Leave out objects below this confidence, 0 to 1. Default: 0.01.")
  static let maxObjectsOption = Option.value(
    DetectorOptions.maxObjectsOption.name, letter: "n", "N",
    help: "Objects per picture at most. Default: 100.")
  static let jsonOption = Option.flag("json", help: "Print one JSON object.")

  static let detectorGroup = OptionGroup(
    "DETECTOR OPTIONS",
    [
      DetectorOptions.detectorOption, ModelHints.labelsOption, ModelHints.meanOption,
      ModelHints.deviationOption, objectThresholdOption, maxObjectsOption,
      DetectorOptions.filterOption, PhotoOptions.orientationOption,
    ])

  static let groups = [
    OptionGroup(
      "DATA OPTIONS", [annotationsOption, imagesOption, resultsOption, classesOption]),
    detectorGroup, PhotoOptions.speedGroup,
    OptionGroup("RESULT OPTIONS", [jsonOption, PhotoOptions.quietOption]),
  ]
}
