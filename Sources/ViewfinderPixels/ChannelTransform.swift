package import ViewfinderCore

/// The affine map from a channel's value in 0...255 to the value that a tensor wants.
///
/// Each channel becomes `value * scale + bias`. Integer targets are then rounded to the nearest
/// integer, halves to the even one, and clamped to the range of their type.
package struct ChannelTransform: Hashable, Sendable {
  /// The factors of red, green and blue.
  package var scale: SIMD3<Float>

  /// What is added to red, green and blue after scaling.
  package var bias: SIMD3<Float>

  /// Creates a map from its factors and what is added afterwards.
  package init(scale: SIMD3<Float>, bias: SIMD3<Float>) {
    self.scale = scale
    self.bias = bias
  }

  /// The map that leaves 0...255 as it is.
  package static let identity = ChannelTransform(
    scale: SIMD3(repeating: 1),
    bias: SIMD3(repeating: 0)
  )

  /// The normalisation `(value - mean) / std` of model metadata.
  ///
  /// - Parameters:
  ///   - mean: One number for all channels, or one for each of red, green and blue.
  ///   - std: One number for all channels, or one for each of red, green and blue.
  /// - Returns: The map that a float input wants.
  /// - Throws: `invalidMetadata` when there are neither one nor three numbers, when one of them is
  ///   not finite, or when `std` holds a zero.
  package static func normalization(
    mean: [Float],
    std: [Float]
  ) throws(ViewfinderError) -> ChannelTransform {
    let means = try channels(mean, "mean")
    let deviations = try channels(std, "std")
    let scale = 1 / deviations
    let bias = -means / deviations
    guard (0..<3).allSatisfy({ scale[$0].isFinite && bias[$0].isFinite }) else {
      throw ViewfinderError(
        .invalidMetadata,
        subject: "normalization",
        found: "dividing by std \(std) gives no finite number",
        expected: "a std that is not zero",
        remedy: "Correct the model's metadata."
      )
    }
    return ChannelTransform(scale: scale, bias: bias)
  }

  /// The map to the integers of a quantised input, where a real value is
  /// `(integer - zeroPoint) * step`.
  ///
  /// - Parameters:
  ///   - step: The quantisation's scale; positive and finite.
  ///   - zeroPoint: The integer that stands for 0.
  /// - Returns: This map, then the quantisation.
  /// - Precondition: `step` is positive and finite.
  package func quantized(step: Float, zeroPoint: Int) -> ChannelTransform {
    precondition(step > 0 && step.isFinite, "A quantisation step must be positive and finite")
    return ChannelTransform(scale: scale / step, bias: bias / step + Float(zeroPoint))
  }

  private static func channels(
    _ values: [Float],
    _ name: String
  ) throws(ViewfinderError) -> SIMD3<Float> {
    guard values.count == 1 || values.count == 3, values.allSatisfy(\.isFinite) else {
      throw ViewfinderError(
        .invalidMetadata,
        subject: "normalization",
        found: "\(name) is \(values)",
        expected: "one finite number, or three",
        remedy: "Correct the model's metadata."
      )
    }
    return values.count == 1
      ? SIMD3(repeating: values[0]) : SIMD3(values[0], values[1], values[2])
  }
}
