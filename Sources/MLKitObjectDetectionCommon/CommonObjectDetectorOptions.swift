package import Viewfinder

/// How a detector is used.
public enum ObjectDetectorMode: Int, Sendable {
  /// Each image stands for itself.
  case singleImage = 0
  /// Images are frames of one stream; objects keep their number from frame to frame.
  case stream = 1
}

/// What the options of all object detectors have in common.
///
/// Make an `ObjectDetectorOptions` or a `CustomObjectDetectorOptions`.
open class CommonObjectDetectorOptions {
  /// The greatest number of objects with ``shouldEnableMultipleObjects``.
  public static let maximumObjectCount = 5

  /// Whether objects get labels; off by default, and then no classifier is loaded.
  public var shouldEnableClassification = false

  /// Whether up to five objects are found, or only the most prominent one.
  public var shouldEnableMultipleObjects = false

  /// Whether images are frames of a stream, which is the default.
  public var detectorMode = ObjectDetectorMode.stream

  /// Loads the classifier of this kind of detector; called at first use, and only when
  /// classification is on.
  package let loadLabeling: @Sendable (ImageClassifier.Options) throws -> ObjectDetector.Labeling

  /// How labels are selected.
  package var classifierOptions: ImageClassifier.Options { ImageClassifier.Options() }

  package init(
    loadLabeling:
      @escaping @Sendable (ImageClassifier.Options) throws -> ObjectDetector.Labeling
  ) {
    self.loadLabeling = loadLabeling
  }
}
