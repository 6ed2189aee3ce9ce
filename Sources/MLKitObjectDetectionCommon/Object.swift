public import Foundation
package import Viewfinder

/// An object in an image.
#if canImport(ObjectiveC)
  @objc(MLKObject)
#endif
public final class Object: NSObject, Sendable {
  /// Where the object is, in stored pixels.
  let box: Box

  private let id: Int?

  /// What the object is, by falling confidence; empty when classification is off or nothing is
  /// sure enough.
  public let labels: [ObjectLabel]

  /// Where the object is, in pixels of the image as passed, not turned by its orientation.
  public var frame: CGRect { CGRect(box) }

  /// The number of the object's track, from 0; `nil` outside stream mode.
  public var trackingID: NSNumber? { id.map { NSNumber(value: $0) } }

  package init(_ object: DetectedObject, in image: InputImage) {
    box = image.stored(object.box)
    id = nil
    labels = object.labels.map(ObjectLabel.init)
  }

  package init(_ object: TrackedObject, in image: InputImage) {
    box = image.stored(object.box)
    id = object.id
    labels = object.labels.map(ObjectLabel.init)
  }

  /// Whether frame, labels and tracking ID agree.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? Object else { return false }
    return box == other.box && id == other.id && labels == other.labels
  }

  /// A number that agrees for equal objects.
  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(box)
    hasher.combine(id)
    hasher.combine(labels)
    return hasher.finalize()
  }

  /// Frame, tracking ID and labels.
  public override var description: String {
    "\(frame) track \(id.map(String.init) ?? "none") \(labels)"
  }
}
