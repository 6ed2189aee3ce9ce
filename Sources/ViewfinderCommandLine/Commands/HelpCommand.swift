/// `viewfinder help`: the help of the program or of a command.
struct HelpCommand: Command {
  static let specification = CommandSpecification(
    name: "help", summary: "Show help for a command.",
    operand: Operand("COMMAND", count: 0...4, completion: .commands))

  private let path: [String]

  init(_ arguments: ParsedArguments) {
    path = arguments.operands
  }

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    var node = CommandTree.root
    for word in path {
      guard let child = node.child(word) else {
        let guess = Suggestion.nearest(to: word, among: node.children.map(\.specification.name))
        throw .usage(UsageError("unknown command '\(word)'", suggestion: guess))
      }
      node = child
    }
    try context.print(HelpText.text(for: node, path: path, in: context.environment))
    return .success
  }
}
