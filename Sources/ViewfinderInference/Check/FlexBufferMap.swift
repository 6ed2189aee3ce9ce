/// A FlexBuffers map from names to numbers, as some custom operators keep their options.
///
/// Source: the FlexBuffers format. A value is followed by a byte for its type, or that byte is in
/// a list; containers point backwards to what they hold. LiteRT does not verify any of it.
struct FlexBufferMap {
  /// The numbers by name; Booleans are 0 or 1.
  let numbers: [String: Double]

  /// Reads the map that ends at the end of the bytes.
  init(_ reader: borrowing FlatBufferReader, _ range: Range<Int>) throws(FlatBufferFault) {
    let cursor = Cursor(range: range)
    guard range.count >= 3 else { throw Self.fault }
    let width = try cursor.unsigned(reader, range.upperBound - 1, 1)
    let type = try cursor.unsigned(reader, range.upperBound - 2, 1)
    let mapType = 9
    guard [1, 2, 4, 8].contains(width), type >> 2 == mapType else { throw Self.fault }
    let place = range.upperBound - 2 - width
    let map = try cursor.follow(reader, place, width)
    // In front of the values: where the keys are, how wide their offsets, how many there are.
    let stride = 1 << (type & 3)
    let count = try cursor.unsigned(reader, map - stride, stride)
    let keys = try cursor.follow(reader, map - 3 * stride, stride)
    let keyStride = try cursor.unsigned(reader, map - 2 * stride, stride)
    guard [1, 2, 4, 8].contains(keyStride), count <= range.count,
      try cursor.unsigned(reader, keys - keyStride, keyStride) == count
    else { throw Self.fault }
    var numbers: [String: Double] = [:]
    var last = ""
    for index in 0..<count {
      // The entry, and the comparison with the one before.
      try reader.budget.spend(64)
      let name = try cursor.text(
        reader,
        cursor.follow(reader, keys + index * keyStride, keyStride)
      )
      // LiteRT looks names up by halving, which needs their order.
      guard index == 0 || name.utf8.lexicographicallyPrecedes(last.utf8) == false else {
        throw Self.fault
      }
      last = name
      let kind = try cursor.unsigned(reader, map + count * stride + index, 1)
      numbers[name] = try cursor.number(reader, map + index * stride, stride, kind)
    }
    self.numbers = numbers
  }

  private static let fault = FlatBufferFault("its options are not a map of numbers")

  private struct Cursor {
    let range: Range<Int>

    func unsigned(
      _ reader: borrowing FlatBufferReader,
      _ position: Int,
      _ width: Int
    ) throws(FlatBufferFault) -> Int {
      guard position >= range.lowerBound, position <= range.upperBound - width else {
        throw FlexBufferMap.fault
      }
      switch width {
      case 1: return Int(try reader.integer(UInt8.self, at: position))
      case 2: return Int(try reader.integer(UInt16.self, at: position))
      case 4: return Int(try reader.integer(UInt32.self, at: position))
      default:
        guard let value = Int(exactly: try reader.integer(UInt64.self, at: position)) else {
          throw FlexBufferMap.fault
        }
        return value
      }
    }

    /// The place that a backward offset points to.
    func follow(
      _ reader: borrowing FlatBufferReader,
      _ position: Int,
      _ width: Int
    ) throws(FlatBufferFault) -> Int {
      let offset = try unsigned(reader, position, width)
      guard offset > 0, offset <= position - range.lowerBound else { throw FlexBufferMap.fault }
      return position - offset
    }

    func text(
      _ reader: borrowing FlatBufferReader,
      _ position: Int
    ) throws(FlatBufferFault) -> String {
      var bytes: [UInt8] = []
      var next = position
      while true {
        let byte = UInt8(try unsigned(reader, next, 1))
        try reader.budget.spend(StepBudget.steps(forText: 1))
        if byte == 0 { return String(decoding: bytes, as: UTF8.self) }
        bytes.append(byte)
        next += 1
      }
    }

    func number(
      _ reader: borrowing FlatBufferReader,
      _ position: Int,
      _ width: Int,
      _ kind: Int
    ) throws(FlatBufferFault) -> Double {
      switch kind >> 2 {
      case 0: return 0
      case 1: return Double(try signed(reader, position, width))
      case 2: return Double(try unsigned(reader, position, width))
      case 3 where width == 4:
        return Double(Float(bitPattern: try reader.integer(UInt32.self, at: position)))
      case 3 where width == 8:
        return Double(bitPattern: try reader.integer(UInt64.self, at: position))
      // Numbers kept elsewhere: the offset's target has a width of its own.
      case 6: return Double(try signed(reader, follow(reader, position, width), 1 << (kind & 3)))
      case 7: return Double(try unsigned(reader, follow(reader, position, width), 1 << (kind & 3)))
      case 8:
        return try number(
          reader,
          follow(reader, position, width),
          1 << (kind & 3),
          3 << 2 | kind & 3
        )
      case 26: return try unsigned(reader, position, width) == 0 ? 0 : 1
      default: throw FlexBufferMap.fault
      }
    }

    private func signed(
      _ reader: borrowing FlatBufferReader,
      _ position: Int,
      _ width: Int
    ) throws(FlatBufferFault) -> Int {
      _ = try width == 8 ? 0 : unsigned(reader, position, width)
      switch width {
      case 1: return Int(try reader.integer(Int8.self, at: position))
      case 2: return Int(try reader.integer(Int16.self, at: position))
      case 4: return Int(try reader.integer(Int32.self, at: position))
      default:
        guard position >= range.lowerBound, position <= range.upperBound - 8 else {
          throw FlexBufferMap.fault
        }
        return Int(try reader.integer(Int64.self, at: position))
      }
    }
  }
}
