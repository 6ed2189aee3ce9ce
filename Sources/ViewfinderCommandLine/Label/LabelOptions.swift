package import Viewfinder

/// The options of `viewfinder label`, read and checked.
package struct LabelOptions: Sendable {
  /// A model file, an AutoML manifest or a folder with one; `nil` for the bundled model.
  package var model: String?
  /// A file with one label per line that replaces the model's own labels.
  package var labels: String?
  /// What is subtracted from each of red, green and blue, from 0 through 255.
  package var mean: [Float]?
  /// What they are divided by then.
  package var standardDeviation: [Float]?
  package var threshold: Float?
  package var maxResults: Int?
  package var locale: String?
  /// The region of the picture as it is looked at, in pixels of its full size.
  package var region: Rect?
  /// The orientation to use instead of the file's, 1 through 8 as in EXIF.
  package var orientation: Int?
  package var usesLetterbox = false
  package var samplesAsMLKit = false
  package var isRecursive = false
  package var isJSON = false
  package var showsTimings = false
  package var isQuiet = false
  package var jobs: Int?
  package var threads: Int?
  package var inputs: [String] = []

  /// Reads the arguments.
  package init(_ arguments: ParsedArguments) throws(UsageError) {
    model = try arguments.string(Self.modelOption)
    labels = try arguments.string(Self.labelsOption)
    mean = try Self.channels(arguments, Self.meanOption)
    standardDeviation = try Self.channels(arguments, Self.deviationOption)
    if (mean == nil) != (standardDeviation == nil) {
      throw UsageError("'--mean' and '--std' belong together")
    }
    if let standardDeviation, standardDeviation.contains(0) {
      throw UsageError("'--std' cannot be 0")
    }
    threshold = try arguments.number(Self.thresholdOption, in: 0...1).map(Float.init)
    maxResults = try arguments.integer(Self.maxResultsOption, in: 1...Int.max)
    locale = try arguments.string(Self.localeOption)
    region = try Self.region(arguments)
    if let text = try arguments.choice(Self.orientationOption) { orientation = Int(text) }
    usesLetterbox = try arguments.choice(Self.scalingOption) == "letterbox"
    samplesAsMLKit = try arguments.choice(Self.filterOption) == "bilinear"
    isRecursive = arguments.has(Self.recursiveOption)
    isJSON = arguments.has(Self.jsonOption)
    showsTimings = arguments.has(Self.timingsOption)
    isQuiet = arguments.has(Self.quietOption)
    jobs = try arguments.integer(Self.jobsOption, in: 1...256)
    threads = try arguments.integer(Self.threadsOption, in: 1...256)
    inputs = arguments.operands
    if InputExpander.claimsInputTwice(inputs) {
      throw UsageError("standard input can be read only once")
    }
  }

  /// The number of worker threads and of LiteRT threads in each, for a number of inputs.
  ///
  /// Pictures are best shared out among the cores; only a single one is left to speed up with
  /// several threads, and more than four seldom help.
  package func concurrency(inputs: Int, cores: Int) -> (jobs: Int, threads: Int) {
    let jobs = max(1, min(jobs ?? cores, inputs))
    return (jobs, threads ?? (jobs > 1 ? 1 : min(cores, 4)))
  }

  private static func channels(
    _ arguments: ParsedArguments, _ option: Option
  ) throws(UsageError) -> [Float]? {
    let shape = "one number, or three separated by commas"
    return try arguments.numbers(option, counts: [1, 3], saying: shape)?.map(Float.init)
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
