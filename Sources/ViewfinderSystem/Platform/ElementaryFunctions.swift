/// *e* to the power of a number.
package func exponential(_ value: Double) -> Double { exp(value) }

/// *e* to the power of a number.
package func exponential(_ value: Float) -> Float { exp(value) }

/// A number to the power of another.
package func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

/// The natural logarithm of a number above 0.
package func logarithm(_ value: Double) -> Double { log(value) }

/// The natural logarithm of a number above 0.
package func logarithm(_ value: Float) -> Float { log(value) }
