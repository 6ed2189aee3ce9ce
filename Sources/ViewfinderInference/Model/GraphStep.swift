/// One operator next to an input or an output of a model, as far as it tells what the numbers there
/// mean.
package struct GraphStep: Hashable, Sendable {
  /// The name of the operator.
  package let name: String

  /// Its constant inputs, in their order, and the position of each among all inputs.
  package let constants: [GraphConstant]

  /// How integers of its first result stand for real numbers.
  package let quantization: Quantization

  /// The type of its first result.
  package let elementType: ElementType
}

/// What a constant of a model holds, in short; behind an output only its shape is looked at.
package struct GraphConstant: Hashable, Sendable {
  /// The position among the operator's inputs.
  package let position: Int

  /// The sizes.
  package let shape: [Int]

  /// All values of a constant that has at most 16; else none.
  package let values: [Float]

  /// The mean of the values without their signs.
  package let meanMagnitude: Float

  /// The greatest value without its sign.
  package let largestMagnitude: Float
}
