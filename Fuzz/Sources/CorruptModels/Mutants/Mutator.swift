import ViewfinderTestSupport

@testable import ViewfinderInference

/// Makes damaged copies of a model, each from its number alone.
///
/// Most damage goes where it matters: into the tables, not into the weights.
struct Mutator {
  private let original: [UInt8]
  /// Where the tables are: positions of four bytes outside large buffers.
  private let words: [Int]
  /// Fields of what looks like a table: where its place in the table is written, and where it is.
  private let fields: [(slot: Int, value: Int)]

  init(_ bytes: [UInt8]) throws {
    original = bytes
    let budget = StepBudget(byteCount: bytes.count)
    let reader = ModelFileReader(FlatBufferReader(bytes.span, budget: budget))
    let weights = try reader.read().buffers.filter { $0.count > 64 }
      .sorted { $0.lowerBound < $1.lowerBound }
    var words: [Int] = []
    var next = 0
    for position in stride(from: 0, to: bytes.count - 3, by: 4) {
      while next < weights.count, weights[next].upperBound <= position { next += 1 }
      if next == weights.count || position < weights[next].lowerBound { words.append(position) }
    }
    self.words = words
    fields = words.flatMap { Self.fields(at: $0, in: bytes) }
  }

  private static func fields(at table: Int, in bytes: [UInt8]) -> [(slot: Int, value: Int)] {
    func short(_ position: Int) -> Int { Int(bytes[position]) | Int(bytes[position + 1]) << 8 }
    let back = Int(Int32(truncatingIfNeeded: short(table) | short(table + 2) << 16))
    let vtable = table - back
    guard vtable >= 0, vtable % 2 == 0, vtable + 4 <= bytes.count, back != 0 else { return [] }
    let (size, tableSize) = (short(vtable), short(vtable + 2))
    guard (6...64).contains(size), size % 2 == 0, (5...256).contains(tableSize),
      vtable + size <= bytes.count, table + tableSize <= bytes.count
    else { return [] }
    var fields: [(slot: Int, value: Int)] = []
    for slot in stride(from: vtable + 4, to: vtable + size, by: 2) {
      let offset = short(slot)
      guard offset < tableSize else { return [] }
      if offset >= 4 { fields.append((slot, table + offset)) }
    }
    return fields
  }

  /// A damaged copy.
  func mutant(_ number: Int, seed: UInt64) -> [UInt8] {
    var random = SplitMix(seed: seed &+ UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
    var bytes = original
    // Most damage is found by the checks; what is damaged but once gets past them more often.
    repeat {
      damage(&bytes, &random)
    } while Int.random(in: 0..<3, using: &random) == 0
    if Int.random(in: 0..<32, using: &random) == 0 {
      bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
    }
    return bytes
  }

  private func damage(_ bytes: inout [UInt8], _ random: inout SplitMix) {
    let word = words.randomElement(using: &random) ?? 0
    switch Int.random(in: 0..<10, using: &random) {
    case 0:  // a bit anywhere
      bytes[Int.random(in: 0..<bytes.count, using: &random)] ^=
        1
        << Int.random(
          in: 0..<8, using: &random)
    case 1:  // a bit of the tables
      bytes[word + Int.random(in: 0..<4, using: &random)] ^=
        1
        << Int.random(
          in: 0..<8, using: &random)
    case 2: write(Self.odd(&random), width: 4, at: word, &bytes)
    case 3:  // a little more or less
      let value = read(4, at: word, bytes) + Int.random(in: -8...8, using: &random)
      write(value, width: 4, at: word, &bytes)
    case 4:  // one stretch over another
      let source = words.randomElement(using: &random) ?? 0
      let count = min(
        4 << Int.random(in: 0...6, using: &random), original.count - max(word, source))
      for index in 0..<count { bytes[word + index] = original[source + index] }
    case 5:  // an offset to where another one leads
      let source = words.randomElement(using: &random) ?? 0
      write(source + read(4, at: source, bytes) - word, width: 4, at: word, &bytes)
    default: change(fields.randomElement(using: &random) ?? (word, word), &bytes, &random)
    }
  }

  /// Changes a field: its value, whether it is there, or where it is.
  private func change(
    _ field: (slot: Int, value: Int), _ bytes: inout [UInt8], _ random: inout SplitMix
  ) {
    switch Int.random(in: 0..<9, using: &random) {
    case 0: write(0, width: 2, at: field.slot, &bytes)
    case 1:
      write(4 * Int.random(in: 0...16, using: &random), width: 2, at: field.slot, &bytes)
    case 2, 3:
      let width = [1, 2, 4, 8].randomElement(using: &random) ?? 4
      let value = read(width, at: field.value, bytes) + Int.random(in: -4...4, using: &random)
      write(value, width: width, at: field.value, &bytes)
    case 4:
      // What a vector or table begins with: its length, or where its own fields are written.
      let target = field.value + read(4, at: field.value, bytes)
      write(Self.odd(&random), width: 4, at: target, &bytes)
    case 5, 6:
      let target = field.value + read(4, at: field.value, bytes)
      let item = target + 4 + 4 * Int.random(in: 0..<8, using: &random)
      let value =
        Bool.random(using: &random)
        ? Self.odd(&random) : read(4, at: item, bytes) + Int.random(in: -3...3, using: &random)
      write(value, width: 4, at: item, &bytes)
    default:
      let width = [1, 2, 4, 8].randomElement(using: &random) ?? 4
      write(Self.odd(&random), width: width, at: field.value, &bytes)
    }
  }

  private static func odd(_ random: inout SplitMix) -> Int {
    let choices = [
      0, 1, 2, 3, 4, 5, 7, 8, 16, 127, 128, 255, 256, 1000, 32767, 65535, 65536, 1 << 24,
      Int(Int32.max), Int(Int32.max) - 3, Int(Int32.min), -1, -2, -4, 0x7FC0_0000, 0x3F80_0000,
      0x0080_0000,
      0x2E00_0000, 0x4F00_0000, 0x7F7F_FFFF,
    ]
    return choices.randomElement(using: &random) ?? 0
  }

  private func read(_ width: Int, at position: Int, _ bytes: [UInt8]) -> Int {
    var value: UInt64 = 0
    for index in 0..<width where bytes.indices.contains(position + index) {
      value |= UInt64(bytes[position + index]) << UInt64(8 * index)
    }
    // Kept small, so that what is added cannot overflow.
    return width == 8
      ? Int(truncatingIfNeeded: value) >> 2 : Int(truncatingIfNeeded: value)
  }

  private func write(_ value: Int, width: Int, at position: Int, _ bytes: inout [UInt8]) {
    for index in 0..<width where bytes.indices.contains(position &+ index) {
      bytes[position + index] = UInt8(truncatingIfNeeded: value >> (8 * index))
    }
  }
}
