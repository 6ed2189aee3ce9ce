/// Everything that parsing, help and completions need to know about a command.
package struct CommandSpecification: Sendable {
  /// The word that selects it, such as `label`.
  package let name: String
  /// What it does, as an imperative sentence for one line of help.
  package let summary: String
  /// What help says below the usage line; paragraphs are separated by newlines.
  package let discussion: String
  /// What it takes besides options.
  package let operand: Operand?
  /// Its options, in the order of help, without `--help`.
  package let groups: [OptionGroup]
  /// Further sections of help.
  package let notes: [Note]
  /// Command lines that help shows.
  package let examples: [String]

  /// A titled section of help: terms and what they mean, or paragraphs when a term is empty.
  package struct Note: Sendable {
    package let title: String
    package let entries: [(term: String, text: String)]

    package init(_ title: String, _ entries: [(term: String, text: String)]) {
      self.title = title
      self.entries = entries
    }
  }

  package init(
    name: String, summary: String, discussion: String = "", operand: Operand? = nil,
    groups: [OptionGroup] = [], notes: [Note] = [], examples: [String] = []
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.operand = operand
    self.groups = groups
    self.notes = notes
    self.examples = examples
  }

  /// Every option, `--help` last.
  package var options: [Option] { groups.flatMap(\.options) + [.help] }

  /// Parses the arguments of this command and checks the number of operands.
  package func parse(_ arguments: [String]) throws(UsageError) -> ParsedArguments {
    let parsed = try ArgumentParser(options).parse(arguments)
    let count = operand?.count ?? 0...0
    if parsed.operands.count < count.lowerBound {
      throw UsageError("\(operand?.placeholder ?? "") is missing")
    }
    if parsed.operands.count > count.upperBound {
      throw UsageError("unexpected argument '\(parsed.operands[count.upperBound])'")
    }
    return parsed
  }
}
