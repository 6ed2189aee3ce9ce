// Vectors of four neighbouring numbers, at any place. Whoever calls these has checked, once for a
// whole loop, that the places lie in the memory.
extension RawSpan {
  /// Four numbers from number `index` on.
  @unsafe @inline(__always)
  func vector(_ index: Int) -> SIMD4<Float> {
    unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: index &* 4, as: SIMD4<Float>.self)
  }
}

extension MutableRawSpan {
  /// Four numbers from number `index` on.
  @unsafe @inline(__always)
  func vector(_ index: Int) -> SIMD4<Float> {
    unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: index &* 4, as: SIMD4<Float>.self)
  }

  /// Stores four numbers from number `index` on.
  @unsafe @inline(__always)
  mutating func put(_ value: SIMD4<Float>, at index: Int) {
    unsafe storeBytes(of: value, toUncheckedByteOffset: index &* 4, as: SIMD4<Float>.self)
  }
}
