/// A Huffman code of DEFLATE, made from the lengths of its codes (RFC 1951, 3.2.2).
struct HuffmanTable {
  static let longest = 15
  private static let fastBits = 9

  /// Symbols by their code, where that has at most ``fastBits`` bits: symbol × 16 + length, or 0.
  private var fast: [UInt16]
  /// How many codes there are of each length.
  private var counts = [UInt16](repeating: 0, count: longest + 1)
  /// The symbols in the order of their codes.
  private var symbols: [UInt16]

  /// Makes a table, or nothing when there are more codes than bits can tell apart.
  ///
  /// - Parameter lengths: The length of each symbol's code, 0 through 15; 0 for none.
  init?(_ lengths: some Collection<UInt8>) {
    for length in lengths { counts[Int(length)] += 1 }
    counts[0] = 0
    var room = 1
    var offsets = [Int](repeating: 0, count: Self.longest + 2)
    var codes = [Int](repeating: 0, count: Self.longest + 2)
    for length in 1...Self.longest {
      room = room * 2 - Int(counts[length])
      if room < 0 { return nil }
      offsets[length + 1] = offsets[length] + Int(counts[length])
      codes[length + 1] = (codes[length] + Int(counts[length])) * 2
    }
    symbols = [UInt16](repeating: 0, count: offsets[Self.longest + 1])
    fast = [UInt16](repeating: 0, count: 1 << Self.fastBits)
    for (symbol, length) in lengths.enumerated() where length > 0 {
      let length = Int(length)
      symbols[offsets[length]] = UInt16(symbol)
      offsets[length] += 1
      let code = codes[length]
      codes[length] += 1
      guard length <= Self.fastBits else { continue }
      // Codes come with their first bit first, numbers with their last.
      var index = 0
      for bit in 0..<length { index |= (code >> bit & 1) << (length - 1 - bit) }
      while index < fast.count {
        fast[index] = UInt16(symbol << 4 | length)
        index += 1 << length
      }
    }
  }

  /// The symbol that some bits begin with, first bit lowest, and how many of them are its code.
  ///
  /// - Returns: Nothing when the first `count` bits are the beginning of a longer code, or of none.
  func symbol(_ bits: UInt64, _ count: Int) -> (value: Int, length: Int)? {
    let entry = fast[Int(bits & UInt64(fast.count - 1))]
    if entry != 0 {
      let length = Int(entry & 15)
      return length <= count ? (Int(entry >> 4), length) : nil
    }
    var (code, first, index) = (0, 0, 0)
    for length in 1...Self.longest where length <= count {
      code |= Int(bits >> UInt64(length - 1) & 1)
      let here = Int(counts[length])
      if code - first < here { return (Int(symbols[index + code - first]), length) }
      index += here
      first = (first + here) * 2
      code *= 2
    }
    return nil
  }
}
