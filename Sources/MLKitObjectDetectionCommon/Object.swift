public import Foundation
package import Viewfinder

/// An object in an image.
public final class Object: Sendable {
  /// Where the object is, in pixels of the image as passed, not turned by its orientation.
  public let frame: CGRect

  /// What the object is, by falling confidence; empty when classification is off or nothing is
  /// sure enough.
  public let labels: [ObjectLabel]

  private let track: Int?

  /// The number of the object's track, from 0; `nil` outside stream mode.
  public var trackingID: NSNumber? { track.map { NSNumber(value: $0) } }

  package init(_ object: DetectedObject) {
    let frame = object.frame
    self.frame = CGRect(x: frame.x, y: frame.y, width: frame.width, height: frame.height)
    labels = object.labels.map(ObjectLabel.init)
    track = object.trackingID
  }
}

extension Object: Hashable {
  /// Whether frame, labels and tracking ID agree.
  public static func == (left: Object, right: Object) -> Bool {
    left.frame == right.frame && left.track == right.track && left.labels == right.labels
  }

  /// Feeds frame, labels and tracking ID.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(frame.origin.x)
    hasher.combine(frame.origin.y)
    hasher.combine(frame.size.width)
    hasher.combine(frame.size.height)
    hasher.combine(labels)
    hasher.combine(track)
  }
}

extension Object: CustomStringConvertible {
  /// Frame, tracking ID and labels.
  public var description: String {
    "\(frame) track \(track.map(String.init) ?? "none") \(labels)"
  }
}
