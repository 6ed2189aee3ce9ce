public import Foundation

/// A point in an image, in the image's pixels.
#if canImport(ObjectiveC)
  @objc(MLKVisionPoint)
#endif
public class VisionPoint: NSObject {
  /// The distance from the left edge.
  public let x: CGFloat

  /// The distance from the top edge.
  public let y: CGFloat

  package init(x: CGFloat, y: CGFloat) {
    self.x = x
    self.y = y
  }
}

/// A point in an image with a depth in the same scale.
#if canImport(ObjectiveC)
  @objc(MLKVision3DPoint)
#endif
public final class Vision3DPoint: VisionPoint {
  /// The depth.
  public let z: CGFloat

  package init(x: CGFloat, y: CGFloat, z: CGFloat) {
    self.z = z
    super.init(x: x, y: y)
  }
}
