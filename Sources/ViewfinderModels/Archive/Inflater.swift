/// Unpacks deflated bytes.
///
/// Source: RFC 1951. No more is written than was announced, and every read is checked.
struct Inflater: ~Escapable {
  private let bytes: Span<UInt8>
  private var position = 0
  private var bits: UInt32 = 0
  private var bitCount = 0
  private var result: [UInt8] = []
  private let limit: Int

  /// The bytes are not deflated data of the announced size.
  struct Fault: Error {}

  @_lifetime(copy bytes)
  private init(_ bytes: Span<UInt8>, limit: Int) {
    self.bytes = bytes
    self.limit = limit
  }

  /// Unpacks all bytes.
  ///
  /// - Parameters:
  ///   - bytes: Deflated data without a header.
  ///   - byteCount: The size that it unpacks to.
  /// - Returns: So many bytes.
  /// - Throws: ``Fault`` for other data and other sizes.
  static func inflate(_ bytes: Span<UInt8>, byteCount: Int) throws(Fault) -> [UInt8] {
    var inflater = Inflater(bytes, limit: byteCount)
    try inflater.run()
    guard inflater.result.count == byteCount else { throw Fault() }
    return inflater.result
  }

  private mutating func run() throws(Fault) {
    while true {
      let isLast = try take(1) == 1
      switch try take(2) {
      case 0: try copyStored()
      case 1: try expand(.fixedLiterals, .fixedDistances)
      case 2:
        let (literals, distances) = try readCodes()
        try expand(literals, distances)
      default: throw Fault()
      }
      if isLast { return }
    }
  }

  private mutating func take(_ count: Int) throws(Fault) -> Int {
    while bitCount < count {
      guard position < bytes.count else { throw Fault() }
      bits |= UInt32(bytes[position]) << UInt32(bitCount)
      position += 1
      bitCount += 8
    }
    let value = bits & (1 << UInt32(count) - 1)
    bits >>= UInt32(count)
    bitCount -= count
    return Int(value)
  }

  private mutating func append(_ byte: UInt8) throws(Fault) {
    guard result.count < limit else { throw Fault() }
    result.append(byte)
  }

  private mutating func copyStored() throws(Fault) {
    (bits, bitCount) = (0, 0)
    let count = try take(16)
    guard try take(16) == count ^ 0xFFFF, count <= bytes.count - position else { throw Fault() }
    for index in position..<position + count { try append(bytes[index]) }
    position += count
  }

  private mutating func symbol(_ code: HuffmanCode) throws(Fault) -> Int {
    var (value, first, index) = (0, 0, 0)
    for count in code.counts.dropFirst() {
      value |= try take(1)
      if value - first < count { return code.symbols[index + value - first] }
      index += count
      first = (first + count) << 1
      value <<= 1
    }
    throw Fault()
  }

  private mutating func expand(
    _ literals: HuffmanCode, _ distances: HuffmanCode
  ) throws(Fault) {
    while true {
      let symbol = try symbol(literals)
      if symbol < 256 {
        try append(UInt8(symbol))
        continue
      }
      if symbol == 256 { return }
      guard symbol - 257 < Self.lengths.count else { throw Fault() }
      let (length, lengthBits) = Self.lengths[symbol - 257]
      let count = length + (try take(lengthBits))
      let code = try self.symbol(distances)
      guard code < 30 else { throw Fault() }
      let extra = max(0, code / 2 - 1)
      let base = code < 4 ? code + 1 : (2 + code % 2) << extra + 1
      let distance = base + (try take(extra))
      guard distance <= result.count else { throw Fault() }
      for _ in 0..<count { try append(result[result.count - distance]) }
    }
  }

  private mutating func readCodes() throws(Fault) -> (HuffmanCode, HuffmanCode) {
    let literalCount = try take(5) + 257
    let distanceCount = try take(5) + 1
    let count = try take(4) + 4
    var lengths = [Int](repeating: 0, count: 19)
    for index in Self.order.prefix(count) { lengths[index] = try take(3) }
    let code = try HuffmanCode(lengths)
    lengths = []
    while lengths.count < literalCount + distanceCount {
      let symbol = try symbol(code)
      switch symbol {
      case 0..<16: lengths.append(symbol)
      case 16:
        guard let last = lengths.last else { throw Fault() }
        lengths += Array(repeating: last, count: 3 + (try take(2)))
      case 17: lengths += Array(repeating: 0, count: 3 + (try take(3)))
      default: lengths += Array(repeating: 0, count: 11 + (try take(7)))
      }
    }
    guard lengths.count == literalCount + distanceCount else { throw Fault() }
    return (
      try HuffmanCode(Array(lengths[..<literalCount])),
      try HuffmanCode(Array(lengths[literalCount...]))
    )
  }

  /// The order in which the lengths of the code lengths' code come.
  private static let order = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  /// The least length of each symbol from 257 on, and its number of extra bits.
  private static let lengths: [(Int, Int)] = {
    var table: [(Int, Int)] = []
    var length = 3
    for symbol in 0..<28 {
      let extra = max(0, symbol / 4 - 1)
      table.append((length, extra))
      length += 1 << extra
    }
    return table + [(258, 0)]
  }()
}

/// A canonical prefix code: how many codes there are of each length, and their symbols in order.
struct HuffmanCode: Sendable {
  private(set) var counts = [Int](repeating: 0, count: 16)
  private(set) var symbols: [Int] = []

  init(_ lengths: [Int]) throws(Inflater.Fault) {
    for length in lengths where length > 0 { counts[length] += 1 }
    var left = 1
    for count in counts.dropFirst() {
      left = left << 1 - count
      guard left >= 0 else { throw Inflater.Fault() }
    }
    for length in 1...15 {
      for (symbol, other) in lengths.enumerated() where other == length { symbols.append(symbol) }
    }
  }

  private init(checked lengths: [Int]) {
    for length in lengths where length > 0 { counts[length] += 1 }
    for length in 1...15 {
      for (symbol, other) in lengths.enumerated() where other == length { symbols.append(symbol) }
    }
  }

  static let fixedLiterals = HuffmanCode(
    checked: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  static let fixedDistances = HuffmanCode(checked: Array(repeating: 5, count: 30))
}
