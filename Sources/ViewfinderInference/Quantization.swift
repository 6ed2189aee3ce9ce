/// How the integers of a tensor stand for real numbers: `real = scale × (integer − zeroPoint)`.
///
/// Source: the TensorFlow Lite 8-bit quantization specification.
public enum Quantization: Hashable, Sendable {
  /// The numbers stand for themselves.
  case none
  /// One scale and zero point for the whole tensor.
  case perTensor(scale: Float, zeroPoint: Int)
  /// One scale and zero point for each slice along an axis.
  case perChannel(axis: Int, scales: [Float], zeroPoints: [Int])
}
