public import Foundation
package import Viewfinder

/// An object in an image.
#if canImport(ObjectiveC)
  @objc(MLKObject)
#endif
public final class Object: NSObject, Sendable {
  let object: DetectedObject

  /// What the object is, by falling confidence; empty when classification is off or nothing is
  /// sure enough.
  public let labels: [ObjectLabel]

  /// Where the object is, in pixels of the image as passed, not turned by its orientation.
  public var frame: CGRect { CGRect(object.frame) }

  /// The number of the object's track, from 0; `nil` outside stream mode.
  public var trackingID: NSNumber? { object.trackingID.map { NSNumber(value: $0) } }

  package init(_ object: DetectedObject) {
    self.object = object
    labels = object.labels.map(ObjectLabel.init)
  }

  /// Whether frame, labels and tracking ID agree.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? Object else { return false }
    return self.object.frame == other.object.frame
      && self.object.trackingID == other.object.trackingID && labels == other.labels
  }

  /// A number that agrees for equal objects.
  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(object.frame)
    hasher.combine(object.trackingID)
    hasher.combine(labels)
    return hasher.finalize()
  }

  /// Frame, tracking ID and labels.
  public override var description: String {
    "\(frame) track \(object.trackingID.map(String.init) ?? "none") \(labels)"
  }
}
