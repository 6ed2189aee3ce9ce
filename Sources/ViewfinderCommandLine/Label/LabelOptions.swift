package import Viewfinder

/// The options of `viewfinder label`, read and checked.
package struct LabelOptions: Sendable {
  package var classifier: ClassifierOptions
  package var photos: PhotoOptions
  /// Whether the bundled model's answers become plain labels of everyday things.
  package var usesBaseLabels = false
  package var threshold: Float?
  package var maxResults: Int?
  /// The region of the picture as it is looked at, in pixels of its full size.
  package var region: Box?
  package var isJSON = false
  /// The only output that is looked at.
  package var head: Int?
  /// Whether numbers that are not confidences are shown as they are.
  package var showsRaw = false

  /// Reads the arguments.
  package init(_ arguments: ParsedArguments) throws(UsageError) {
    classifier = try ClassifierOptions(arguments)
    photos = try PhotoOptions(arguments)
    usesBaseLabels = try Self.usesBaseLabels(arguments)
    threshold = try arguments.number(Self.thresholdOption, in: 0...1).map(Float.init)
    maxResults = try arguments.integer(Self.maxResultsOption, in: 1...Int.max)
    region = try SelectionOptions.region(arguments)
    head = try arguments.integer(Self.headOption, in: 0...Int.max)
    showsRaw = arguments.has(Self.rawOption)
    isJSON = arguments.has(PhotoOptions.jsonOption)
    try HostedModel.checkUpdate(arguments, of: [classifier.model])
  }

  private static func usesBaseLabels(_ arguments: ParsedArguments) throws(UsageError) -> Bool {
    guard arguments.has(baseOption) else { return false }
    for option in [
      ClassifierOptions.modelOption, HostedModel.updateOption, ModelHints.labelsOption,
      ModelHints.meanOption, ModelHints.deviationOption, ClassifierOptions.localeOption,
      ClassifierOptions.scalingOption, ClassifierOptions.filterOption, SelectionOptions.onlyOption,
      SelectionOptions.exceptOption, headOption, rawOption,
    ] where arguments.has(option) {
      throw UsageError(
        "'--base' uses the bundled model as it is: leave out '\(option.spelling)'")
    }
    return true
  }
}
