/// Splits a command's arguments into options and operands, following its option table.
///
/// `--name value`, `--name=value`, `-n value`, `-nvalue`, `-n=value`, grouped flags (`-rq`) and
/// `--` are understood. A value may be a negative number; any other value that starts with `-`
/// has to be attached (`--labels=-odd.txt`). `-` alone is an operand.
package struct ArgumentParser: Sendable {
  private let options: [Option]

  /// Creates a parser for a table of options.
  package init(_ options: [Option]) {
    self.options = options
  }

  /// Whether help is asked for, even in a command line that is wrong otherwise.
  package static func asksForHelp(_ arguments: some Sequence<String>) -> Bool {
    for argument in arguments {
      if argument == "--" { return false }
      if argument == "--help" || argument == "-h" { return true }
    }
    return false
  }

  /// Parses arguments.
  package func parse(_ arguments: [String]) throws(UsageError) -> ParsedArguments {
    var result = ParsedArguments()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        result.operands += rest
        break
      } else if argument.hasPrefix("--") {
        try takeLong(argument.dropFirst(2), &rest, &result)
      } else if argument.hasPrefix("-"), argument != "-" {
        try takeLetters(argument.dropFirst(), &rest, &result)
      } else {
        result.operands.append(argument)
      }
    }
    return result
  }

  private func takeLong(
    _ text: Substring, _ rest: inout ArraySlice<String>, _ result: inout ParsedArguments
  ) throws(UsageError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = options.first(where: { $0.name == name }) else {
      let guess = Suggestion.nearest(to: name, among: options.map(\.name))
      throw UsageError("unknown option '--\(name)'", suggestion: guess.map { "--" + $0 })
    }
    let attached = parts.count == 2 ? String(parts[1]) : nil
    if option.value == nil {
      if attached != nil { throw UsageError("option '--\(name)' takes no value") }
      result.add("", to: option)
    } else {
      result.add(try value(of: option, "--" + name, attached, &rest), to: option)
    }
  }

  private func takeLetters(
    _ text: Substring, _ rest: inout ArraySlice<String>, _ result: inout ParsedArguments
  ) throws(UsageError) {
    let name = text.prefix { $0 != "=" }
    if name.count > 1, options.contains(where: { $0.name == name }) {
      throw UsageError("unknown option '-\(name)'", suggestion: "--\(name)")
    }
    var letters = text
    while let letter = letters.popFirst() {
      guard let option = options.first(where: { $0.letter == letter }) else {
        throw unknownLetter(letter, in: text)
      }
      if option.value == nil {
        result.add("", to: option)
        continue
      }
      if letters.first == "=" { letters.removeFirst() }
      let attached = letters.isEmpty ? nil : String(letters)
      result.add(try value(of: option, "-\(letter)", attached, &rest), to: option)
      return
    }
  }

  private func unknownLetter(_ letter: Character, in text: Substring) -> UsageError {
    // `-json` is more often a long option with a dash missing than four letters.
    let name = String(text.prefix { $0 != "=" })
    if name.count > 1, let guess = Suggestion.nearest(to: name, among: options.map(\.name)) {
      return UsageError("unknown option '-\(name)'", suggestion: "--" + guess)
    }
    return UsageError("unknown option '-\(letter)'")
  }

  private func value(
    of option: Option, _ spelling: String, _ attached: String?,
    _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    if let attached { return attached }
    let placeholder = option.value?.placeholder ?? ""
    guard let value = rest.first else {
      throw UsageError("option '\(spelling)' needs a value (\(placeholder))")
    }
    let looksLikeOption = value.hasPrefix("-") && value != "-" && !Self.startsNumber(value)
    if looksLikeOption {
      throw UsageError(
        "option '\(spelling)' needs a value (\(placeholder)), but '\(value)' follows;"
          + " write '\(option.spelling)=\(value)' if that is the value")
    }
    rest.removeFirst()
    return value
  }

  private static func startsNumber(_ text: String) -> Bool {
    let digits = text.dropFirst()
    guard let first = digits.first else { return false }
    if first == "." { return digits.dropFirst().first.map(isDigit) ?? false }
    return isDigit(first)
  }

  private static func isDigit(_ character: Character) -> Bool {
    ("0"..."9").contains(character)
  }
}
