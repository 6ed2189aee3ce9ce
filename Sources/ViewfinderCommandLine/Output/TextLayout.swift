/// Text measured and arranged in terminal columns.
package enum TextLayout {
  /// The number of columns that text takes on a terminal: two for East Asian wide characters and
  /// emoji, none for marks that combine with their neighbour.
  package static func columns(of text: String) -> Int {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
    return text.reduce(0) { $0 + columns(of: $1) }
  }

  private static func columns(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    let emoji = scalars.contains { $0 == "\u{FE0F}" } && first.properties.isEmoji
    if emoji || first.properties.isEmojiPresentation || isWide(first.value) { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return 1
    }
  }

  /// The blocks that Unicode's East Asian Width table calls wide or full-width.
  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97C,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
      0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }

  /// Text with spaces added on the right up to a number of columns.
  package static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - columns(of: text)))
  }

  /// Text with spaces added on the left up to a number of columns.
  package static func rightAligned(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - columns(of: text))) + text
  }

  /// Breaks text at spaces into lines of at most `width` columns; a longer word stays whole.
  package static func wrap(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var line = ""
      for word in paragraph.split(separator: " ") {
        if line.isEmpty {
          line = String(word)
        } else if columns(of: line) + 1 + columns(of: String(word)) <= width {
          line += " " + word
        } else {
          lines.append(line)
          line = String(word)
        }
      }
      lines.append(line)
    }
    return lines
  }

  /// Text whose control characters are spelled out, so that a file name cannot steer a terminal.
  package static func printable(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      let isHarmless =
        scalar.properties.generalCategory != .control && !steering.contains(scalar.value)
      if isHarmless {
        result.unicodeScalars.append(scalar)
      } else {
        result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      }
    }
    return result
  }

  /// Marks that turn the direction of the text after them.
  private static let steering: Set<UInt32> = Set(0x202A...0x202E).union(0x2066...0x2069)

  /// A number of bytes in the largest unit of 1000 that it fills, such as `12.3 MB`.
  package static func bytes(_ count: Double) -> String {
    var (number, units) = (count, ["B", "kB", "MB", "GB"][...])
    // 999.95 would be shown as 1000.0.
    while number >= 999.95, units.count > 1 {
      number /= 1000
      units.removeFirst()
    }
    let isWhole = units.first == "B"
    return fixed(number, decimals: isWhole ? 0 : 1) + " " + (units.first ?? "")
  }

  /// A number with a fixed count of decimals, rounded to nearest, ties away from zero.
  package static func fixed(_ number: Double, decimals: Int) -> String {
    guard number.isFinite, abs(number) < 1e12 else { return "\(number)" }
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int((abs(number) * Double(scale)).rounded())
    let sign = number < 0 && scaled > 0 ? "-" : ""
    if decimals == 0 { return sign + String(scaled) }
    let fraction = String(scaled % scale)
    let zeros = String(repeating: "0", count: decimals - fraction.count)
    return "\(sign)\(scaled / scale).\(zeros)\(fraction)"
  }
}
