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

  /// Reads the arguments.
  package init(_ arguments: ParsedArguments) throws(UsageError) {
    detector = try DetectorOptions(selecting: arguments)
    photos = try PhotoOptions(arguments)
    annotations = try arguments.string(Self.annotationsOption)
    annotateFolder = try arguments.string(Self.annotateOption)
    format = try Self.format(arguments)
    try detector.checkModels(arguments)
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

  private func checkResults(_ arguments: ParsedArguments) throws(UsageError) {
    if annotations != nil, format != .coco {
      throw UsageError("'--annotations' gives the numbers of '--format coco': add that")
    }
    if format == .coco, photos.showsTimings {
      throw UsageError("COCO results have no place for '--timings': leave it out, or use '--json'")
    }
  }
}
