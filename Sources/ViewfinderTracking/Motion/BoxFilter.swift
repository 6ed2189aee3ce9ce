/// A Kalman filter over a box and its velocity, each coordinate on its own.
///
/// With noise that is the same in all directions the four coordinates do not mix, so that the
/// 8 × 8 covariance of the usual formulation falls apart into four of 2 × 2, held here lane by
/// lane. Noise grows with the sides of the box, as in N. Aharon et al., "BoT-SORT" (2022).
struct BoxFilter: Sendable {
  /// The box.
  var position: BoxVector
  /// Its change in pixels a second.
  var velocity = BoxVector()
  private var positionVariance: BoxVector
  private var covariance = BoxVector()
  private var velocityVariance = BoxVector()
  /// Whether the velocity's variance is set; that needs to know how long a step is.
  private var knowsVelocity = false

  /// Standard deviations in sides of the box: of a detection, of what a step adds to the position,
  /// and of what it adds to the change for each step.
  private static let detectionNoise = 0.05
  private static let positionNoise = 0.035
  private static let velocityNoise = 0.00625
  /// How much more than that the change of a new track may be.
  private static let unknownVelocity = 10.0

  init(_ box: BoxVector) {
    position = box
    let deviation = 2 * Self.detectionNoise * box.sides
    positionVariance = deviation * deviation
  }

  /// The box, whose sides are at least a pixel long.
  var box: BoxVector {
    BoxVector(position.x, position.y, max(position.z, 1), max(position.w, 1))
  }

  private mutating func prepareVelocity(step: Double) {
    guard !knowsVelocity else { return }
    knowsVelocity = true
    let deviation = Self.unknownVelocity * Self.velocityNoise / step * position.sides
    velocityVariance = deviation * deviation
  }

  /// Forgets the velocity.
  mutating func halt() {
    velocity = BoxVector()
    covariance = BoxVector()
    knowsVelocity = false
  }

  /// Moves the box by its velocity.
  ///
  /// - Parameters:
  ///   - elapsed: The seconds that pass.
  ///   - step: The usual time between frames in seconds; the noise is that of a step.
  ///   - keepsSize: Whether the sides stay as they are.
  mutating func predict(elapsed: Double, step: Double, keepsSize: Bool) {
    guard elapsed > 0 else { return }
    prepareVelocity(step: step)
    if keepsSize {
      velocity.z = 0
      velocity.w = 0
    }
    let steps = elapsed / step
    let positionDeviation = Self.positionNoise * position.sides
    let velocityDeviation = Self.velocityNoise / step * position.sides
    position += elapsed * velocity
    positionVariance +=
      2 * elapsed * covariance + elapsed * elapsed * velocityVariance
      + steps * positionDeviation * positionDeviation
    covariance += elapsed * velocityVariance
    velocityVariance += steps * velocityDeviation * velocityDeviation
  }

  /// Moves the box by a measured shift and takes it as a measurement of the velocity too.
  ///
  /// - Parameters:
  ///   - shift: The shift of the centre in pixels.
  ///   - scale: The factor of the sides.
  ///   - deviation: How far the shift may be off, in pixels.
  ///   - elapsed: The seconds that pass.
  ///   - step: The usual time between frames in seconds.
  mutating func follow(
    shift: SIMD2<Double>, scale: Double, deviation: Double, elapsed: Double, step: Double
  ) {
    position.x += shift.x
    position.y += shift.y
    position.z *= scale
    position.w *= scale
    let noise = BoxVector(repeating: deviation * deviation)
    positionVariance += noise
    guard elapsed > 0 else { return }
    prepareVelocity(step: step)
    let velocityDeviation = Self.velocityNoise / step * position.sides
    velocityVariance += elapsed / step * velocityDeviation * velocityDeviation
    let measured = BoxVector(shift.x, shift.y, 0, 0) / elapsed
    var gain = velocityVariance / (velocityVariance + noise / (elapsed * elapsed))
    // The sides' velocity is left to detections.
    gain.z = 0
    gain.w = 0
    velocity += gain * (measured - velocity)
    velocityVariance -= gain * velocityVariance
    covariance -= gain * covariance
  }

  /// Takes a detection in.
  ///
  /// The noise falls with the detector's confidence, by half at most, as in Y. Du et al.,
  /// "GIAOTracker" (2021), whose factor falls to 0.
  mutating func correct(_ detected: BoxVector, confidence: Double) {
    let deviation = Self.detectionNoise * position.sides
    let noise = deviation * deviation * (1 - 0.5 * min(max(confidence, 0), 1))
    let variance = positionVariance + noise
    let residual = detected - position
    let positionGain = positionVariance / variance
    let velocityGain = covariance / variance
    position += positionGain * residual
    velocity += velocityGain * residual
    velocityVariance -= velocityGain * covariance
    covariance -= velocityGain * positionVariance
    positionVariance -= positionGain * positionVariance
  }

  /// Moves everything with the picture.
  ///
  /// Of a turn, the variances keep their axes; cameras turn little between frames.
  mutating func move(with camera: CameraMotion) {
    let scale = camera.scale
    let centre = camera.moved(x: position.x, y: position.y)
    position = BoxVector(centre.x, centre.y, position.z * scale, position.w * scale)
    velocity = BoxVector(
      camera.xx * velocity.x + camera.xy * velocity.y,
      camera.yx * velocity.x + camera.yy * velocity.y, velocity.z * scale, velocity.w * scale)
    positionVariance *= scale * scale
    covariance *= scale * scale
    velocityVariance *= scale * scale
  }
}
