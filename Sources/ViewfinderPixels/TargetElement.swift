/// A number type that the sampler can write.
protocol TargetElement: BitwiseCopyable {
  /// The first three lanes as elements: integers rounded to the nearest and clamped.
  static func encode(_ value: SIMD4<Float>) -> (Self, Self, Self)
}

extension Float: TargetElement {
  @inline(__always)
  static func encode(_ value: SIMD4<Float>) -> (Float, Float, Float) {
    (value.x, value.y, value.z)
  }
}

extension UInt8: TargetElement {
  @inline(__always)
  static func encode(_ value: SIMD4<Float>) -> (UInt8, UInt8, UInt8) {
    let bits = roundedBits(value, from: 0, through: 255)
    return (
      UInt8(truncatingIfNeeded: bits.x), UInt8(truncatingIfNeeded: bits.y),
      UInt8(truncatingIfNeeded: bits.z)
    )
  }
}

extension Int8: TargetElement {
  @inline(__always)
  static func encode(_ value: SIMD4<Float>) -> (Int8, Int8, Int8) {
    let bits = roundedBits(value, from: -128, through: 127)
    return (
      Int8(truncatingIfNeeded: bits.x), Int8(truncatingIfNeeded: bits.y),
      Int8(truncatingIfNeeded: bits.z)
    )
  }
}

/// Clamped and rounded integers, in two's complement, in the low bits of each lane.
///
/// Adding 1.5 · 2²³ leaves no fractional bits in a Float, so that the processor rounds all lanes
/// to the nearest integer, halves to even, without converting or trapping.
@inline(__always)
private func roundedBits(
  _ value: SIMD4<Float>,
  from lower: Float,
  through upper: Float
) -> SIMD4<UInt32> {
  let clamped = pointwiseMin(
    pointwiseMax(value, SIMD4(repeating: lower)),
    SIMD4(repeating: upper)
  )
  return unsafe unsafeBitCast(clamped + 12_582_912, to: SIMD4<UInt32>.self)
}
