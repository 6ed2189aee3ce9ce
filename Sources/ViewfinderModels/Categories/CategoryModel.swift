public import ViewfinderCore
public import ViewfinderInference

/// The coarse classifier: a labeler, and a small model that turns the labeler's probabilities into
/// those of the five categories and of "none".
///
/// The category is the best of the five when its probability reaches the threshold and that of
/// "none"; otherwise there is none.
public struct CategoryModel: Sendable {
  /// The model that sees the pixels.
  public let labeler: ClassifierModel

  /// The bytes of the model that sees the labeler's probabilities.
  public let data: ModelData

  /// What that file says: one `float32` input of `1 × labels` and one output of `1 × 6`.
  package let graph: ModelGraph

  /// The least probability of a category, unless the user says otherwise.
  public let threshold: Float

  /// The position of "none" in the output; categories stand at their raw values.
  public static let noneIndex = CoarseCategory.allCases.count

  /// Reads a category model and the description beside it, `NAME.json` for `NAME.tflite`.
  ///
  /// - Parameters:
  ///   - path: The path of a `.tflite` file.
  ///   - labeler: The labeler whose probabilities it takes.
  /// - Throws: ``ViewfinderError``: `notFound`, `invalidModel`, `unsupportedModel` when it does not
  ///   fit the labeler, or `invalidMetadata` for the description.
  public init(path: String, labeler: ClassifierModel) throws(ViewfinderError) {
    (data, graph) = try ModelGraph.reading(ModelData(contentsOf: path))
    self.labeler = labeler
    let labels = labeler.heads[0].classCount
    let tensors = (graph.inputs + graph.outputs).map { "\($0.elementType.rawValue) \($0.shape)" }
    let expected = ["float32 [1, \(labels)]", "float32 [1, \(Self.noneIndex + 1)]"]
    guard graph.inputs.count == 1, tensors == expected else {
      throw ViewfinderError(
        .unsupportedModel, subject: path, found: tensors.joined(separator: " and "),
        expected: expected.joined(separator: " and "),
        remedy: "Use the category model that was trained for this labeler.")
    }
    let stem = path.hasSuffix(".tflite") ? String(path.dropLast(".tflite".count)) : path
    threshold = try CategoryDescription(path: "\(stem).json").threshold
  }

  /// The category model that comes with the package, on the bundled labeler.
  ///
  /// - Throws: ``ViewfinderError`` with the code `notFound` when the resources are not installed.
  public static func bundled() throws(ViewfinderError) -> CategoryModel {
    try CategoryModel(
      path: try BundledModel.path(of: BundledModel.categoriesFileName), labeler: .bundled())
  }
}
