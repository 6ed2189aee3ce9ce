/// A completion script for zsh, built on its `_arguments`.
package enum ZshCompletions {
  /// Makes the script for a tree of commands.
  package static func script(for root: CommandNode) -> String {
    let name = CommandLineTool.name
    return """
      #compdef \(name)
      # zsh completion for \(name); made by '\(name) completions zsh'.
      \(functions(root, name: "_" + name, root).joined(separator: "\n"))
      if [ "$funcstack[1]" = "_\(name)" ]; then
        _\(name) "$@"
      else
        compdef _\(name) \(name)
      fi

      """
  }

  private static func functions(_ node: CommandNode, name: String, _ root: CommandNode) -> [String]
  {
    var lines = ["\(name)() {"]
    let options = node.specification.options.flatMap { specifications($0, root) }
    if node.children.isEmpty {
      lines.append("  _arguments -s -S \\")
      lines += options.map { "    \($0) \\" }
      lines.append("    \(operand(node.specification.operand, root))")
    } else {
      lines.append("  local curcontext=\"$curcontext\" state line")
      lines.append("  _arguments -C \\")
      lines += options.map { "    \($0) \\" }
      lines.append("    '1: :->command' '*:: :->arguments'")
      lines.append("  case \"$state\" in")
      let commands = node.children.map { child in
        quoted("\(child.specification.name):\(child.specification.summary)")
      }
      lines.append("    command)")
      lines.append("      local -a commands")
      lines.append("      commands=(\(commands.joined(separator: " ")))")
      lines.append("      _describe command commands ;;")
      lines.append("    arguments)")
      lines.append("      case \"$line[1]\" in")
      for child in node.children {
        let childName = child.specification.name
        lines.append("        \(childName)) \(name)_\(childName) ;;")
      }
      lines += ["      esac ;;", "  esac"]
    }
    lines.append("}")
    return lines
      + node.children.flatMap { functions($0, name: name + "_" + $0.specification.name, root) }
  }

  /// One specification for each spelling of an option.
  private static func specifications(_ option: Option, _ root: CommandNode) -> [String] {
    let spellings = [option.spelling] + (option.letter.map { ["-\($0)"] } ?? [])
    let repeats = option.repeats ? "*" : "(\(spellings.joined(separator: " ")))"
    let help = option.help.replacing("[", with: "(").replacing("]", with: ")")
      .replacing(":", with: " -")
    return spellings.map { spelling in
      guard let value = option.value else { return quoted("\(repeats)\(spelling)[\(help)]") }
      let attach = spelling.hasPrefix("--") ? "=" : "+"
      let action = action(value.completion, root)
      return quoted("\(repeats)\(spelling)\(attach)[\(help)]:\(value.placeholder):\(action)")
    }
  }

  private static func operand(_ operand: Operand?, _ root: CommandNode) -> String {
    guard let operand else { return "':'" }
    let position = operand.count.upperBound > 1 ? "*" : "1"
    return quoted("\(position):\(operand.placeholder):\(action(operand.completion, root))")
  }

  private static func action(_ completion: Option.Completion, _ root: CommandNode) -> String {
    if let words = completion.words(in: root) { return "(\(words.joined(separator: " ")))" }
    return completion == .file ? "_files" : " "
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
