/// The options of `viewfinder detect`, read and checked.
package struct DetectOptions: Sendable {
  /// How results are written.
  package enum Format: String, CaseIterable, Sendable {
    case table
    case json
    case coco
  }

  package var detector: DetectorOptions
  package var photos: PhotoOptions
  package var format = Format.table
  /// A COCO annotation file that gives images and categories their numbers.
  package var annotations: String?
  /// The folder that pictures with drawings go to.
  package var annotateFolder: String?

  /// How many objects there are at most with `--multiple`, as in ML Kit.
  private static let multipleCount = 5

  /// Reads the arguments.
  package init(_ arguments: ParsedArguments) throws(UsageError) {
    let isMultiple = arguments.has(Self.multipleOption)
    detector = try DetectorOptions(arguments, maxObjects: isMultiple ? Self.multipleCount : 1)
    photos = try PhotoOptions(arguments)
    detector.labels =
      detector.classifier.model != nil
      ? .classifier : arguments.has(Self.classifyOption) ? .kinds : .none
    detector.labelThreshold =
      try arguments.number(Self.thresholdOption, in: 0...1).map(Float.init)
    detector.maxLabels = try arguments.integer(Self.maxLabelsOption, in: 1...Int.max)
    annotations = try arguments.string(Self.annotationsOption)
    annotateFolder = try arguments.string(Self.annotateOption)
    format = try Self.format(arguments)
    try checkModels(arguments)
    try HostedModel.checkUpdate(arguments, of: [detector.path, detector.classifier.model])
    try checkResults(arguments)
  }

  private static func format(_ arguments: ParsedArguments) throws(UsageError) -> Format {
    let named = try arguments.choice(formatOption).flatMap(Format.init)
    guard arguments.has(jsonOption) else { return named ?? .table }
    if let named, named != .json {
      throw UsageError("'--json' and '--format \(named.rawValue)' exclude each other")
    }
    return .json
  }

  /// Refuses options that would have no effect with the models chosen.
  private func checkModels(_ arguments: ParsedArguments) throws(UsageError) {
    for option in [Self.thresholdOption, Self.maxLabelsOption]
    where arguments.has(option) && detector.labels == .none {
      let other =
        option == Self.thresholdOption
        ? "; for the objects themselves use '--object-threshold'"
        : "; for the number of objects use '--max-objects'"
      throw UsageError(
        "'\(option.spelling)' is for labels: add '--classify' or '--model'\(other)")
    }
    for option in [ClassifierOptions.localeOption, ClassifierOptions.scalingOption]
    where arguments.has(option) && detector.labels != .classifier {
      throw UsageError("'\(option.spelling)' is for a classifier: add '--model'")
    }
    let hints = [ModelHints.labelsOption, ModelHints.meanOption, ModelHints.deviationOption]
    for option in hints
    where arguments.has(option) && detector.labels != .classifier && detector.path == nil {
      throw UsageError(
        "'\(option.spelling)' is about a model of your own: add '--model' or '--detector'")
    }
    if arguments.has(ModelHints.labelsOption), detector.labels == .none {
      throw UsageError("'--labels' is for labels: add '--classify'")
    }
  }

  private func checkResults(_ arguments: ParsedArguments) throws(UsageError) {
    if annotations != nil, format != .coco {
      throw UsageError("'--annotations' gives the numbers of '--format coco': add that")
    }
    if format == .coco, photos.showsTimings {
      throw UsageError("COCO results have no place for '--timings': leave it out, or use '--json'")
    }
  }
}
