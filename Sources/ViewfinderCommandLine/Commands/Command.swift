package import Viewfinder

/// A command: a specification that parsing and help follow, and what to do.
///
/// A new command is one file with a type that conforms, and one line in ``CommandTree/root``.
package protocol Command: SendableMetatype {
  /// What parsing, help and completions follow.
  static var specification: CommandSpecification { get }

  /// Reads and checks the arguments, before anything is done.
  init(_ arguments: ParsedArguments) throws(UsageError)

  /// Carries the command out.
  func run(in context: Context) throws(CommandFailure) -> ExitCode
}

/// Why a command ended early.
package enum CommandFailure: Error {
  /// The command line is wrong in a way that showed only later.
  case usage(UsageError)
  /// Data or the machine is at fault.
  case problem(ViewfinderError)
  /// A result could not be written.
  case output(OutputFailure)
}

/// A command or a group of commands.
package struct CommandNode: Sendable {
  package let specification: CommandSpecification
  /// The command itself; `nil` for a group.
  package let command: (any Command.Type)?
  /// The commands of a group.
  package let children: [CommandNode]

  /// Creates a command.
  package init(_ command: any Command.Type) {
    specification = command.specification
    self.command = command
    children = []
  }

  /// Creates a group.
  package init(_ specification: CommandSpecification, _ children: [CommandNode]) {
    self.specification = specification
    command = nil
    self.children = children
  }

  /// The child of that name.
  package func child(_ name: String) -> CommandNode? {
    children.first { $0.specification.name == name }
  }
}

extension Option.Completion {
  /// The words a shell offers, if they are known here.
  func words(in root: CommandNode) -> [String]? {
    switch self {
    case .words(let words): words
    case .commands: root.children.map(\.specification.name)
    case .none, .file: nil
    }
  }
}
