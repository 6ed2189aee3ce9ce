public import Foundation
package import MLKitCommon
package import Viewfinder
internal import ViewfinderSystem

/// What the options of all image labelers have in common.
///
/// Make an `ImageLabelerOptions` or a `CustomImageLabelerOptions`.
#if canImport(ObjectiveC)
  @objc(MLKCommonImageLabelerOptions)
#endif
open class CommonImageLabelerOptions: NSObject {
  /// The least confidence of a label.
  ///
  /// `nil` and values outside 0 through 1 mean the labeler's own threshold: 0.5 for the base
  /// model, and for custom models the one in the model's metadata, or 0.
  public var confidenceThreshold: NSNumber?

  /// The greatest number of labels; values below 1 mean the default.
  package var labelLimit = 0

  /// Says which model to use; called at first use.
  package typealias Locate = @Sendable () throws -> ModelPlace

  /// Loads the model and makes a classifier; called at first use.
  package typealias Load =
    @Sendable (ModelPlace, Labeler.Options) throws -> any RegionLabeler

  private let locate: Locate
  private let load: Load

  package init(locate: @escaping Locate, load: @escaping Load) {
    self.locate = locate
    self.load = load
  }

  private struct Key: Hashable, Sendable {
    var place: ModelPlace
    var stamps: [FileStamp?]
    var options: Labeler.Options
  }

  /// Labelers with the same model and options share it.
  private static let recent = RecentResources<Key, any RegionLabeler>(capacity: 4)

  /// Makes the classifier of the options as they stand, when it is first used.
  package var makeLabeler: @Sendable () throws -> any RegionLabeler {
    let options = Labeler.Options(limit: labelLimit, threshold: confidenceThreshold)
    return { [locate, load] in
      let place = try locate()
      let key = Key(place: place, stamps: try place.stamps(), options: options)
      return try Self.recent.value(for: key) { try load(place, options) }
    }
  }
}
