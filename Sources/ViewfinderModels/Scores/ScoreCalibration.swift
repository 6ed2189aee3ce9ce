internal import ViewfinderCore
internal import ViewfinderSystem

/// Makes the scores of different classes comparable, with one sigmoid for each class.
///
/// `calibrated = scale ÷ (1 + exp(−(slope × g(score) + offset)))`, where g is the ``Transform``.
/// Source: `ScoreCalibrationOptions` in the TensorFlow Lite metadata schema.
package struct ScoreCalibration: Hashable, Sendable {
  /// What happens to a score before the sigmoid.
  package enum Transform: String, Hashable, Sendable, CaseIterable {
    /// The score itself.
    case identity
    /// The natural logarithm of the score.
    case log
    /// The inverse of the logistic function: `log(x) − log(1 − x)`.
    case inverseLogistic

    /// Creates a transform from its number in the schema.
    init?(number: Int8) {
      guard number >= 0, number < 3 else { return nil }
      self = Transform.allCases[Int(number)]
    }

    func callAsFunction(_ score: Float) -> Float {
      func clampedLog(_ value: Float) -> Float { logarithm(max(value, 1e-16)) }
      switch self {
      case .identity: return score
      case .log: return clampedLog(score)
      case .inverseLogistic: return clampedLog(score) - clampedLog(1 - score)
      }
    }
  }

  /// The sigmoid of one class.
  package struct Parameters: Hashable, Sendable {
    /// The largest calibrated score; not negative.
    package let scale: Float
    /// The steepness.
    package let slope: Float
    /// The shift.
    package let offset: Float
    /// Scores below this give the default score, if it is set.
    package let minimumScore: Float?
  }

  /// What happens to a score before the sigmoid.
  package let transform: Transform

  /// The score of classes without parameters, and of scores below a class's minimum.
  package let defaultScore: Float

  /// One sigmoid for each class; nothing where a class has none.
  package let parameters: [Parameters?]

  /// The calibrated score of a class.
  ///
  /// - Parameters:
  ///   - score: The score that the model gave; NaN stays NaN.
  ///   - index: The class, from 0 up to the number of ``parameters``.
  /// - Returns: A score from 0 through the class's scale, or the default score.
  /// - Complexity: O(1).
  package func calibrated(_ score: Float, classIndex index: Int) -> Float {
    precondition(parameters.indices.contains(index), "There is no such class")
    if score.isNaN { return score }
    guard let sigmoid = parameters[index] else { return defaultScore }
    if let minimum = sigmoid.minimumScore, score < minimum { return defaultScore }
    let power = sigmoid.slope * transform(score) + sigmoid.offset
    // Either form is exact; each is used where its exponential cannot overflow.
    if power >= 0 { return sigmoid.scale / (1 + exponential(-power)) }
    let exponential = exponential(power)
    return sigmoid.scale * exponential / (1 + exponential)
  }
}
