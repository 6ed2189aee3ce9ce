#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#else
  #error("This platform's mathematics library is not known")
#endif

/// *e* to the power of a number.
func exponential(_ value: Double) -> Double { exp(value) }

/// A number to the power of another.
func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

/// The natural logarithm of a number above 0.
func logarithm(_ value: Double) -> Double { log(value) }
