/// One path component of a pattern: `*`, `?`, `[a-z]`, `[!a-z]`, and `\` before a plain character.
package struct GlobPattern: Sendable {
  private enum Piece {
    case any
    case one
    case literal(Character)
    case set([ClosedRange<Character>], negated: Bool)
  }

  private let pieces: [Piece]

  /// Whether text holds any of the characters that make it a pattern.
  package static func isPattern(_ text: String) -> Bool {
    text.contains { $0 == "*" || $0 == "?" || $0 == "[" }
  }

  /// Creates a pattern; a `[` that is not closed stands for itself.
  package init(_ text: some StringProtocol) {
    var pieces: [Piece] = []
    var rest = Substring(text)
    while let character = rest.popFirst() {
      switch character {
      case "*": pieces.append(.any)
      case "?": pieces.append(.one)
      case "\\": pieces.append(.literal(rest.popFirst() ?? "\\"))
      case "[": pieces.append(Self.set(&rest) ?? .literal("["))
      default: pieces.append(.literal(character))
      }
    }
    self.pieces = pieces
  }

  /// Reads what follows a `[`, or leaves `rest` as it is when no `]` closes it.
  private static func set(_ rest: inout Substring) -> Piece? {
    var text = rest
    let isNegated = text.first == "!" || text.first == "^"
    if isNegated { text.removeFirst() }
    var ranges: [ClosedRange<Character>] = []
    var isFirst = true
    while let character = text.popFirst() {
      if character == "]", !isFirst {
        rest = text
        return .set(ranges, negated: isNegated)
      }
      isFirst = false
      if text.first == "-", let upper = text.dropFirst().first, upper != "]" {
        text.removeFirst(2)
        if character <= upper { ranges.append(character...upper) }
      } else {
        ranges.append(character...character)
      }
    }
    return nil
  }

  /// Whether a whole name fits.
  ///
  /// - Complexity: O(length of the pattern × length of the name).
  package func matches(_ name: String) -> Bool {
    let characters = Array(name)
    // After each piece: which prefixes of the name fit so far.
    var reachable = [Bool](repeating: false, count: characters.count + 1)
    reachable[0] = true
    for piece in pieces {
      var next = [Bool](repeating: false, count: characters.count + 1)
      if case .any = piece {
        var isOpen = false
        for index in reachable.indices {
          isOpen = isOpen || reachable[index]
          next[index] = isOpen
        }
      } else {
        for index in characters.indices where reachable[index] {
          next[index + 1] = Self.matches(piece, characters[index])
        }
      }
      reachable = next
    }
    return reachable[characters.count]
  }

  private static func matches(_ piece: Piece, _ character: Character) -> Bool {
    switch piece {
    case .any, .one: true
    case .literal(let literal): literal == character
    case .set(let ranges, let isNegated):
      ranges.contains { $0.contains(character) } != isNegated
    }
  }
}
