/// How the content of a box was seen to move from one frame to the next.
public struct BoxMotion: Hashable, Sendable {
  /// The shift of the box's centre to the right in pixels.
  public var dx: Double
  /// The shift of the box's centre down in pixels.
  public var dy: Double
  /// The factor by which the sides grew about the centre; 1 when the size stayed.
  public var scale: Double
  /// How many points of the box agree on this motion; below 3 it is not to be relied on.
  public var inlierCount: Int
  /// How far those points scatter about the motion: the median distance in pixels; 0 when unknown.
  public var spread: Double

  /// Creates a motion.
  public init(
    dx: Double, dy: Double, scale: Double = 1, inlierCount: Int, spread: Double = 0
  ) {
    self.dx = dx
    self.dy = dy
    self.scale = scale
    self.inlierCount = inlierCount
    self.spread = spread
  }

  /// Nothing was seen of the box's content.
  public static let unseen = BoxMotion(dx: 0, dy: 0, inlierCount: 0)
}
