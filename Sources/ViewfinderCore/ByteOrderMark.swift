extension Collection<UInt8> {
  /// Whether text begins with the mark that some editors put before UTF-8.
  package var hasByteOrderMark: Bool { starts(with: [0xEF, 0xBB, 0xBF]) }

  /// The text behind such a mark, or all of it.
  package var withoutByteOrderMark: SubSequence { hasByteOrderMark ? dropFirst(3) : self[...] }
}
