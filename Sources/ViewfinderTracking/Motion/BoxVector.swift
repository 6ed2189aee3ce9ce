internal import ViewfinderCore

/// A box as the coordinates of its centre, its width and its height, in pixels.
typealias BoxVector = SIMD4<Double>

extension BoxVector {
  init(_ rect: Box) {
    self.init(rect.x + rect.width / 2, rect.y + rect.height / 2, rect.width, rect.height)
  }

  var rect: Box { Box(x: x - z / 2, y: y - w / 2, width: z, height: w) }

  var left: Double { x - z / 2 }
  var right: Double { x + z / 2 }
  var top: Double { y - w / 2 }
  var bottom: Double { y + w / 2 }

  /// The sides, at least 1, in the order of the coordinates that they scale: w, h, w, h.
  var sides: BoxVector {
    let (width, height) = (Swift.max(z, 1), Swift.max(w, 1))
    return BoxVector(width, height, width, height)
  }

  /// The overlap divided by the union (IoU) when each side of both boxes grows by a share of
  /// itself at both ends.
  func overlap(_ other: BoxVector, growth: Double = 0) -> Double {
    let half = 0.5 + growth
    let (width, height) = (z * half, w * half)
    let (otherWidth, otherHeight) = (other.z * half, other.w * half)
    let across =
      Swift.min(x + width, other.x + otherWidth) - Swift.max(x - width, other.x - otherWidth)
    let down =
      Swift.min(y + height, other.y + otherHeight) - Swift.max(y - height, other.y - otherHeight)
    guard across > 0, down > 0 else { return 0 }
    let shared = across * down
    return shared / (4 * (width * height + otherWidth * otherHeight) - shared)
  }

  /// The overlap of the two ranges from top to bottom divided by their union.
  func heightOverlap(_ other: BoxVector) -> Double {
    let shared = Swift.min(bottom, other.bottom) - Swift.max(top, other.top)
    guard shared > 0 else { return 0 }
    return shared / (Swift.max(bottom, other.bottom) - Swift.min(top, other.top))
  }

  /// The overlap of the boxes, grown as for ``overlap(_:growth:)``, times that of their heights.
  func likeness(_ other: BoxVector, growth: Double = 0) -> Double {
    let overlap = overlap(other, growth: growth)
    // Most pairs do not touch.
    return overlap > 0 ? overlap * heightOverlap(other) : 0
  }

  /// The share of this box that another one covers.
  func coverage(by other: BoxVector) -> Double {
    let across = Swift.min(right, other.right) - Swift.max(left, other.left)
    let down = Swift.min(bottom, other.bottom) - Swift.max(top, other.top)
    return across > 0 && down > 0 ? across * down / (z * w) : 0
  }
}
