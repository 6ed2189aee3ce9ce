/// Cuts bytes that come in pieces of any size into blocks of 64, as MD5 and SHA-256 need them.
package struct BlockBuffer: Sendable {
  package static let blockSize = 64

  /// The number of bytes so far.
  package private(set) var byteCount = 0
  private var pending: [UInt8] = []

  package init() {
    pending.reserveCapacity(2 * Self.blockSize)
  }

  /// Takes bytes and hands every full block on: the bytes it lies in and where it starts.
  package mutating func update(_ bytes: Span<UInt8>, _ block: (Span<UInt8>, Int) -> Void) {
    byteCount += bytes.count
    var next = 0
    if !pending.isEmpty {
      while next < bytes.count, pending.count < Self.blockSize {
        pending.append(bytes[next])
        next += 1
      }
      if pending.count < Self.blockSize { return }
      block(pending.span, 0)
      pending.removeAll(keepingCapacity: true)
    }
    while next + Self.blockSize <= bytes.count {
      block(bytes, next)
      next += Self.blockSize
    }
    while next < bytes.count {
      pending.append(bytes[next])
      next += 1
    }
  }

  /// Hands the last one or two blocks on: a 1 bit, zeros, and the number of bits in 8 bytes.
  package mutating func finish(bigEndian: Bool, _ block: (Span<UInt8>, Int) -> Void) {
    let bits = UInt64(byteCount) &* 8
    pending.append(0x80)
    while pending.count % Self.blockSize != Self.blockSize - 8 { pending.append(0) }
    for index in 0..<8 {
      let shift = UInt64(8 * (bigEndian ? 7 - index : index))
      pending.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
    for start in stride(from: 0, to: pending.count, by: Self.blockSize) {
      block(pending.span, start)
    }
  }
}
