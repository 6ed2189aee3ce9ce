public import ViewfinderCore

/// The bundled labeler with plain labels of everyday things in place of its classes.
///
/// A thousand classes share out the probability of one dog among its breeds; the labels add it
/// up again.
public struct BaseLabelModel: Sendable {
  /// The labeler, and the model that knows categories its classes lack.
  public let categories: CategoryModel

  /// The labels.
  public let table: BaseLabelTable

  /// The least confidence of a label, unless the user says otherwise.
  public static let defaultThreshold: Float = 0.5

  /// Puts a table in front of a category model.
  ///
  /// - Parameters:
  ///   - categories: A category model and its labeler.
  ///   - tablePath: The path of a table for the labeler's classes; see ``BaseLabelTable``.
  /// - Throws: ``ViewfinderError`` as `BaseLabelTable(path:classCount:)` does.
  public init(categories: CategoryModel, tablePath: String) throws(ViewfinderError) {
    self.categories = categories
    table = try BaseLabelTable(
      path: tablePath, classCount: categories.labeler.heads[0].classCount)
  }

  /// The base labels that come with the package.
  ///
  /// - Throws: ``ViewfinderError`` with the code `notFound` when the resources are not installed.
  public static func bundled() throws(ViewfinderError) -> BaseLabelModel {
    try BaseLabelModel(
      categories: .bundled(),
      tablePath: try BundledModel.path(of: BundledModel.baseLabelsFileName))
  }
}
