internal import Foundation
package import Viewfinder

/// What the options of all object detectors have in common.
///
/// Make an `ObjectDetectorOptions` or a `CustomObjectDetectorOptions`.
open class CommonObjectDetectorOptions {
  /// Whether objects get labels; off unless set.
  ///
  /// Without labels no classifier is loaded.
  public var shouldEnableClassification = false

  /// Whether up to five objects are found instead of the most prominent one; off unless set.
  public var shouldEnableMultipleObjects = false

  /// What kind of images the detector is given; a stream unless set.
  public var detectorMode = ObjectDetectorMode.stream

  /// The least confidence of a label; `nil` for the model's own.
  package var labelThreshold: Float?

  /// The greatest number of labels of an object; values below 1 mean the default.
  package var labelLimit = 0

  /// The most objects that a detector reports, as in ML Kit.
  package static let objectLimit = 5

  /// Loads the models; called at first use, with classifier options when labels are wanted.
  package typealias Load =
    @Sendable (ImageClassifier.Options?, Viewfinder.ObjectDetector.Options) throws ->
    Viewfinder.ObjectDetector

  package let load: Load

  package init(load: @escaping Load) {
    self.load = load
  }

  /// Makes the detector of the options as they stand, when it is first used.
  package var makeDetector: @Sendable () throws -> Viewfinder.ObjectDetector {
    let classifierOptions =
      shouldEnableClassification
      ? ImageClassifier.Options(maxResults: labelLimit, confidenceThreshold: labelThreshold) : nil
    let options = Viewfinder.ObjectDetector.Options(
      maxObjects: shouldEnableMultipleObjects ? Self.objectLimit : 1)
    return { [load] in try load(classifierOptions, options) }
  }
}
