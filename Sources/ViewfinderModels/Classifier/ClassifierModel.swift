public import ViewfinderCore
public import ViewfinderInference

/// An image classification model whose file, metadata and labels have been read and checked.
///
/// A model fits when it has exactly one input, `1 × height × width × 3` RGB, and outputs that are
/// all class scores, `1 × N` or `1 × 1 × 1 × N`. Tensors are `float32`, `uint8` or `int8`; a
/// `float32` input needs a normalisation, from the metadata or from ``Options``. The rules are ML
/// Kit's, and `int8` is an extension. Creating a model needs no LiteRT library.
///
/// A model may have several heads, each a tensor of scores with labels of its own; ML Kit
/// supports only the first.
public struct ClassifierModel: Sendable {
  /// The path of the file, or another name for messages.
  public let name: String

  /// The bytes of the file.
  public let data: ModelData

  /// What the file says about tensors and operators.
  package let graph: ModelGraph

  /// What the file says in words, if it does.
  public let metadata: ModelMetadata?

  /// The image that goes in.
  public let input: ImageInput

  /// The scores that come out, in the order of the session's outputs; at least one.
  public let heads: [ScoreHead]

  /// Reads a model file.
  ///
  /// - Parameters:
  ///   - path: The path of a `.tflite` file.
  ///   - options: What the file does not say.
  /// - Throws: ``ViewfinderError`` naming the tensor or file, what was found, what was expected and
  ///   how to fix it; the codes are `notFound`, `tooLarge`, `invalidModel`, `unsupportedModel`,
  ///   `missingNormalization` and `invalidMetadata`.
  public init(path: String, options: Options = Options()) throws(ViewfinderError) {
    try self.init(data: try ModelData(contentsOf: path), options: options)
  }

  /// Reads the model and the labels that an AutoML `manifest.json` names.
  ///
  /// - Parameters:
  ///   - manifestPath: The path of the manifest.
  ///   - options: What the files do not say; ``Options/labels`` wins over the manifest's.
  /// - Throws: ``ViewfinderError`` as the other initialisers, and `invalidManifest`.
  public init(manifestPath: String, options: Options = Options()) throws(ViewfinderError) {
    let manifest = try AutoMLManifest(path: manifestPath)
    var options = options
    if options.labels == nil { options.labels = try LabelList(path: manifest.labelsPath) }
    try self.init(path: manifest.modelPath, options: options)
  }

  /// Reads a model that is in memory.
  ///
  /// - Parameters:
  ///   - data: The bytes of a model file.
  ///   - options: What the file does not say.
  /// - Throws: ``ViewfinderError`` as ``init(path:options:)`` does.
  public init(data: ModelData, options: Options = Options()) throws(ViewfinderError) {
    let (data, graph) = try ModelGraph.reading(data)
    var resolver = ClassifierResolver(data: data, graph: graph, options: options)
    resolver.resolve()
    if let failure = resolver.firstFailure {
      // The file's name goes in front, so that a message about a tensor says whose it is.
      throw failure.about([data.name, failure.subject].compactMap(\.self).joined(separator: ": "))
    }
    guard let input = resolver.input, !resolver.heads.isEmpty else {
      preconditionFailure("A model without failures has an input and a head")
    }
    name = data.name
    self.data = data
    self.graph = graph
    metadata = resolver.metadata
    self.input = input
    heads = resolver.heads
  }

  /// The default model: EfficientNet-Lite0, 1000 classes of ImageNet, 224 × 224 pixels.
  ///
  /// - Throws: ``ViewfinderError`` with the code `notFound` when the resources are not installed.
  public static func bundled(
    options: Options = Options()
  ) throws(ViewfinderError) -> ClassifierModel {
    try ClassifierModel(
      path: try BundledModel.path(of: BundledModel.classifierFileName),
      options: options
    )
  }
}
