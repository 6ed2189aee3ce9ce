package import ViewfinderModels

extension Detector {
  /// Where the labels of objects come from.
  public enum Labeling: Sendable {
    /// Objects get no labels, and no labeler is loaded.
    case off

    /// The classes of the detector itself; none for class-agnostic detectors.
    case detector

    /// A labeler that looks at the region of each object: a ``Labeler`` with a model of your own, or a
    /// ``CategoryLabeler`` for coarse categories.
    case labeler(any RegionLabeler)
  }
}

extension Detector.Labeling {
  /// The model that looks at the regions of objects; `nil` without one, and for labelers of others.
  package var cropModel: ClassifierModel? {
    guard case .labeler(let labeler) = self else { return nil }
    return switch labeler {
    case let labeler as Labeler: labeler.model
    case let labeler as CategoryLabeler: labeler.model.labeler
    case let labeler as BaseLabeler: labeler.model.categories.labeler
    default: nil
    }
  }
}
