extension DetectorOptions {
  /// How many objects there are at most with `--multiple`, as in ML Kit.
  private static let multipleCount = 5

  /// Reads the arguments of a command that selects and names objects: one, or with `--multiple`
  /// several.
  init(selecting arguments: ParsedArguments) throws(UsageError) {
    let isMultiple = arguments.has(DetectOptions.multipleOption)
    try self.init(arguments, maxObjects: isMultiple ? Self.multipleCount : 1)
    labels =
      classifier.model != nil
      ? .classifier : arguments.has(DetectOptions.classifyOption) ? .kinds : .none
    labelThreshold = try arguments.number(DetectOptions.thresholdOption, in: 0...1).map(Float.init)
    maxLabels = try arguments.integer(DetectOptions.maxLabelsOption, in: 1...Int.max)
  }

  /// Refuses options that would have no effect with the models chosen.
  func checkModels(_ arguments: ParsedArguments) throws(UsageError) {
    for option in [DetectOptions.thresholdOption, DetectOptions.maxLabelsOption]
    where arguments.has(option) && labels == .none {
      let other =
        option == DetectOptions.thresholdOption
        ? "; for the objects themselves use '--object-threshold'"
        : "; for the number of objects use '--max-objects'"
      throw UsageError(
        "'\(option.spelling)' is for labels: add '--classify' or '--model'\(other)")
    }
    for option in [ClassifierOptions.localeOption, ClassifierOptions.scalingOption]
    where arguments.has(option) && labels != .classifier {
      throw UsageError("'\(option.spelling)' is for a classifier: add '--model'")
    }
    let hints = [ModelHints.labelsOption, ModelHints.meanOption, ModelHints.deviationOption]
    for option in hints
    where arguments.has(option) && labels != .classifier && path == nil {
      throw UsageError(
        "'\(option.spelling)' is about a model of your own: add '--model' or '--detector'")
    }
    if arguments.has(ModelHints.labelsOption), labels == .none {
      throw UsageError("'--labels' is for labels: add '--classify'")
    }
  }
}
