public import Foundation
package import Viewfinder

/// An object in an image.
public final class Object: Sendable {
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
}

extension Object: Hashable {
  /// Whether frame, labels and tracking ID agree.
  public static func == (left: Object, right: Object) -> Bool {
    left.object.frame == right.object.frame && left.object.trackingID == right.object.trackingID
      && left.labels == right.labels
  }

  /// Feeds frame, labels and tracking ID.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(object.frame)
    hasher.combine(object.trackingID)
    hasher.combine(labels)
  }
}

extension Object: CustomStringConvertible {
  /// Frame, tracking ID and labels.
  public var description: String {
    "\(frame) track \(object.trackingID.map(String.init) ?? "none") \(labels)"
  }
}
