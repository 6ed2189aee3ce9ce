#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#else
  #error("This platform's mathematics library is not known")
#endif

extension TrackLabels {
  /// What is left of a weight after one more classification.
  static func fading(halfLife: Double) -> Double { exp2(-1 / halfLife) }
}
