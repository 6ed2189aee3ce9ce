public import Foundation
package import Viewfinder

/// An object in an image.
public final class Object: Sendable {
  /// Where the object is, in pixels of the image as passed, not turned.
  public let frame: CGRect

  /// What the object is, by falling confidence; empty when classification is off or nothing is
  /// sure enough.
  public let labels: [ObjectLabel]

  private let number: Int?

  /// The number that follows the object through a stream; `nil` for single images.
  public var trackingID: NSNumber? { number.map { NSNumber(value: $0) } }

  package init(_ object: DetectedObject) {
    frame = CGRect(
      x: object.frame.x, y: object.frame.y, width: object.frame.width,
      height: object.frame.height)
    labels = object.labels.map(ObjectLabel.init)
    number = object.trackingID
  }
}

extension Object: CustomStringConvertible {
  /// Number, frame and labels.
  public var description: String {
    "Object \(number.map(String.init) ?? "-") \(frame) \(labels)"
  }
}
