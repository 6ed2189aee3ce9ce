/// A completion script for bash 3.2 and later.
package enum BashCompletions {
  /// Makes the script for a tree of commands.
  package static func script(for root: CommandNode) -> String {
    let name = CommandLineTool.name
    var contexts: [String] = []
    var values: [String] = []
    collect(root, path: "", root, &contexts, &values)
    return """
      # bash completion for \(name); made by '\(name) completions bash'.
      _\(name)() {
        local current="${COMP_WORDS[COMP_CWORD]}" previous="" path="" words="" i
        [ "$COMP_CWORD" -gt 0 ] && previous="${COMP_WORDS[COMP_CWORD-1]}"
        # bash splits '--name=value' at the '='.
        if [ "$current" = "=" ]; then
          current=""
        elif [ "$previous" = "=" ] && [ "$COMP_CWORD" -gt 1 ]; then
          previous="${COMP_WORDS[COMP_CWORD-2]}"
        fi
        for ((i = 1; i < COMP_CWORD; i++)); do
          case "$path/${COMP_WORDS[i]}" in
            \(commandPaths(root, "").joined(separator: "|"))) path="$path/${COMP_WORDS[i]}" ;;
          esac
        done
        COMPREPLY=()
        case "$path $previous" in
      \(values.map { "    " + $0 }.joined(separator: "\n"))
        esac
        case "$path" in
      \(contexts.map { "    " + $0 }.joined(separator: "\n"))
        esac
        # Without words, '-o default' offers files.
        if [ -n "$words" ]; then
          COMPREPLY=($(compgen -W "$words" -- "$current"))
        fi
      }
      complete -o bashdefault -o default -F _\(name) \(name)

      """
  }

  private static func commandPaths(_ node: CommandNode, _ path: String) -> [String] {
    node.children.flatMap { child in
      let childPath = path + "/" + child.specification.name
      return [childPath] + commandPaths(child, childPath)
    }
  }

  private static func collect(
    _ node: CommandNode, path: String, _ root: CommandNode, _ contexts: inout [String],
    _ values: inout [String]
  ) {
    let specification = node.specification
    for option in specification.options {
      guard let value = option.value else { continue }
      let names = ([option.spelling] + (option.letter.map { ["-\($0)"] } ?? []))
        .map { "\"\(path) \($0)\"" }.joined(separator: "|")
      values.append("\(names)) \(answer(to: value.completion, root)) ;;")
    }
    let options = specification.options.map(\.spelling).joined(separator: " ")
    let children = node.children.map(\.specification.name).joined(separator: " ")
    var operands = children
    if let operand = specification.operand, let words = operand.completion.words(in: root) {
      operands = words.joined(separator: " ")
    }
    contexts.append(
      "\"\(path)\") case \"$current\" in -*) words=\"\(options)\" ;; *) words=\"\(operands)\" ;;"
        + " esac ;;")
    for child in node.children {
      collect(child, path: path + "/" + child.specification.name, root, &contexts, &values)
    }
  }

  private static func answer(to completion: Option.Completion, _ root: CommandNode) -> String {
    if let words = completion.words(in: root) {
      let list = words.joined(separator: " ")
      return "COMPREPLY=($(compgen -W \"\(list)\" -- \"$current\")); return"
    }
    if completion == .file { return "return" }
    return "compopt +o default +o bashdefault 2>/dev/null; return"
  }
}
