/// The help text of a command, laid out for a terminal.
package enum HelpText {
  private static let widest = 100
  private static let indent = "  "

  /// Makes the help of a command or of a group of commands.
  package static func text(
    for node: CommandNode, path: [String], in environment: Environment
  ) -> String {
    let style = environment.outputStyle
    let width = max(40, min(environment.columns, widest))
    let specification = node.specification
    var lines = TextLayout.wrap(specification.summary, to: width)
    lines += ["", style.strong("USAGE")]
    lines += usage(of: node, path).map { indent + $0 }
    if !specification.discussion.isEmpty {
      lines.append("")
      lines += TextLayout.wrap(specification.discussion, to: width)
    }
    if !node.children.isEmpty {
      let commands = node.children.map { child in
        (term: child.specification.name, text: child.specification.summary)
      }
      lines += ["", style.strong("COMMANDS")] + columns(commands, width)
    }
    lines += optionSections(of: specification, width, style)
    for note in specification.notes {
      lines += ["", style.strong(note.title)] + columns(note.entries, width)
    }
    if !specification.examples.isEmpty {
      lines += ["", style.strong("EXAMPLES")] + specification.examples.map { indent + $0 }
    }
    if !node.children.isEmpty {
      let words = ([CommandLineTool.name, "help"] + path + ["COMMAND"]).joined(separator: " ")
      lines += ["", "'\(words)' tells more about a command."]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func usage(of node: CommandNode, _ path: [String]) -> [String] {
    let words = ([CommandLineTool.name] + path).joined(separator: " ")
    if node.children.isEmpty {
      let options = node.specification.groups.isEmpty ? "" : " [OPTION...]"
      return [words + options + (node.specification.operand.map { " " + $0.usage } ?? "")]
    }
    let own = node.specification.groups.flatMap(\.options).map { "\(words) \($0.spelling)" }
    return [words + " COMMAND [ARGUMENT...]"] + own
  }

  /// The option groups; `--help` joins the last one, or stands alone.
  private static func optionSections(
    of specification: CommandSpecification, _ width: Int, _ style: Style
  ) -> [String] {
    var groups = specification.groups
    if let last = groups.popLast() {
      groups.append(OptionGroup(last.title, last.options + [.help]))
    } else {
      groups = [OptionGroup("OPTIONS", [.help])]
    }
    let longest = groups.flatMap(\.options).map { term($0).count }.max() ?? 0
    return groups.flatMap { group in
      ["", style.strong(group.title)]
        + columns(group.options.map { (term: term($0), text: $0.help) }, width, longest)
    }
  }

  private static func term(_ option: Option) -> String {
    let letter = option.letter.map { "-\($0), " } ?? "    "
    return letter + option.spelling + (option.value.map { " " + $0.placeholder } ?? "")
  }

  /// Terms on the left, wrapped text on the right; a long term gets a line of its own.
  private static func columns(
    _ entries: [(term: String, text: String)], _ width: Int, _ termWidth: Int? = nil
  ) -> [String] {
    let longest = termWidth ?? entries.map { TextLayout.columns(of: $0.term) }.max() ?? 0
    let termWidth = min(longest, 24)
    let hang = indent.count + termWidth + 2
    return entries.flatMap { entry -> [String] in
      if entry.term.isEmpty {
        return TextLayout.wrap(entry.text, to: width - indent.count).map { indent + $0 }
      }
      let text = TextLayout.wrap(entry.text, to: width - hang)
      let blank = String(repeating: " ", count: hang)
      if TextLayout.columns(of: entry.term) > termWidth {
        return [indent + entry.term] + text.map { blank + $0 }
      }
      let first = indent + TextLayout.padded(entry.term, to: termWidth) + "  " + text[0]
      return [first] + text.dropFirst().map { blank + $0 }
    }
  }
}
