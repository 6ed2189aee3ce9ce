/// Undoes the compression of DEFLATE (RFC 1951), as bytes come.
///
/// Work is bounded by what comes in and goes out, memory by a window of 64 KiB.
package struct Inflater {
  /// Why bytes are not compressed data, or not all of them.
  package enum Failure: Error {
    case damaged
    /// The data end in the middle.
    case cut
    case file(SystemError)
    /// More comes out than is wanted.
    case tooLarge
  }

  /// Takes what comes out.
  package typealias Sink = (Span<UInt8>) throws(Failure) -> Void

  /// Where more input comes from, if not all is there.
  private let file: SystemFile?
  private var input: [UInt8] = []
  private var next = 0
  private var bits: UInt64 = 0
  private var bitCount = 0

  private static let farthest = 1 << 15
  private var window = [UInt8](repeating: 0, count: farthest * 2)
  private var position = 0
  private var pending = 0
  private var known = 0

  /// Reads from the place where a file is.
  package init(_ file: SystemFile) {
    self.file = file
  }

  private init(_ bytes: Span<UInt8>) {
    file = nil
    input.reserveCapacity(bytes.count)
    for index in bytes.indices { input.append(bytes[index]) }
  }

  /// Unpacks bytes whose size is known.
  ///
  /// - Parameters:
  ///   - bytes: Compressed data without a header.
  ///   - byteCount: The size that they unpack to.
  /// - Returns: So many bytes.
  /// - Throws: ``Failure`` for other data and other sizes.
  package static func inflate(
    _ bytes: Span<UInt8>, byteCount: Int
  ) throws(Failure) -> [UInt8] {
    var inflater = Inflater(bytes)
    var result: [UInt8] = []
    try inflater.inflate { (part) throws(Failure) in
      guard part.count <= byteCount - result.count else { throw .tooLarge }
      for index in part.indices { result.append(part[index]) }
    }
    guard result.count == byteCount else { throw .cut }
    return result
  }

  // MARK: Input

  private mutating func read() throws(Failure) -> UInt8? {
    if next == input.count {
      guard let file else { return nil }
      do throws(SystemError) {
        input = try file.read(capacity: 1 << 16)
      } catch {
        throw .file(error)
      }
      next = 0
      if input.isEmpty { return nil }
    }
    next += 1
    return input[next - 1]
  }

  /// The next whole byte, or nothing at the end; what is left of one before is passed over.
  package mutating func byte() throws(Failure) -> UInt8? {
    if bitCount < 8 {
      (bits, bitCount) = (0, 0)
      return try read()
    }
    _ = try take(bitCount & 7)
    return UInt8(try take(8))
  }

  private mutating func fill() throws(Failure) {
    guard let byte = try read() else { throw .cut }
    bits |= UInt64(byte) << UInt64(bitCount)
    bitCount += 8
  }

  private mutating func take(_ count: Int) throws(Failure) -> Int {
    while bitCount < count { try fill() }
    let value = Int(bits & (1 << UInt64(count) - 1))
    bits >>= UInt64(count)
    bitCount -= count
    return value
  }

  private mutating func symbol(_ table: HuffmanTable) throws(Failure) -> Int {
    while true {
      if let symbol = table.symbol(bits, bitCount) {
        bits >>= UInt64(symbol.length)
        bitCount -= symbol.length
        return symbol.value
      }
      // Byte by byte: behind the last code comes what is no part of the data.
      guard bitCount < HuffmanTable.longest else { throw .damaged }
      try fill()
    }
  }

  // MARK: Output

  private mutating func put(_ byte: UInt8, _ sink: Sink) throws(Failure) {
    window[position] = byte
    position += 1
    pending += 1
    known += 1
    if pending == Self.farthest { try flush(sink) }
  }

  private mutating func flush(_ sink: Sink) throws(Failure) {
    try sink(window.span.extracting(position - pending..<position))
    pending = 0
    position &= window.count - 1
  }

  // MARK: Blocks

  /// Reads one stream of blocks to its end.
  package mutating func inflate(into sink: Sink) throws(Failure) {
    (position, pending, known) = (0, 0, 0)
    var isLast = false
    while !isLast {
      isLast = try take(1) == 1
      switch try take(2) {
      case 0: try copyStored(sink)
      case 1: try decode(DeflateCodes.fixedLiterals, DeflateCodes.fixedDistances, sink)
      case 2:
        let (literals, distances) = try readTables()
        try decode(literals, distances, sink)
      default: throw .damaged
      }
    }
    if pending > 0 { try flush(sink) }
  }

  private mutating func copyStored(_ sink: Sink) throws(Failure) {
    _ = try take(bitCount & 7)
    let count = try take(16)
    guard try take(16) == count ^ 0xFFFF else { throw .damaged }
    for _ in 0..<count { try put(UInt8(try take(8)), sink) }
  }

  private mutating func decode(
    _ literals: HuffmanTable, _ distances: HuffmanTable, _ sink: Sink
  ) throws(Failure) {
    while true {
      let symbol = try symbol(literals)
      if symbol < 256 {
        try put(UInt8(symbol), sink)
        continue
      }
      if symbol == 256 { return }
      guard symbol - 257 < DeflateCodes.lengths.count else { throw .damaged }
      let length = try number(DeflateCodes.lengths[symbol - 257])
      let code = try self.symbol(distances)
      guard code < DeflateCodes.distances.count else { throw .damaged }
      let distance = try number(DeflateCodes.distances[code])
      guard distance <= known else { throw .damaged }
      for _ in 0..<length {
        try put(window[(position - distance) & (window.count - 1)], sink)
      }
    }
  }

  private mutating func number(_ code: DeflateCodes.Range) throws(Failure) -> Int {
    code.base + (try take(code.extraBits))
  }

  /// Reads the codes that a block brings along.
  private mutating func readTables() throws(Failure) -> (HuffmanTable, HuffmanTable) {
    let literalCount = try take(5) + 257
    let count = try literalCount + take(5) + 1
    var codeLengths = [UInt8](repeating: 0, count: DeflateCodes.order.count)
    for index in 0..<(try take(4) + 4) {
      codeLengths[DeflateCodes.order[index]] = UInt8(try take(3))
    }
    guard let codes = HuffmanTable(codeLengths) else { throw .damaged }
    var lengths: [UInt8] = []
    while lengths.count < count {
      let symbol = try symbol(codes)
      var (length, times) = (UInt8(0), 1)
      switch symbol {
      case 16:
        guard let last = lengths.last else { throw .damaged }
        (length, times) = (last, 3 + (try take(2)))
      case 17: times = 3 + (try take(3))
      case 18: times = 11 + (try take(7))
      default: length = UInt8(symbol)
      }
      guard lengths.count + times <= count else { throw .damaged }
      lengths.append(contentsOf: repeatElement(length, count: times))
    }
    guard let literals = HuffmanTable(lengths[..<literalCount]),
      let distances = HuffmanTable(lengths[literalCount...])
    else { throw .damaged }
    return (literals, distances)
  }
}

/// The numbers that RFC 1951 lays down.
private enum DeflateCodes {
  struct Range {
    let base: Int
    let extraBits: Int
  }

  static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  /// Lengths from 3 on: eight, then four each of one extra bit and more; the last is 258 alone.
  static let lengths =
    ranges(from: 3, extraBits: (0..<28).map { max(0, $0 / 4 - 1) })
    + [Range(base: 258, extraBits: 0)]
  /// Distances from 1 on: four, then two each of one extra bit and more.
  static let distances = ranges(from: 1, extraBits: (0..<30).map { max(0, $0 / 2 - 1) })

  private static func ranges(from first: Int, extraBits: [Int]) -> [Range] {
    var base = first
    return extraBits.map { bits in
      defer { base += 1 << bits }
      return Range(base: base, extraBits: bits)
    }
  }

  static let fixedLiterals = table(
    (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  static let fixedDistances = table([UInt8](repeating: 5, count: 32))

  private static func table(_ lengths: [UInt8]) -> HuffmanTable {
    guard let table = HuffmanTable(lengths) else { preconditionFailure("These lengths fit") }
    return table
  }
}
