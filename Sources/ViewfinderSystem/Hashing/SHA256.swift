internal import CViewfinderSystem

/// The secure hash SHA-256 (FIPS 180-4).
package struct SHA256: Sendable {
  private var buffer = BlockBuffer()
  private var state: InlineArray<8, UInt32> = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]

  package init() {}

  /// The hash of some text's UTF-8 bytes.
  package static func hash(of text: String) -> [UInt8] {
    var hash = SHA256()
    let bytes = Array(text.utf8)
    hash.update(bytes.span)
    return hash.finish()
  }

  package mutating func update(_ bytes: Span<UInt8>) {
    var state = state
    buffer.update(bytes) { Self.add($0, $1, to: &state) }
    self.state = state
  }

  /// The 32 bytes of the hash; nothing may be added then.
  package mutating func finish() -> [UInt8] {
    var state = state
    buffer.finish(bigEndian: true) { Self.add($0, $1, to: &state) }
    return (0..<32).map { index in
      UInt8(truncatingIfNeeded: state[index / 4] >> UInt32(24 - index % 4 * 8))
    }
  }

  private static func add(
    _ bytes: Span<UInt8>, _ start: Int, to state: inout InlineArray<8, UInt32>
  ) {
    precondition(start + BlockBuffer.blockSize <= bytes.count, "A block has 64 bytes")
    var words = state.mutableSpan
    unsafe words.withUnsafeMutableBufferPointer { words in
      unsafe bytes.withUnsafeBufferPointer { bytes in
        guard let words = words.baseAddress, let bytes = bytes.baseAddress else { return }
        unsafe cviewfinder_sha256_add(words, bytes + start)
      }
    }
  }
}
