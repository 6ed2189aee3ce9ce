/// How the image moved from one frame to a later one because the camera did: an affine map.
///
/// A point of the scene that stands still and was at (`x`, `y`) in the earlier frame is at
/// (`xx`·x + `xy`·y + `dx`, `yx`·x + `yy`·y + `dy`) in the later one. Both are in pixels of the
/// frame that the boxes are in, origin top left, `x` to the right and `y` down.
public struct CameraMotion: Hashable, Sendable {
  /// How far the later `x` follows the earlier `x`.
  public var xx: Double
  /// How far the later `x` follows the earlier `y`.
  public var xy: Double
  /// The shift to the right in pixels.
  public var dx: Double
  /// How far the later `y` follows the earlier `x`.
  public var yx: Double
  /// How far the later `y` follows the earlier `y`.
  public var yy: Double
  /// The shift down in pixels.
  public var dy: Double

  /// Creates a motion from the rows of its 2 × 3 matrix.
  public init(xx: Double, xy: Double, dx: Double, yx: Double, yy: Double, dy: Double) {
    self.xx = xx
    self.xy = xy
    self.dx = dx
    self.yx = yx
    self.yy = yy
    self.dy = dy
  }

  /// Creates a shift in pixels.
  public init(dx: Double, dy: Double) {
    self.init(xx: 1, xy: 0, dx: dx, yx: 0, yy: 1, dy: dy)
  }

  /// A camera that stands still.
  public static let identity = CameraMotion(dx: 0, dy: 0)

  /// By how much lengths grow: the square root of the determinant's size.
  public var scale: Double { abs(xx * yy - xy * yx).squareRoot() }

  /// Whether a camera can have moved like this between two frames.
  ///
  /// The shift is finite then, and lengths become at least a fifth and at most five times as large.
  /// A tracker takes other motions for unknown.
  public var isPlausible: Bool {
    let scale = scale
    return dx.isFinite && dy.isFinite && scale >= 0.2 && scale <= 5
  }

  /// Where a point of the earlier frame is in the later one.
  public func moved(x: Double, y: Double) -> (x: Double, y: Double) {
    (xx * x + xy * y + dx, yx * x + yy * y + dy)
  }

  /// This motion and then another one, as a single one.
  public func followed(by next: CameraMotion) -> CameraMotion {
    CameraMotion(
      xx: next.xx * xx + next.xy * yx, xy: next.xx * xy + next.xy * yy,
      dx: next.xx * dx + next.xy * dy + next.dx,
      yx: next.yx * xx + next.yy * yx, yy: next.yx * xy + next.yy * yy,
      dy: next.yx * dx + next.yy * dy + next.dy)
  }
}
