/// A FlatBuffers table to be written: values by field slot, in any form, sound or not.
///
/// ```swift
/// var table = FlatBufferTable()
/// table[0] = .string("labels.txt")
/// let bytes = table.bytes(identifier: "M001")
/// ```
public struct FlatBufferTable: Sendable {
  /// The values by slot; a slot without a value is absent from the file.
  public var fields: [Int: FlatBufferValue]

  /// Creates a table.
  public init(_ fields: [Int: FlatBufferValue] = [:]) {
    self.fields = fields
  }

  /// The value of a slot.
  public subscript(slot: Int) -> FlatBufferValue? {
    get { fields[slot] }
    set { fields[slot] = newValue }
  }

  /// The bytes of a file with this table as its root.
  public func bytes(identifier: String) -> [UInt8] {
    precondition(identifier.utf8.count == 4, "A file identifier has four letters")
    var writer = FlatBufferWriter()
    writer.bytes = [0, 0, 0, 0] + Array(identifier.utf8)
    writer.write(.table(self), for: 0)
    return writer.bytes
  }
}

/// A value of a FlatBuffers field.
public enum FlatBufferValue: Sendable {
  case bool(Bool)
  case int8(Int8)
  case uint8(UInt8)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case float32(Float)
  case string(String)
  case bytes([UInt8])
  case uint16s([UInt16])
  case int32s([Int32])
  case int64s([Int64])
  case floats([Float])
  case strings([String])
  case table(FlatBufferTable)
  case tables([FlatBufferTable])
  /// A vector of tables of which each is written once, and pointed to so many times.
  case sharedTables([(table: FlatBufferTable, count: Int)])
  /// A vector of strings that all point to one text.
  case sharedStrings(String, count: Int)
  /// A 32-bit offset exactly as given, to break a file.
  case rawOffset(UInt32)

  /// The bytes in the table: the value itself, or room for an offset.
  fileprivate var inlineBytes: [UInt8] {
    switch self {
    case .bool(let value): [value ? 1 : 0]
    case .int8(let value): littleEndian(value)
    case .uint8(let value): [value]
    case .int32(let value): littleEndian(value)
    case .uint32(let value), .rawOffset(let value): littleEndian(value)
    case .int64(let value): littleEndian(value)
    case .uint64(let value): littleEndian(value)
    case .float32(let value): littleEndian(value.bitPattern)
    default: [0, 0, 0, 0]
    }
  }

  fileprivate var isOffset: Bool {
    switch self {
    case .bool, .int8, .uint8, .int32, .uint32, .rawOffset, .int64, .uint64, .float32: false
    default: true
    }
  }
}

/// Lays tables out front to back, so that every offset points forward.
private struct FlatBufferWriter {
  var bytes: [UInt8] = []

  /// Writes a value and stores its distance at `position`.
  mutating func write(_ value: FlatBufferValue, for position: Int) {
    switch value {
    case .table(let table): write(table, for: position)
    case .string(let text): write(vector: Array(text.utf8), count: text.utf8.count, for: position)
    case .bytes(let values): write(vector: values, count: values.count, for: position)
    case .uint16s(let values):
      write(vector: values.flatMap(littleEndian), count: values.count, for: position)
    case .int32s(let values):
      write(vector: values.flatMap(littleEndian), count: values.count, for: position)
    case .int64s(let values):
      write(vector: values.flatMap(littleEndian), count: values.count, for: position)
    case .floats(let values):
      write(
        vector: values.flatMap { littleEndian($0.bitPattern) },
        count: values.count,
        for: position
      )
    case .strings(let values): write(offsets: values.map { .string($0) }, for: position)
    case .tables(let values): write(offsets: values.map { .table($0) }, for: position)
    case .sharedTables(let values):
      write(shared: values.map { (.table($0.table), $0.count) }, for: position)
    case .sharedStrings(let text, let count):
      write(shared: [(.string(text), count)], for: position)
    default: preconditionFailure("Only values outside the table have offsets")
    }
  }

  private mutating func write(_ table: FlatBufferTable, for position: Int) {
    let slots = table.fields.keys.sorted()
    // The soffset, then the fields, widest first so that all are aligned without gaps.
    var offsets: [Int: Int] = [:]
    var body: [UInt8] = [0, 0, 0, 0]
    let order = slots.sorted { left, right in
      (table.fields[left]?.inlineBytes.count ?? 0, right)
        > (table.fields[right]?.inlineBytes.count ?? 0, left)
    }
    for slot in order {
      guard let value = table.fields[slot]?.inlineBytes else { continue }
      while body.count % value.count != 0 { body.append(0) }
      offsets[slot] = body.count
      body += value
    }
    let slotCount = (slots.last ?? -1) + 1
    var vtable = littleEndian(UInt16(4 + 2 * slotCount)) + littleEndian(UInt16(body.count))
    for slot in 0..<slotCount { vtable += littleEndian(UInt16(offsets[slot] ?? 0)) }
    while (bytes.count + vtable.count) % 8 != 0 { bytes.append(0) }
    let start = bytes.count + vtable.count
    body.replaceSubrange(0..<4, with: littleEndian(Int32(vtable.count)))
    bytes += vtable + body
    store(start, for: position)
    for slot in slots {
      guard let value = table.fields[slot], value.isOffset, let offset = offsets[slot] else {
        continue
      }
      write(value, for: start + offset)
    }
  }

  private mutating func write(vector content: [UInt8], count: Int, for position: Int) {
    // Elements start at a multiple of 16, as the buffers of a model must.
    while (bytes.count + 4) % 16 != 0 { bytes.append(0) }
    store(bytes.count, for: position)
    bytes += littleEndian(UInt32(count)) + content + [0]
  }

  private mutating func write(offsets values: [FlatBufferValue], for position: Int) {
    while bytes.count % 4 != 0 { bytes.append(0) }
    store(bytes.count, for: position)
    let start = bytes.count + 4
    bytes += littleEndian(UInt32(values.count)) + [UInt8](repeating: 0, count: 4 * values.count)
    for (index, value) in values.enumerated() { write(value, for: start + 4 * index) }
  }

  private mutating func write(
    shared values: [(value: FlatBufferValue, count: Int)], for position: Int
  ) {
    while bytes.count % 4 != 0 { bytes.append(0) }
    store(bytes.count, for: position)
    let count = values.reduce(0) { $0 + $1.count }
    var place = bytes.count + 4
    bytes += littleEndian(UInt32(count)) + [UInt8](repeating: 0, count: 4 * count)
    for (value, count) in values where count > 0 {
      write(value, for: place)
      let target = place + Int(word(at: place))
      for index in 1..<max(1, count) { store(target, for: place + 4 * index) }
      place += 4 * count
    }
  }

  private func word(at position: Int) -> UInt32 {
    bytes[position..<position + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  private mutating func store(_ target: Int, for position: Int) {
    bytes.replaceSubrange(
      position..<position + 4,
      with: littleEndian(UInt32(target - position))
    )
  }
}

/// The bytes of an integer, lowest first.
func littleEndian<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
  withUnsafeBytes(of: value.littleEndian) { Array($0) }
}
