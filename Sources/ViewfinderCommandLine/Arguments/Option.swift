/// One option of a command: its names, its value and what help says about it.
package struct Option: Hashable, Sendable {
  /// The long name without dashes, such as `max-results`.
  package let name: String
  /// The one-letter name, if there is one.
  package let letter: Character?
  /// The value it takes; `nil` for a flag.
  package let value: Value?
  /// Whether every use counts; otherwise the last one wins.
  package let repeats: Bool
  /// What help says about it.
  package let help: String

  /// What an option's value stands for.
  package struct Value: Hashable, Sendable {
    /// The placeholder in help, such as `FILE`.
    package let placeholder: String
    /// What a shell offers for it.
    package let completion: Completion
  }

  /// What a shell offers for a value.
  package enum Completion: Hashable, Sendable {
    /// Nothing.
    case none
    /// Files and folders.
    case file
    /// These words.
    case words([String])
    /// The names of commands.
    case commands
  }

  /// Creates a flag.
  package static func flag(_ name: String, letter: Character? = nil, help: String) -> Option {
    Option(name: name, letter: letter, value: nil, repeats: false, help: help)
  }

  /// Creates an option that takes a value.
  package static func value(
    _ name: String, letter: Character? = nil, _ placeholder: String,
    completion: Completion = .none, repeats: Bool = false,
    help: String
  ) -> Option {
    Option(
      name: name, letter: letter,
      value: Value(placeholder: placeholder, completion: completion), repeats: repeats, help: help)
  }

  /// Creates an option whose value is one of a few words.
  package static func choice(
    _ name: String, letter: Character? = nil, _ placeholder: String, of words: [String],
    help: String
  ) -> Option {
    value(
      name, letter: letter, placeholder, completion: .words(words), help: help)
  }

  /// The option that every command has.
  package static let help = flag("help", letter: "h", help: "Show this help.")

  /// The long name with its dashes.
  package var spelling: String { "--" + name }
}

/// Options that help lists under one title.
package struct OptionGroup: Sendable {
  package let title: String
  package let options: [Option]

  package init(_ title: String, _ options: [Option]) {
    self.title = title
    self.options = options
  }
}

/// The arguments of a command that are not options.
package struct Operand: Sendable {
  /// The placeholder in help, such as `INPUT`.
  package let placeholder: String
  /// How many are taken.
  package let count: ClosedRange<Int>
  /// What a shell offers.
  package let completion: Option.Completion

  package init(_ placeholder: String, count: ClosedRange<Int>, completion: Option.Completion) {
    self.placeholder = placeholder
    self.count = count
    self.completion = completion
  }

  /// How the usage line shows it.
  package var usage: String {
    let name = placeholder + (count.upperBound > 1 ? "..." : "")
    return count.lowerBound == 0 ? "[\(name)]" : name
  }
}
