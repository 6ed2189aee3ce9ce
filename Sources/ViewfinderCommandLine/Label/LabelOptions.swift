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
  package var region: Rect?
  package var isJSON = false

  /// Reads the arguments.
  package init(_ arguments: ParsedArguments) throws(UsageError) {
    classifier = try ClassifierOptions(arguments)
    photos = try PhotoOptions(arguments)
    usesBaseLabels = try Self.usesBaseLabels(arguments)
    threshold = try arguments.number(Self.thresholdOption, in: 0...1).map(Float.init)
    maxResults = try arguments.integer(Self.maxResultsOption, in: 1...Int.max)
    region = try Self.region(arguments)
    isJSON = arguments.has(PhotoOptions.jsonOption)
    try HostedModel.checkUpdate(arguments, of: [classifier.model])
  }

  private static func usesBaseLabels(_ arguments: ParsedArguments) throws(UsageError) -> Bool {
    guard arguments.has(baseOption) else { return false }
    for option in [
      ClassifierOptions.modelOption, HostedModel.updateOption, ModelHints.labelsOption,
      ModelHints.meanOption, ModelHints.deviationOption, ClassifierOptions.localeOption,
      ClassifierOptions.scalingOption, ClassifierOptions.filterOption,
    ] where arguments.has(option) {
      throw UsageError(
        "'--base' uses the bundled model as it is: leave out '\(option.spelling)'")
    }
    return true
  }

  private static func region(_ arguments: ParsedArguments) throws(UsageError) -> Rect? {
    let shape = "four numbers x,y,width,height with a positive size"
    guard let n = try arguments.numbers(regionOption, counts: [4], saying: shape) else {
      return nil
    }
    let rect = Rect(x: n[0], y: n[1], width: n[2], height: n[3])
    if !rect.isProper { throw UsageError("'--region' takes \(shape)") }
    return rect
  }
}
