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
