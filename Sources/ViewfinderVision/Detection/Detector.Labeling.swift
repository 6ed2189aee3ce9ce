extension Detector {
  /// Where the labels of objects come from.
  public enum Labeling: Sendable {
    /// Objects get no labels, and no classifier is loaded.
    case off

    /// The classes of the detector itself; none for class-agnostic detectors.
    case detector

    /// A classifier that looks at the region of each object: an ``Labeler`` with a model
    /// of your own, or a ``CategoryLabeler`` for coarse categories.
    case classifier(any RegionLabeler)
  }
}
