/// A Swift type whose values a tensor can hold.
public protocol TensorElement: BitwiseCopyable, Sendable {
  /// The tensor type with the same layout.
  static var elementType: ElementType { get }
}

extension Float: TensorElement {
  /// `float32`.
  public static var elementType: ElementType { .float32 }
}

extension Double: TensorElement {
  /// `float64`.
  public static var elementType: ElementType { .float64 }
}

extension UInt8: TensorElement {
  /// `uint8`.
  public static var elementType: ElementType { .uint8 }
}

extension Int8: TensorElement {
  /// `int8`.
  public static var elementType: ElementType { .int8 }
}

extension UInt16: TensorElement {
  /// `uint16`.
  public static var elementType: ElementType { .uint16 }
}

extension Int16: TensorElement {
  /// `int16`.
  public static var elementType: ElementType { .int16 }
}

extension UInt32: TensorElement {
  /// `uint32`.
  public static var elementType: ElementType { .uint32 }
}

extension Int32: TensorElement {
  /// `int32`.
  public static var elementType: ElementType { .int32 }
}

extension UInt64: TensorElement {
  /// `uint64`.
  public static var elementType: ElementType { .uint64 }
}

extension Int64: TensorElement {
  /// `int64`.
  public static var elementType: ElementType { .int64 }
}

extension Bool: TensorElement {
  /// `bool`.
  public static var elementType: ElementType { .bool }
}
