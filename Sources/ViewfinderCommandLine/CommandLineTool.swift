internal import ViewfinderCore
internal import ViewfinderSystem

/// The `viewfinder` program.
public enum CommandLineTool {
  /// The program's name as it is typed.
  package static let name = "viewfinder"

  /// Runs the program with the arguments of the process, and ends it.
  public static func main() -> Never {
    exit(run(Array(CommandLine.arguments.dropFirst())))
  }

  /// Runs the program.
  ///
  /// Results go to standard output, everything else to standard error. SIGINT, SIGTERM,
  /// SIGHUP and SIGPIPE are handled from here on.
  ///
  /// - Parameter arguments: The arguments without the program's own name.
  /// - Returns: The exit code of `sysexits.h` to end the process with.
  public static func run(_ arguments: [String]) -> Int32 {
    Interruption.ignoreClosedPipes()
    RuntimeSettings.current.hidesRuntimeNotices = true
    let context = Context(
      environment: .process, output: DescriptorOutput(Descriptor.standardOutput),
      error: DescriptorOutput(Descriptor.standardError))
    let status = run(arguments, in: context)
    if status == .interrupted, let number = Interruption.signalNumber { return 128 + number }
    return status.rawValue
  }

  /// Runs the program in a context.
  package static func run(
    _ arguments: [String], in context: Context, tree: CommandNode = CommandTree.root
  ) -> ExitCode {
    do throws(CommandFailure) {
      let status = try dispatch(arguments, in: context, tree: tree)
      do throws(OutputFailure) {
        try context.output.flush()
      } catch {
        throw .output(error)
      }
      return status
    } catch {
      return report(error, in: context)
    }
  }

  private static func dispatch(
    _ arguments: [String], in context: Context, tree: CommandNode
  ) throws(CommandFailure) -> ExitCode {
    var node = tree
    var path: [String] = []
    var rest = arguments[...]
    while node.command == nil {
      guard let word = rest.first else {
        throw usage(UsageError("a command is missing"), path)
      }
      if word.hasPrefix("-") {
        return try runOptions(of: node, path, Array(rest), in: context)
      }
      guard let child = node.child(word) else {
        let guess = Suggestion.nearest(to: word, among: node.children.map(\.specification.name))
        throw usage(UsageError("unknown command '\(word)'", suggestion: guess), path)
      }
      node = child
      path.append(word)
      rest.removeFirst()
    }
    if ArgumentParser.asksForHelp(rest) {
      return try showHelp(of: node, path, in: context)
    }
    guard let type = node.command else { preconditionFailure("Only commands end the loop") }
    let command: any Command
    do throws(UsageError) {
      command = try type.init(try node.specification.parse(Array(rest)))
    } catch {
      throw usage(error, path)
    }
    do throws(CommandFailure) {
      return try command.run(in: context)
    } catch {
      if case .usage(let problem) = error { throw usage(problem, path) }
      throw error
    }
  }

  /// The options of the program itself or of a group of commands.
  private static func runOptions(
    of node: CommandNode, _ path: [String], _ arguments: [String], in context: Context
  ) throws(CommandFailure) -> ExitCode {
    if ArgumentParser.asksForHelp(arguments) {
      return try showHelp(of: node, path, in: context)
    }
    let parsed: ParsedArguments
    do throws(UsageError) {
      parsed = try ArgumentParser(node.specification.options).parse(Array(arguments.prefix(1)))
    } catch {
      throw usage(error, path)
    }
    if parsed.has(CommandTree.version) {
      try context.print("\(name) \(ToolVersion.current)\n")
      return .success
    }
    throw usage(UsageError("a command is missing"), path)
  }

  private static func showHelp(
    of node: CommandNode, _ path: [String], in context: Context
  ) throws(CommandFailure) -> ExitCode {
    try context.print(HelpText.text(for: node, path: path, in: context.environment))
    return .success
  }

  private static func usage(_ error: UsageError, _ path: [String]) -> CommandFailure {
    var error = error
    if error.command.isEmpty { error.command = path }
    return .usage(error)
  }

  /// Tells the user about a failure and gives the status that stands for it.
  private static func report(_ failure: CommandFailure, in context: Context) -> ExitCode {
    let style = context.environment.errorStyle
    switch failure {
    case .usage(let error):
      let words = ([name] + error.command).joined(separator: " ")
      context.complain(
        "\(words): \(style.alarming("error:")) \(TextLayout.printable(error.message))")
      context.complain("Try '\(words) --help'.")
      return .usage
    case .problem(let error):
      context.complain(
        "\(name): \(style.alarming("error:")) \(TextLayout.printable(error.description))")
      return ExitCode(error)
    case .output(.closedPipe):
      return .closedPipe
    case .output(.cannotWrite(let reason)):
      context.complain("\(name): \(style.alarming("error:")) cannot write the output: \(reason)")
      return .cannotWrite
    }
  }
}
