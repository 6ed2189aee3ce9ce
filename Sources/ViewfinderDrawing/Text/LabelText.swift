/// Makes any string fit to be drawn as one line.
enum LabelText {
  /// The most Unicode scalars that are kept.
  static let limit = 160

  /// The string on one line: white space and line breaks become single spaces; control characters,
  /// marks that turn the writing direction and other invisible ones are left out.
  static func cleaned(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var count = 0
    var pendingSpace = false
    // What is left out must not be searched without end either.
    for scalar in text.unicodeScalars.prefix(8 * limit) {
      if scalar.properties.isWhitespace {
        pendingSpace = count > 0
        continue
      }
      guard isVisible(scalar) else { continue }
      guard count < limit else {
        result.append("…")
        break
      }
      if pendingSpace {
        result.append(" ")
        count += 1
        pendingSpace = false
      }
      result.append(scalar)
      count += 1
    }
    return String(result)
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
      return false
    case .format:
      // Joiners shape emoji and Indic scripts; the others turn or hide text.
      return scalar.value == 0x200C || scalar.value == 0x200D
    default:
      return scalar.value != 0xFFFC
    }
  }
}
