/// The options and operands of one command line, with typed access.
package struct ParsedArguments: Sendable {
  /// The arguments that are not options, in order.
  package var operands: [String] = []
  /// By the name of the option, whose help may differ between the commands that have it.
  private var values: [String: [String]] = [:]

  /// Creates an empty set of arguments.
  package init() {}

  mutating func add(_ value: String, to option: Option) {
    values[option.name, default: []].append(value)
  }

  /// Whether an option is given.
  package func has(_ option: Option) -> Bool {
    values[option.name] != nil
  }

  /// Every value of an option, in order.
  package func strings(_ option: Option) -> [String] {
    values[option.name] ?? []
  }

  /// The last value of an option; an empty one is refused.
  package func string(_ option: Option) throws(UsageError) -> String? {
    guard let text = values[option.name]?.last else { return nil }
    if text.isEmpty { throw UsageError("option '\(option.spelling)' has an empty value") }
    return text
  }

  /// The value of an option that takes one of a few words.
  package func choice(_ option: Option) throws(UsageError) -> String? {
    guard let text = try string(option) else { return nil }
    guard case .words(let words) = option.value?.completion else {
      preconditionFailure("Only an option with words has a choice")
    }
    if words.contains(text) { return text }
    throw UsageError(
      "'\(text)' is no value of '\(option.spelling)'; choose from \(words.joined(separator: ", "))")
  }

  /// The value of an option as a whole number within a range.
  package func integer(
    _ option: Option, in range: ClosedRange<Int>
  ) throws(UsageError) -> Int? {
    guard let text = try string(option) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      let bounds =
        range.upperBound == .max
        ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
      throw UsageError("'\(option.spelling)' takes a whole number \(bounds), not '\(text)'")
    }
    return number
  }

  /// The value of an option as a number within a range.
  package func number(
    _ option: Option, in range: ClosedRange<Double>
  ) throws(UsageError) -> Double? {
    guard let text = try string(option) else { return nil }
    guard let number = Self.decimal(text), range.contains(number) else {
      throw UsageError(
        "'\(option.spelling)' takes a number from \(Self.short(range.lowerBound))"
          + " to \(Self.short(range.upperBound)), not '\(text)'")
    }
    return number
  }

  /// The value of an option as numbers separated by commas.
  package func numbers(
    _ option: Option, counts: Set<Int>, saying shape: String
  ) throws(UsageError) -> [Double]? {
    guard let text = try string(option) else { return nil }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Self.decimal(String($0)) }
    guard numbers.count == parts.count, counts.contains(numbers.count) else {
      throw UsageError("'\(option.spelling)' takes \(shape), not '\(text)'")
    }
    return numbers
  }

  /// A finite decimal number; hexadecimal, `inf` and `nan`, which `Double` would take, are not.
  private static func decimal(_ text: String) -> Double? {
    let allowed = text.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.eE".utf8.contains(byte)
    }
    guard allowed, let number = Double(text), number.isFinite else { return nil }
    return number
  }

  private static func short(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }
}
