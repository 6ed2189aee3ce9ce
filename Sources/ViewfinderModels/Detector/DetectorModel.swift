public import ViewfinderCore
public import ViewfinderInference
public import ViewfinderPixels

/// An object detection model whose file and tensors have been read, recognised and checked.
///
/// Families are known by their output tensors, their operators and what the file says about itself.
/// ML Kit takes none of these.
public struct DetectorModel: Sendable {
  /// What a model file does not say.
  public struct Options: Hashable, Sendable {
    /// Labels instead of those in the file.
    public var labels: LabelList?

    /// The normalisation of a float input instead of the one in the file or the family's own.
    public var normalization: Normalization?

    /// Creates options.
    public init(labels: LabelList? = nil, normalization: Normalization? = nil) {
      self.labels = labels
      self.normalization = normalization
    }
  }

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

  /// How the outputs are read.
  package let layout: Layout

  /// The names of the classes; nothing when the model has none.
  public let labels: LabelList?

  /// The score below which boxes are dropped, unless the user says otherwise.
  public let scoreThreshold: Float

  /// The overlap (IoU) above which the weaker of two boxes is dropped.
  public let overlapThreshold: Double

  /// How an image whose sides do not have the model's proportions is fitted.
  public let scaling: ScaleMode

  /// Which pixels of a larger image make up a pixel of the input, unless the user says otherwise.
  ///
  /// Averaged for the bundled localizer, which was trained so. Models made elsewhere were trained and
  /// published with plain bilinear images, and answer with the published boxes only for these.
  public let filter: SamplingFilter

  /// Whether the model finds objects without saying what they are.
  public var isClassAgnostic: Bool {
    if case .pointGrid = layout { true } else { false }
  }

  /// Reads a model file.
  ///
  /// - Parameters:
  ///   - path: The path of a `.tflite` file.
  ///   - options: What the file does not say.
  /// - Throws: ``ViewfinderError`` naming the tensor, what was found and what was expected.
  public init(path: String, options: Options = Options()) throws(ViewfinderError) {
    try self.init(data: try ModelData(contentsOf: path), options: options)
  }

  /// Reads a model that is in memory.
  ///
  /// - Parameters:
  ///   - data: The bytes of a model file.
  ///   - options: What the file does not say.
  /// - Throws: ``ViewfinderError`` as ``init(path:options:)`` does.
  public init(data: ModelData, options: Options = Options()) throws(ViewfinderError) {
    let (data, graph) = try ModelGraph.reading(data)
    do throws(ViewfinderError) {
      let resolver = try DetectorResolver(data: data, graph: graph, options)
      layout = resolver.layout
      metadata = resolver.metadata
      input = resolver.input
      labels = resolver.labels
    } catch {
      throw error.about([data.name, error.subject].compactMap(\.self).joined(separator: ": "))
    }
    name = data.name
    self.data = data
    self.graph = graph
    switch layout {
    case .postProcessed:
      (scoreThreshold, overlapThreshold) = (0.4, 0.6)
      (scaling, filter) = (.stretch, .bilinear)
    case .yoloRows, .yoloColumns, .yoloCells, .endToEnd, .gridRows, .distributions:
      (scoreThreshold, overlapThreshold) = (0.25, 0.45)
      (scaling, filter) = (.letterbox(fill: 114), .bilinear)
    case .anchored:
      (scoreThreshold, overlapThreshold) = (0.5, 0.4)
      (scaling, filter) = (.stretch, .bilinear)
    case .cells:
      // Cells that touch are one object already; boxes of different objects do not overlap.
      (scoreThreshold, overlapThreshold) = (0.5, 0.9)
      (scaling, filter) = (.stretch, .bilinear)
    case .pointGrid:
      (scoreThreshold, overlapThreshold) = (0.45, 0.5)
      (scaling, filter) = (.stretch, .area)
    }
  }

  /// Whether a file is a model with the outputs of a detector.
  ///
  /// Bytes that are not a model, and models of other kinds, are not. A model that is one may still be
  /// refused by ``init(data:options:)``, for what its input or its metadata say.
  public static func recognizes(_ data: ModelData) -> Bool {
    guard let (data, graph) = try? ModelGraph.reading(data) else { return false }
    return (try? DetectorResolver.recognize(data, graph)) != nil
  }

  /// The name of a class, or an empty string when there are no labels.
  public func label(_ classIndex: Int) -> String {
    guard let labels, classIndex >= 0, classIndex < labels.count else { return "" }
    return labels.text(at: classIndex)
  }

  /// The localizer that comes with the package: objects of any kind, 320 × 320 pixels.
  ///
  /// - Throws: ``ViewfinderError`` with the code `notFound` when the resources are not installed.
  public static func bundled() throws(ViewfinderError) -> DetectorModel {
    try DetectorModel(path: try BundledModel.path(of: BundledModel.localizerFileName))
  }
}
