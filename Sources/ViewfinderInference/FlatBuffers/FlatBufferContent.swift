/// A FlatBuffers table to be written: values by field slot.
package struct FlatBufferContent: Sendable {
  /// The values by slot; a slot without a value is absent from the file.
  package var fields: [Int: Value]

  /// Creates a table.
  package init(_ fields: [Int: Value] = [:]) {
    self.fields = fields
  }

  /// A value of a field.
  package enum Value: Sendable {
    case int8(Int8)
    case uint8(UInt8)
    case int32(Int32)
    case uint32(UInt32)
    case float(Float)
    case string(String)
    case bytes([UInt8])
    case floats([Float])
    case int32s([Int32])
    case uint32s([UInt32])
    case table(FlatBufferContent)
    case tables([FlatBufferContent])
    /// What lies at a position of the bytes that follow the new ones.
    case kept(Int)
    /// A list of tables, of which some are kept at their positions, and new ones behind them.
    case keptAndNew([Int], [FlatBufferContent])

    fileprivate var inline: [UInt8]? {
      switch self {
      case .int8(let value): [UInt8(bitPattern: value)]
      case .uint8(let value): [value]
      case .int32(let value): littleEndian(UInt32(bitPattern: value))
      case .uint32(let value): littleEndian(value)
      case .float(let value): littleEndian(value.bitPattern)
      default: nil
      }
    }
  }

  /// The bytes of a file with this table as its root.
  ///
  /// - Parameters:
  ///   - identifier: The four letters of the format.
  ///   - kept: Bytes that follow, which ``Value/kept(_:)`` refers to; they keep their alignment.
  /// - Returns: The file.
  package func file(identifier: String, before kept: [UInt8] = []) -> [UInt8] {
    precondition(identifier.utf8.count == 4, "A file identifier has four letters")
    var layout = FlatBufferLayout()
    layout.bytes = [0, 0, 0, 0] + Array(identifier.utf8)
    layout.write(.table(self), for: 0)
    while layout.bytes.count % 64 != 0 { layout.bytes.append(0) }
    let start = layout.bytes.count
    for (position, target) in layout.references {
      layout.store(start + target, for: position)
    }
    return layout.bytes + kept
  }
}

/// Lays tables out front to back, so that every offset points forward.
private struct FlatBufferLayout {
  var bytes: [UInt8] = []
  /// Where an offset to kept bytes goes, and where in them it leads.
  var references: [(position: Int, target: Int)] = []

  mutating func write(_ value: FlatBufferContent.Value, for position: Int) {
    switch value {
    case .table(let table): write(table, for: position)
    case .string(let text): write(vector: Array(text.utf8), count: text.utf8.count, for: position)
    case .bytes(let values): write(vector: values, count: values.count, for: position)
    case .floats(let values):
      write(
        vector: values.flatMap { littleEndian($0.bitPattern) }, count: values.count, for: position)
    case .int32s(let values):
      write(
        vector: values.flatMap { littleEndian(UInt32(bitPattern: $0)) }, count: values.count,
        for: position)
    case .uint32s(let values):
      write(vector: values.flatMap(littleEndian), count: values.count, for: position)
    case .tables(let tables): write(kept: [], tables, for: position)
    case .kept(let target): references.append((position, target))
    case .keptAndNew(let kept, let tables): write(kept: kept, tables, for: position)
    default: preconditionFailure("Only values outside the table have offsets")
    }
  }

  private mutating func write(_ table: FlatBufferContent, for position: Int) {
    let slots = table.fields.keys.sorted()
    var offsets: [Int: Int] = [:]
    var body: [UInt8] = [0, 0, 0, 0]
    let widest = slots.sorted {
      let left = table.fields[$0]?.inline?.count ?? 4
      let right = table.fields[$1]?.inline?.count ?? 4
      return (right, $0) < (left, $1)
    }
    for slot in widest {
      let value = table.fields[slot]?.inline ?? [0, 0, 0, 0]
      while body.count % value.count != 0 { body.append(0) }
      offsets[slot] = body.count
      body += value
    }
    let slotCount = (slots.last ?? -1) + 1
    var vtable = [UInt8](littleEndian(UInt32(4 + 2 * slotCount))[..<2])
    vtable += littleEndian(UInt32(body.count))[..<2]
    for slot in 0..<slotCount { vtable += littleEndian(UInt32(offsets[slot] ?? 0))[..<2] }
    while (bytes.count + vtable.count) % 8 != 0 { bytes.append(0) }
    let start = bytes.count + vtable.count
    body.replaceSubrange(0..<4, with: littleEndian(UInt32(vtable.count)))
    bytes += vtable + body
    store(start, for: position)
    for slot in slots {
      guard let value = table.fields[slot], value.inline == nil, let offset = offsets[slot] else {
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

  private mutating func write(
    kept: [Int], _ tables: [FlatBufferContent], for position: Int
  ) {
    while bytes.count % 4 != 0 { bytes.append(0) }
    store(bytes.count, for: position)
    let count = kept.count + tables.count
    let start = bytes.count + 4
    bytes += littleEndian(UInt32(count)) + [UInt8](repeating: 0, count: 4 * count)
    for (index, target) in kept.enumerated() {
      references.append((start + 4 * index, target))
    }
    for (index, table) in tables.enumerated() {
      write(table, for: start + 4 * (kept.count + index))
    }
  }

  mutating func store(_ target: Int, for position: Int) {
    bytes.replaceSubrange(
      position..<position + 4, with: littleEndian(UInt32(target - position)))
  }
}

private func littleEndian(_ value: UInt32) -> [UInt8] {
  (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
}
