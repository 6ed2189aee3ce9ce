/// A number that a ``Sampler`` writes: `UInt8`, `Int8` or `Float`.
///
/// Do not conform types of your own to it.
package protocol SampleElement: BitwiseCopyable {
  /// The range that samples are rounded and clamped to, or nothing for floats.
  static var sampleLimits: ClosedRange<Float>? { get }
}

extension UInt8: SampleElement {
  /// 0 through 255.
  package static var sampleLimits: ClosedRange<Float>? { 0...255 }
}

extension Int8: SampleElement {
  /// −128 through 127.
  package static var sampleLimits: ClosedRange<Float>? { -128...127 }
}

extension Float: SampleElement {
  /// No limits.
  package static var sampleLimits: ClosedRange<Float>? { nil }
}
