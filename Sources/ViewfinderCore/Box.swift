/// A rectangle in pixels, its sides along the axes: origin top left, `x` to the right and `y` down.
public struct Box: Hashable, Sendable, Codable {
  /// The left edge.
  public var x: Double
  /// The top edge.
  public var y: Double
  /// The width.
  public var width: Double
  /// The height.
  public var height: Double

  /// Creates a rectangle from its top-left corner and size.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The right edge.
  public var maxX: Double { x + width }

  /// The bottom edge.
  public var maxY: Double { y + height }

  /// The area in square pixels; 0 when a side is not positive.
  public var area: Double { width > 0 && height > 0 ? width * height : 0 }

  /// Whether the sides are positive and all four numbers are finite.
  public var isProper: Bool {
    width > 0 && height > 0 && x.isFinite && y.isFinite && maxX.isFinite && maxY.isFinite
  }

  /// The part that lies in both rectangles; its sides are 0 when they do not meet.
  public func intersection(_ other: Box) -> Box {
    let left = Swift.max(x, other.x)
    let top = Swift.max(y, other.y)
    return Box(
      x: left, y: top, width: Swift.max(0, Swift.min(maxX, other.maxX) - left),
      height: Swift.max(0, Swift.min(maxY, other.maxY) - top))
  }

  /// The smallest rectangle that holds both.
  public func union(_ other: Box) -> Box {
    let left = Swift.min(x, other.x)
    let top = Swift.min(y, other.y)
    return Box(
      x: left, y: top, width: Swift.max(maxX, other.maxX) - left,
      height: Swift.max(maxY, other.maxY) - top)
  }

  /// Whether another rectangle lies in this one; edges may touch.
  public func contains(_ other: Box) -> Bool {
    other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY
  }

  /// Whether a point lies in this rectangle; its left and top edges belong to it.
  public func contains(x: Double, y: Double) -> Bool {
    x >= self.x && y >= self.y && x < maxX && y < maxY
  }

  /// The overlap of two rectangles divided by their union (IoU), from 0 through 1.
  ///
  /// Rectangles that both have no area give 0.
  ///
  /// - Complexity: O(1).
  public func intersectionOverUnion(_ other: Box) -> Double {
    let overlap = intersection(other).area
    let union = area + other.area - overlap
    return union > 0 ? overlap / union : 0
  }
}
