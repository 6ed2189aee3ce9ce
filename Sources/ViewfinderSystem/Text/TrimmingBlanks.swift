extension StringProtocol {
  /// The text without the spaces and tabs at its ends.
  package var trimmingBlanks: SubSequence {
    func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
    guard let last = lastIndex(where: { !isBlank($0) }) else { return self[endIndex...] }
    return self[...last].drop(while: isBlank)
  }
}
