public import Foundation
package import MLKitCommon
package import Viewfinder
internal import ViewfinderSystem

/// What the options of all object detectors have in common.
///
/// Make an `ObjectDetectorOptions` or a `CustomObjectDetectorOptions`.
#if canImport(ObjectiveC)
  @objc(MLKCommonObjectDetectorOptions)
#endif
open class CommonObjectDetectorOptions: NSObject {
  /// Whether objects get labels; off unless set.
  ///
  /// Without labels no classifier is loaded.
  public var shouldEnableClassification = false

  /// Whether up to five objects are found instead of the most prominent one; off unless set.
  public var shouldEnableMultipleObjects = false

  /// What kind of images the detector is given; a stream unless set.
  public var detectorMode = ObjectDetectorMode.stream

  /// The least confidence of a label; `nil` for the model's own.
  package var labelThreshold: NSNumber?

  /// The greatest number of labels of an object; values below 1 mean the default.
  package var labelLimit = 0

  /// The most objects that a detector reports, as in ML Kit.
  package static let objectLimit = 5

  /// Says which model to use; called at first use, with whether labels are wanted.
  package typealias Locate = @Sendable (_ classifies: Bool) throws -> ModelPlace

  /// Loads the models; called at first use, with classifier options when labels are wanted.
  package typealias Load =
    @Sendable (ModelPlace, Labeler.Options?, Detector.Options) throws ->
    Detector

  private let locate: Locate
  private let load: Load

  package init(locate: @escaping Locate, load: @escaping Load) {
    self.locate = locate
    self.load = load
  }

  private struct Key: Hashable, Sendable {
    var place: ModelPlace
    var stamps: [FileStamp?]
    var labelOptions: Labeler.Options?
    var options: Detector.Options
  }

  /// Detectors with the same models and options share them.
  private static let recent = RecentResources<Key, Detector>(capacity: 4)

  /// Makes the detector of the options as they stand, when it is first used.
  package var makeDetector: @Sendable () throws -> Detector {
    let labelOptions =
      shouldEnableClassification
      ? Labeler.Options(limit: labelLimit, threshold: labelThreshold) : nil
    let options = Detector.Options(
      maxObjects: shouldEnableMultipleObjects ? Self.objectLimit : 1)
    return { [locate, load] in
      let place = try locate(labelOptions != nil)
      let key = Key(
        place: place, stamps: try place.stamps(), labelOptions: labelOptions,
        options: options)
      return try Self.recent.value(for: key) { try load(place, labelOptions, options) }
    }
  }
}
