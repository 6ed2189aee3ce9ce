public import ViewfinderCore
public import ViewfinderInference

/// Everything a model file says, and whether it fits ML Kit's and Viewfinder's classifiers.
///
/// Encoded as JSON, the names of the properties are the keys; they are stable.
public struct CompatibilityReport: Hashable, Sendable, Encodable {
  /// The path of the file, or another name.
  public let path: String
  /// The size of the file in bytes.
  public let byteCount: Int
  /// What the converter wrote about the file.
  public let converter: String?
  /// The version of the TensorFlow Lite schema.
  public let schemaVersion: Int
  /// The number of subgraphs.
  public let subgraphCount: Int
  /// The names of the signatures.
  public let signatures: [String]
  /// The inputs, in the order in which a session takes them.
  public let inputs: [Tensor]
  /// The outputs, in the order in which a session gives them.
  public let outputs: [Tensor]
  /// How often each operator occurs.
  public let operators: [String: Int]
  /// Operators that are not built into TensorFlow Lite.
  public let customOperators: [String]
  /// What the metadata says about the model as a whole.
  public let metadata: Description?
  /// The files in the archive at the end of the model.
  public let associatedFiles: [File]
  /// What the classifier does with the image; nothing when it cannot use the model.
  public let input: Input?
  /// What the classifier does with the scores.
  public let heads: [Head]
  /// Whether ML Kit's custom labeler would take the model.
  public let fitsMLKit: Bool
  /// Whether ``ClassifierModel`` or ``DetectorModel`` takes the model without further words.
  public let fitsViewfinder: Bool
  /// What the model serves, and with which options.
  public let tasks: [TaskFit]
  /// The reasons, and what else is worth knowing.
  public let findings: [Finding]

  /// Reads a model file.
  ///
  /// - Parameters:
  ///   - path: The path of a `.tflite` file, or of an AutoML `manifest.json`.
  ///   - options: What the file does not say.
  /// - Throws: ``ViewfinderError`` when there is no sound model file; a sound file that does not fit
  ///   gives a report.
  public init(
    path: String,
    options: ClassifierModel.Options = .init()
  ) throws(ViewfinderError) {
    guard path.hasSuffix(".json") else {
      try self.init(data: try ModelData(contentsOf: path), options: options)
      return
    }
    let manifest = try AutoMLManifest(path: path)
    var options = options
    if options.labels == nil { options.labels = try LabelList(path: manifest.labelsPath) }
    try self.init(data: try ModelData(contentsOf: manifest.modelPath), options: options)
  }

  /// Reads a model that is in memory.
  ///
  /// - Parameters:
  ///   - data: The bytes of a model file.
  ///   - options: What the file does not say.
  /// - Throws: ``ViewfinderError`` when the bytes are not a sound model file.
  public init(
    data: ModelData,
    options: ClassifierModel.Options = .init()
  ) throws(ViewfinderError) {
    let (data, graph) = try ModelGraph.reading(data)
    let judge = TaskJudge(data: data, graph: graph, options: options)
    let (label, detect) = (judge.label(), judge.detect())
    tasks = [label.fit, detect.fit]
    let resolver = label.resolver
    path = data.name
    byteCount = data.byteCount
    converter = graph.description
    schemaVersion = graph.schemaVersion
    subgraphCount = graph.subgraphCount
    signatures = graph.signatureKeys
    inputs = graph.inputs.map(Tensor.init)
    outputs = graph.outputs.map(Tensor.init)
    operators = graph.operators
    customOperators = graph.customOperators
    metadata = resolver.metadata.map(Description.init)
    let described = Dictionary(
      (resolver.metadata?.allAssociatedFiles ?? []).map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    associatedFiles = (resolver.archive?.entries ?? []).map {
      File($0, described: described[$0.name])
    }
    input = (detect.fit.fits ? detect.input : resolver.input).map(Input.init)
    heads = detect.fit.fits ? [] : resolver.heads.map(Head.init)
    findings = detect.fit.fits ? detect.findings : label.findings
    fitsViewfinder = !findings.contains { $0.level == .unusable }
    fitsMLKit = !findings.contains { $0.level != .note }
  }
}
