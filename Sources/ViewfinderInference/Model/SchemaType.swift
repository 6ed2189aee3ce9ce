/// An element type as a TensorFlow Lite file writes it.
///
/// Source: `TensorType` in the TensorFlow Lite schema, version 3.
package struct SchemaType: Hashable, Sendable {
  /// The number in the file.
  package let code: Int8

  /// Takes the number in a file.
  package init(code: Int8) {
    self.code = code
  }

  /// The number for a type; none for ``ElementType/unknown``.
  package init?(_ type: ElementType) {
    guard type != .unknown, let code = Self.table.firstIndex(where: { $0.type == type }) else {
      return nil
    }
    self.code = Int8(code)
  }

  /// The public name of the type.
  package var elementType: ElementType {
    Self.table.indices.contains(Int(code)) ? Self.table[Int(code)].type : .unknown
  }

  /// The bits of an element, or 0 for text, handles and types this version does not know.
  package var bitWidth: Int {
    Self.table.indices.contains(Int(code)) ? Self.table[Int(code)].bits : 0
  }

  /// Whether the code is one the schema knows.
  var isKnown: Bool { Self.table.indices.contains(Int(code)) }

  /// The bytes that `count` packed elements take, or nothing on overflow.
  func byteCount(elements count: Int) -> Int? {
    let (bits, overflow) = count.multipliedReportingOverflow(by: bitWidth)
    return overflow || bits > Int.max - 7 ? nil : (bits + 7) / 8
  }

  private static let table: [(type: ElementType, bits: Int)] = [
    (.float32, 32), (.float16, 16), (.int32, 32), (.uint8, 8), (.int64, 64), (.string, 0),
    (.bool, 8), (.int16, 16), (.complex64, 64), (.int8, 8), (.float64, 64), (.complex128, 128),
    (.uint64, 64), (.resource, 0), (.variant, 0), (.uint32, 32), (.uint16, 16), (.int4, 4),
    // bfloat16, int2, uint4, float8 (two forms): stored, but of no use at an input or output.
    (.unknown, 16), (.unknown, 2), (.unknown, 4), (.unknown, 8), (.unknown, 8),
  ]
}
