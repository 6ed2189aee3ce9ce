/// The type of a tensor's elements, named as TensorFlow Lite names them.
public enum ElementType: String, Hashable, Sendable, CaseIterable {
  /// IEEE 754, 32 bits.
  case float32
  /// IEEE 754, 16 bits.
  case float16
  /// IEEE 754, 64 bits.
  case float64
  /// Unsigned, 8 bits.
  case uint8
  /// Signed, 8 bits.
  case int8
  /// Unsigned, 16 bits.
  case uint16
  /// Signed, 16 bits.
  case int16
  /// Unsigned, 32 bits.
  case uint32
  /// Signed, 32 bits.
  case int32
  /// Unsigned, 64 bits.
  case uint64
  /// Signed, 64 bits.
  case int64
  /// Signed, 4 bits.
  case int4
  /// One byte, 0 or 1.
  case bool
  /// Text.
  case string
  /// Two 32-bit floating-point numbers.
  case complex64
  /// Two 64-bit floating-point numbers.
  case complex128
  /// A handle to a resource.
  case resource
  /// A tensor list or the like.
  case variant
  /// A type this version does not know.
  case unknown

  /// The bytes of an element, or 0 for types without a whole number of bytes.
  public var byteCount: Int {
    switch self {
    case .uint8, .int8, .bool: 1
    case .float16, .uint16, .int16: 2
    case .float32, .uint32, .int32: 4
    case .float64, .uint64, .int64, .complex64: 8
    case .complex128: 16
    case .int4, .string, .resource, .variant, .unknown: 0
    }
  }
}
