/// A file that metadata refers to; its bytes are in the archive at the end of the model file.
package struct AssociatedFile: Hashable, Sendable {
  /// The name in the archive.
  package let name: String

  /// What the file is.
  package let summary: String?

  /// What the file is for.
  package let kind: Kind

  /// The language of a label file, such as `en`.
  package let locale: String?

  /// The version of the file.
  package let version: String?

  /// What an associated file is for.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A purpose that this version does not know.
    case unknown
    /// Descriptions of classes.
    case descriptions
    /// One label for each class of a score tensor.
    case tensorAxisLabels
    /// Labels for the values in a tensor, as detectors have them; not used for classifiers.
    case tensorValueLabels
    /// Parameters of a score calibration.
    case scoreCalibration
    /// Words.
    case vocabulary
    /// An index for nearest-neighbour search.
    case scannIndex

    /// Creates a kind from its number in the schema.
    init(number: Int8) {
      let all: [Kind] = [
        .unknown, .descriptions, .tensorAxisLabels, .tensorValueLabels, .scoreCalibration,
        .vocabulary, .scannIndex,
      ]
      self = all.indices.contains(Int(number)) ? all[Int(number)] : .unknown
    }
  }
}
