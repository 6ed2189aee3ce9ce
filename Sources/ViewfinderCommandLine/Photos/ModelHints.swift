internal import Viewfinder

/// What the user says about a model that its file does not say.
package struct ModelHints: Sendable {
  /// A file with one label per line that replaces the model's own labels.
  package var labels: String?
  /// What is subtracted from each of red, green and blue, from 0 through 255.
  package var mean: [Float]?
  /// What they are divided by then.
  package var standardDeviation: [Float]?

  /// Reads the arguments.
  package init(_ arguments: ParsedArguments) throws(UsageError) {
    labels = try arguments.string(Self.labelsOption)
    mean = try Self.channels(arguments, Self.meanOption)
    standardDeviation = try Self.channels(arguments, Self.deviationOption)
    if (mean == nil) != (standardDeviation == nil) {
      throw UsageError("'--mean' and '--std' belong together")
    }
    if let standardDeviation, standardDeviation.contains(0) {
      throw UsageError("'--std' cannot be 0")
    }
  }

  /// Labels, by line or by number.
  func labelList() throws(ViewfinderError) -> LabelList? {
    try labels.map { (path) throws(ViewfinderError) in try LabelList(path: path, form: .keyed) }
  }

  func normalization() throws(ViewfinderError) -> Normalization? {
    guard let mean, let standardDeviation else { return nil }
    return try Normalization(mean: mean, std: standardDeviation)
  }

  private static func channels(
    _ arguments: ParsedArguments, _ option: Option
  ) throws(UsageError) -> [Float]? {
    let shape = "one number, or three separated by commas"
    return try arguments.numbers(option, counts: [1, 3], saying: shape)?.map(Float.init)
  }
}

extension ModelHints {
  static let labelsOption = Option.value(
    "labels", letter: "l", "FILE", completion: .file,
    help: """
      Text file with one label per line, in place of the model's own; where every line begins with \
      a number, as Teachable Machine writes them, that is the class. JSON works, too.
      """)
  static let meanOption = Option.value(
    "mean", "X[,X,X]",
    help: """
      For models without metadata: what to subtract from the colours 0...255, for all channels or \
      for red, green and blue; 'model inspect' says which numbers are likely.
      """)
  static let deviationOption = Option.value(
    "std", "X[,X,X]", help: "What to divide them by then, for example 127.5.")
}
