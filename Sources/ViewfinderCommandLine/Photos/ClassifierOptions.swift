package import Viewfinder

/// Which classifier is used and how it looks at pictures.
package struct ClassifierOptions: Sendable {
  /// A model file, an AutoML manifest, a folder with one, or a hosted model; `nil` for the bundled
  /// model.
  package var model: String?
  /// Whether to look for a newer version of a hosted model.
  package var updatesModel = false
  /// What the model does not say about itself.
  package var hints: ModelHints
  package var locale: String?
  package var usesLetterbox = false
  /// How images are brought to a model's size; `nil` means what the model asks for.
  package var filter: SamplingFilter?
  /// The classes that count.
  package var classes: ClassFilter?

  /// Reads the arguments; options that a command does not have keep their defaults.
  package init(_ arguments: ParsedArguments) throws(UsageError) {
    model = try arguments.string(Self.modelOption)
    updatesModel = arguments.has(HostedModel.updateOption)
    hints = try ModelHints(arguments)
    locale = try arguments.string(Self.localeOption)
    usesLetterbox = try arguments.choice(Self.scalingOption) == "letterbox"
    classes = try SelectionOptions.classes(arguments)
    filter = try arguments.choice(Self.filterOption).map { $0 == "bilinear" ? .bilinear : .area }
  }

  /// The same with the path of the file in place of a hosted model, which is fetched if need be.
  func fetchingModel(
    isQuiet: Bool, in context: Context
  ) throws(CommandFailure) -> ClassifierOptions {
    var options = self
    options.model = try HostedModel.path(
      model, updating: updatesModel, isQuiet: isQuiet, in: context)
    return options
  }

  /// Loads the model.
  func loadModel() throws(ViewfinderError) -> ClassifierModel {
    var options = ClassifierModel.Options()
    options.labels = try hints.labelList()
    options.normalization = try hints.normalization()
    if let locale { options.displayNamesLocale = locale }
    guard let model else { return try ClassifierModel.bundled(options: options) }
    let resolved = try ModelPath.resolve(model)
    return resolved.hasSuffix(".json")
      ? try ClassifierModel(manifestPath: resolved, options: options)
      : try ClassifierModel(path: resolved, options: options)
  }

  /// The number of labels where none is asked for.
  static let usualLimit = 10

  /// Makes a labeler with the model.
  func makeLabeler(
    maxResults: Int?, threshold: Float?, threads: Int, workers: Int, head: Int? = nil,
    scores: Labeler.Options.ScoreUse = .confidencesOnly
  ) throws(ViewfinderError) -> Labeler {
    Labeler(
      model: try loadModel(),
      options: Labeler.Options(
        maxResults: maxResults ?? Self.usualLimit,
        confidenceThreshold: threshold, threads: threads, workers: workers,
        scaling: usesLetterbox ? .letterbox(fill: 0) : .stretch, filter: filter ?? .area,
        classes: classes, head: head, scores: scores))
  }
}

extension ClassifierOptions {
  static let modelOption = Option.value(
    "model", letter: "m", "FILE", completion: .file,
    help: """
      TensorFlow Lite model (.tflite), AutoML manifest.json, or a folder with either; or a hosted \
      model: firebase:NAME, gs://… or https://…. Default: the bundled EfficientNet-Lite0, which \
      knows the 1000 classes of ImageNet.
      """)
  static let localeOption = Option.value(
    "locale", "TAG", help: "Language of the labels, such as 'de', if the model has several.")
  static let scalingOption = Option.choice(
    "scaling", "HOW", of: ["stretch", "letterbox"],
    help: """
      Fit pictures to the model by 'stretch', as ML Kit does, or by 'letterbox', which keeps \
      their shape. Default: stretch.
      """)
  static let filterOption = Option.choice(
    "filter", "HOW", of: ["area", "bilinear"],
    help: """
      Shrink pictures by averaging what a pixel covers ('area'), or by skipping pixels as ML Kit \
      does ('bilinear'). Default: area.
      """)
}
