package import Viewfinder

/// Which detector is used, how it selects objects, and what names them.
package struct DetectorOptions: Sendable {
  /// Where labels come from.
  package enum Labels: Hashable, Sendable {
    /// Objects get none.
    case none
    /// The detector's own classes, if it has any.
    case own
    /// The detector's own classes, or coarse categories when it has none.
    case kinds
    /// The classifier of `--model`.
    case classifier
  }

  /// A detection model; `nil` for the bundled localizer.
  package var path: String?
  package var labels = Labels.own
  /// The least confidence of an object.
  package var objectThreshold: Float?
  package var maxObjects: Int
  /// The classifier of `--model`, and how every model looks at pictures.
  package var classifier: ClassifierOptions
  /// The least confidence of a label.
  package var labelThreshold: Float?
  /// Labels for each object at most.
  package var maxLabels: Int?

  /// The part of a picture or frame that is looked at, in pixels of its full size.
  package var region: Box?
  /// How pictures are cut up to find small objects.
  package var tiling: Detector.Tiling?

  /// Reads the arguments; options that a command does not have keep their defaults.
  package init(_ arguments: ParsedArguments, maxObjects: Int) throws(UsageError) {
    path = try arguments.string(Self.detectorOption)
    objectThreshold = try arguments.number(Self.objectThresholdOption, in: 0...1).map(Float.init)
    self.maxObjects =
      try arguments.integer(Self.maxObjectsOption, in: 1...Self.largestCount) ?? maxObjects
    classifier = try ClassifierOptions(arguments)
    region = try SelectionOptions.region(arguments)
    tiling = try SelectionOptions.tiling(arguments)
  }

  /// The most objects that can be asked for in a picture.
  private static let largestCount = 1000

  /// The same with paths of files in place of hosted models, which are fetched if need be.
  func fetchingModels(
    isQuiet: Bool, in context: Context
  ) throws(CommandFailure) -> DetectorOptions {
    var options = self
    options.path = try HostedModel.path(
      path, updating: classifier.updatesModel, isQuiet: isQuiet, in: context)
    options.classifier = try classifier.fetchingModel(isQuiet: isQuiet, in: context)
    return options
  }

  /// Makes a detector that is loaded and compiled.
  func makeDetector(_ plan: Concurrency) throws(ViewfinderError) -> Detector {
    let model = try loadModel()
    let filters = model.isClassAgnostic || labels == .classifier
    if classifier.classes != nil, model.isClassAgnostic, labels == .none || labels == .own {
      throw ViewfinderError(
        .invalidArgument, subject: model.name,
        found: "'--only' or '--except' with a detector that names nothing",
        expected: "classes", remedy: "Add '--classify' or '--model'.")
    }
    let detector = Detector(
      model: model, labeling: try makeLabeling(of: model, plan),
      options: Detector.Options(
        maxObjects: maxObjects, confidenceThreshold: objectThreshold, threads: plan.threads,
        workers: plan.jobs, filter: classifier.filter,
        classes: filters ? nil : classifier.classes, tiling: tiling,
        needsLabels: filters && classifier.classes != nil))
    try detector.prepare()
    return detector
  }

  private func loadModel() throws(ViewfinderError) -> DetectorModel {
    guard let path else { return try DetectorModel.bundled() }
    var options = DetectorModel.Options()
    // What is said about a model is about the classifier when there is one.
    if labels != .classifier {
      options.labels = try classifier.hints.labelList()
      options.normalization = try classifier.hints.normalization()
    }
    return try DetectorModel(path: try ModelPath.resolveFile(path), options: options)
  }

  private func makeLabeling(
    of model: DetectorModel, _ plan: Concurrency
  ) throws(ViewfinderError) -> Detector.Labeling {
    // The objects of an image are labeled side by side, on the threads that would otherwise
    // all work on one.
    let isShared = maxObjects > 1
    let threads = isShared ? 1 : plan.threads
    let workers = plan.jobs * (isShared ? plan.threads : 1)
    switch labels {
    case .none: return .off
    case .own: return .detector
    case .kinds:
      guard model.isClassAgnostic else { return .detector }
      return .labeler(
        CategoryLabeler(
          model: try .bundled(),
          options: CategoryLabeler.Options(
            confidenceThreshold: labelThreshold, threads: threads, workers: workers,
            classes: classifier.classes)))
    case .classifier:
      return .labeler(
        try classifier.makeLabeler(
          maxResults: maxLabels, threshold: labelThreshold, threads: threads, workers: workers))
    }
  }
}

extension DetectorOptions {
  static let detectorOption = Option.value(
    "detector", letter: "d", "FILE", completion: .file,
    help: """
      Detection model (.tflite) of your own: SSD, EfficientDet, YOLO, FOMO or a MediaPipe \
      detector. Default: the bundled localizer, which finds things of any kind.
      """)
  static let objectThresholdOption = Option.value(
    "object-threshold", "X",
    help: "Leave out objects below this confidence, 0 to 1. Default: the detector's own.")
  static let maxObjectsOption = Option.value(
    "max-objects", letter: "n", "N",
    help: "Objects per picture at most. Default: 1, or 5 with '--multiple'.")
  static let filterOption = Option.choice(
    ClassifierOptions.filterOption.name, "HOW", of: ["area", "bilinear"],
    help: """
      Shrink pictures by averaging what a pixel covers ('area'), or by skipping pixels as ML Kit \
      does ('bilinear'). Default: area; for the detector named by '--detector', bilinear.
      """)
}
