/// A bounds-checked reader of FlatBuffers data.
///
/// No read ever leaves the bytes: every offset is checked before it is followed, and a broken one
/// throws ``FlatBufferFault``. Every read spends a step of a budget, which bounds the work that
/// shared parts can ask for. Positions are absolute byte offsets.
/// See the FlatBuffers internals document for the format.
package struct FlatBufferReader: ~Escapable {
  /// The whole buffer.
  package let bytes: Span<UInt8>

  /// What reading may take.
  package let budget: StepBudget

  /// Creates a reader.
  @_lifetime(copy bytes)
  package init(_ bytes: Span<UInt8>, budget: StepBudget) {
    self.bytes = bytes
    self.budget = budget
  }

  /// A table: its position and the extent of its vtable.
  package struct Table: Hashable, Sendable {
    /// Where the table starts.
    package let position: Int
    fileprivate let vtable: Int
    fileprivate let slots: Int
    fileprivate let byteCount: Int
  }

  /// A vector: where its first element is, and how many there are.
  package struct Vector: Hashable, Sendable {
    /// Where the first element starts.
    package let position: Int
    /// The number of elements.
    package let count: Int
    /// The bytes of an element.
    package let stride: Int

    /// The bytes of all elements.
    package var range: Range<Int> { position..<position + count * stride }
  }

  /// The four-letter file identifier at bytes 4 through 7.
  package func identifier() throws(FlatBufferFault) -> String {
    guard bytes.count >= 8 else { throw FlatBufferFault("\(bytes.count) bytes are too few") }
    var text = ""
    for index in 4..<8 { text.unicodeScalars.append(Unicode.Scalar(bytes[index])) }
    return text
  }

  /// The root table.
  package func root() throws(FlatBufferFault) -> Table {
    try table(at: follow(0))
  }

  /// The table at a position.
  package func table(at position: Int) throws(FlatBufferFault) -> Table {
    let back = try integer(Int32.self, at: position)
    let vtable = position - Int(back)
    let vtableBytes = Int(try integer(UInt16.self, at: vtable))
    let tableBytes = Int(try integer(UInt16.self, at: vtable + 2))
    guard position % 4 == 0, vtable % 2 == 0, vtableBytes >= 4, vtableBytes % 2 == 0,
      vtable + vtableBytes <= bytes.count, tableBytes >= 4,
      position + tableBytes <= bytes.count
    else { throw FlatBufferFault("a table at byte \(position) leaves the file") }
    return Table(
      position: position,
      vtable: vtable,
      slots: (vtableBytes - 4) / 2,
      byteCount: tableBytes
    )
  }

  /// The absolute position of a field, or nothing when the field is absent.
  package func field(
    _ table: Table,
    _ slot: Int,
    byteCount: Int
  ) throws(FlatBufferFault) -> Int? {
    guard slot < table.slots else { return nil }
    let offset = Int(try integer(UInt16.self, at: table.vtable + 4 + 2 * slot))
    guard offset != 0 else { return nil }
    guard offset >= 4, offset + byteCount <= table.byteCount else {
      throw FlatBufferFault("a field of the table at byte \(table.position) leaves its table")
    }
    guard (table.position + offset) % byteCount == 0 else {
      throw FlatBufferFault("a field of the table at byte \(table.position) is not aligned")
    }
    return table.position + offset
  }

  /// An integer field.
  package func integer<T: FixedWidthInteger>(
    _ table: Table,
    _ slot: Int,
    default value: T
  ) throws(FlatBufferFault) -> T {
    guard let position = try field(table, slot, byteCount: T.bitWidth / 8) else { return value }
    return try integer(T.self, at: position)
  }

  /// A Boolean field.
  package func bool(
    _ table: Table,
    _ slot: Int,
    default value: Bool = false
  ) throws(FlatBufferFault) -> Bool {
    try integer(table, slot, default: value ? 1 as UInt8 : 0) != 0
  }

  /// A 32-bit floating-point field.
  package func float(
    _ table: Table,
    _ slot: Int,
    default value: Float
  ) throws(FlatBufferFault) -> Float {
    Float(bitPattern: try integer(table, slot, default: value.bitPattern))
  }

  /// A table field.
  package func table(_ table: Table, _ slot: Int) throws(FlatBufferFault) -> Table? {
    guard let position = try field(table, slot, byteCount: 4) else { return nil }
    return try self.table(at: follow(position))
  }

  /// A vector field whose elements take `stride` bytes.
  package func vector(
    _ table: Table,
    _ slot: Int,
    stride: Int
  ) throws(FlatBufferFault) -> Vector? {
    guard let position = try field(table, slot, byteCount: 4) else { return nil }
    return try vector(at: follow(position), stride: stride)
  }

  /// A table of a vector of tables.
  package func table(_ vector: Vector, at index: Int) throws(FlatBufferFault) -> Table {
    precondition(index >= 0 && index < vector.count, "The vector has no such element")
    return try table(at: follow(vector.position + 4 * index))
  }

  /// A string of a vector of strings.
  package func string(_ vector: Vector, at index: Int) throws(FlatBufferFault) -> String {
    precondition(index >= 0 && index < vector.count, "The vector has no such element")
    return try string(at: follow(vector.position + 4 * index))
  }

  /// A string field; bytes that are not UTF-8 become U+FFFD.
  package func string(_ table: Table, _ slot: Int) throws(FlatBufferFault) -> String? {
    guard let position = try field(table, slot, byteCount: 4) else { return nil }
    return try string(at: follow(position))
  }

  /// An integer of a vector.
  package func integer<T: FixedWidthInteger>(
    _ type: T.Type,
    _ vector: Vector,
    at index: Int
  ) throws(FlatBufferFault) -> T {
    precondition(index >= 0 && index < vector.count, "The vector has no such element")
    precondition(vector.stride == T.bitWidth / 8, "The elements have another width")
    return try integer(type, at: vector.position + vector.stride * index)
  }

  /// All integers of a vector field; empty when the field is absent.
  package func integers<T: FixedWidthInteger>(
    _ type: T.Type,
    _ table: Table,
    _ slot: Int
  ) throws(FlatBufferFault) -> [T] {
    guard let vector = try vector(table, slot, stride: T.bitWidth / 8) else { return [] }
    try budget.spend(keeping: vector.count, of: type)
    var values: [T] = []
    values.reserveCapacity(vector.count)
    for index in 0..<vector.count { values.append(try integer(type, vector, at: index)) }
    return values
  }

  /// All 32-bit floating-point numbers of a vector field; empty when the field is absent.
  package func floats(_ table: Table, _ slot: Int) throws(FlatBufferFault) -> [Float] {
    try integers(UInt32.self, table, slot).map { Float(bitPattern: $0) }
  }

  /// A little-endian integer at a position.
  package func integer<T: FixedWidthInteger>(
    _ type: T.Type,
    at position: Int
  ) throws(FlatBufferFault) -> T {
    let width = T.bitWidth / 8
    guard position >= 0, position <= bytes.count - width else {
      throw FlatBufferFault("a read at byte \(position) leaves the \(bytes.count) bytes")
    }
    try budget.spend(1)
    var value: UInt64 = 0
    for index in 0..<width { value |= UInt64(bytes[position + index]) << (8 * UInt64(index)) }
    return T(truncatingIfNeeded: value)
  }

  /// The position that an unsigned 32-bit offset points to.
  private func follow(_ position: Int) throws(FlatBufferFault) -> Int {
    let offset = Int(try integer(UInt32.self, at: position))
    guard offset > 0, offset <= bytes.count - position else {
      throw FlatBufferFault("an offset at byte \(position) leaves the \(bytes.count) bytes")
    }
    return position + offset
  }

  private func vector(at position: Int, stride: Int) throws(FlatBufferFault) -> Vector {
    let count = Int(try integer(UInt32.self, at: position))
    guard position % 4 == 0, count <= (bytes.count - position - 4) / max(1, stride) else {
      throw FlatBufferFault("a vector of \(count) elements at byte \(position) leaves the file")
    }
    return Vector(position: position + 4, count: count, stride: stride)
  }

  private func string(at position: Int) throws(FlatBufferFault) -> String {
    try text(vector(at: position, stride: 1))
  }

  /// The text of a vector of bytes; bytes that are not UTF-8 become U+FFFD.
  package func text(_ vector: Vector) throws(FlatBufferFault) -> String {
    String(decoding: try content(vector), as: UTF8.self)
  }

  /// The bytes of a text.
  package func content(_ vector: Vector) throws(FlatBufferFault) -> [UInt8] {
    try budget.spend(StepBudget.steps(forText: vector.count))
    return beginning(of: vector, byteCount: vector.count)
  }

  /// The first bytes of a vector of bytes, for messages; they take no steps.
  package func beginning(of vector: Vector, byteCount: Int) -> [UInt8] {
    precondition(vector.range.upperBound <= bytes.count, "The vector is of another reader")
    return vector.range.prefix(byteCount).map { bytes[$0] }
  }
}

/// Why bytes are not sound FlatBuffers data.
package struct FlatBufferFault: Error, Hashable {
  /// What is wrong, as a clause.
  package let reason: String

  /// What to do about it, if more is known than the reason says.
  package let remedy: String?

  /// Creates a fault.
  package init(_ reason: String, _ remedy: String? = nil) {
    self.reason = reason
    self.remedy = remedy
  }
}
