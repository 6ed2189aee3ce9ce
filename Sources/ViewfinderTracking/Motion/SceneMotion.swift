/// What the detections of a scene say about all of its objects together.
///
/// Without a measured camera motion, the shift that most tracks miss their detections by is taken
/// for the camera's, as far as shifts of that size are usual in this scene: the estimate is shrunk
/// by the variance of the camera's earlier jerks against its own. A camera that stands still has
/// none, so that the common steps of a few people do not pass for one.
struct SceneMotion: Sendable {
  /// How far detections lie from where tracks expect them, in sides of a box: a running mean.
  private(set) var surprise = Self.usualSurprise
  private var variance = SIMD2<Double>()

  static let usualSurprise = 0.08
  /// The fewest pairs of track and detection that say something about the camera.
  static let minimumPairCount = 4

  private static let surpriseRate = 0.02
  private static let varianceRate = 0.15
  /// The standard error of a median in deviations of its values, and how many of it are noise.
  private static let errorFactor = 1.5
  private static let noiseFactor = 2.0

  mutating func note(surprise value: Double) {
    surprise += Self.surpriseRate * (value - surprise)
  }

  /// Estimates the camera's shift on one axis.
  ///
  /// - Parameters:
  ///   - axis: 0 for x, 1 for y.
  ///   - residuals: How far each detection is from where its track expects it; reordered.
  ///   - meanHeight: The mean height of the boxes.
  /// - Returns: The shift in pixels.
  mutating func shift(axis: Int, residuals: inout [Double], meanHeight: Double) -> Double {
    let count = Double(residuals.count)
    let middle = median(of: &residuals)
    for index in residuals.indices { residuals[index] = abs(residuals[index] - middle) }
    // A hundredth of the height keeps pairs that agree by chance from counting as exact.
    let deviation = median(of: &residuals) / meanHeight + 0.01
    let error = Self.errorFactor * deviation / count.squareRoot()
    let value = middle / meanHeight
    let noise = Self.noiseFactor * error
    let excess = max(value * value - noise * noise, 0)
    variance[axis] += Self.varianceRate * (excess - variance[axis])
    return middle * variance[axis] / (variance[axis] + error * error)
  }
}

/// The upper median; reorders the values.
///
/// - Complexity: O(*n*) on average.
private func median(of values: inout [Double]) -> Double {
  let target = values.count / 2
  var (low, high) = (0, values.count - 1)
  while low < high {
    let pivot = values[(low + high) / 2]
    var (left, right) = (low, high)
    while left <= right {
      while values[left] < pivot { left += 1 }
      while values[right] > pivot { right -= 1 }
      if left <= right {
        values.swapAt(left, right)
        left += 1
        right -= 1
      }
    }
    if target <= right {
      high = right
    } else if target >= left {
      low = left
    } else {
      break
    }
  }
  return values[target]
}
