/// `viewfinder completions`: scripts that teach a shell the options.
struct CompletionsCommand: Command {
  static let specification = CommandSpecification(
    name: "completions", summary: "Print a completion script for your shell.",
    operand: Operand("SHELL", count: 1...1, completion: .words(["bash", "zsh"])),
    notes: [
      CommandSpecification.Note(
        "SHELLS",
        [
          ("bash", "Add to ~/.bashrc: eval \"$(viewfinder completions bash)\""),
          (
            "zsh",
            "Add to ~/.zshrc, after compinit: eval \"$(viewfinder completions zsh)\""
          ),
        ])
    ])

  private let script: String

  init(_ arguments: ParsedArguments) throws(UsageError) {
    switch arguments.operands.first {
    case "bash": script = BashCompletions.script(for: CommandTree.root)
    case "zsh": script = ZshCompletions.script(for: CommandTree.root)
    case let other:
      throw UsageError("'\(other ?? "")' is no shell known here; choose from bash, zsh")
    }
  }

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    try context.print(script)
    return .success
  }
}
