extension ObjectDetector {
  /// Where the labels of objects come from.
  public enum Labeling: Sendable {
    /// Objects get no labels, and no classifier is loaded.
    case off

    /// The classes of the detector itself; none for class-agnostic detectors.
    case detector

    /// A classifier that looks at the region of each object.
    ///
    /// Labels whose index is in `ignoring` are left out: the class that means "none of these".
    case classifier(ImageClassifier, ignoring: Set<Int> = [])
  }
}
