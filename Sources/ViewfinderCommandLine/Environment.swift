internal import ViewfinderSystem

/// What a command knows about the process it runs in; tests make their own.
package struct Environment: Sendable {
  /// Looks up an environment variable.
  package var variable: @Sendable (String) -> String?
  /// Whether results go to a terminal.
  package var outputIsTerminal: Bool
  /// Whether messages go to a terminal.
  package var errorIsTerminal: Bool
  /// The width of the terminal.
  package var columns: Int
  /// The number of cores to use.
  package var activeCores: Int
  /// Whether the user asked to stop.
  package var isInterrupted: @Sendable () -> Bool
  /// Lets an interrupt end the run cleanly instead of at once.
  package var catchInterrupts: @Sendable () -> Void
  /// The time.
  package var now: @Sendable () -> ContinuousClock.Instant

  package init(
    variable: @escaping @Sendable (String) -> String? = { _ in nil },
    outputIsTerminal: Bool = false, errorIsTerminal: Bool = false, columns: Int = 80,
    activeCores: Int = 1, isInterrupted: @escaping @Sendable () -> Bool = { false },
    catchInterrupts: @escaping @Sendable () -> Void = {},
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.variable = variable
    self.outputIsTerminal = outputIsTerminal
    self.errorIsTerminal = errorIsTerminal
    self.columns = columns
    self.activeCores = activeCores
    self.isInterrupted = isInterrupted
    self.catchInterrupts = catchInterrupts
    self.now = now
  }

  /// The process's own.
  static var process: Environment {
    let columns =
      Descriptor.terminalColumns(Descriptor.standardOutput)
      ?? Descriptor.terminalColumns(Descriptor.standardError)
      ?? Machine.variable("COLUMNS").flatMap { Int($0) } ?? 80
    return Environment(
      variable: { Machine.variable($0) },
      outputIsTerminal: Descriptor.isTerminal(Descriptor.standardOutput),
      errorIsTerminal: Descriptor.isTerminal(Descriptor.standardError),
      columns: max(20, columns), activeCores: Machine.activeCores,
      isInterrupted: { Interruption.isRequested }, catchInterrupts: { Interruption.install() })
  }

  private var allowsEmphasis: Bool {
    (variable("NO_COLOR") ?? "").isEmpty && variable("TERM") != "dumb"
  }

  /// How results are emphasised.
  package var outputStyle: Style { Style(isOn: outputIsTerminal && allowsEmphasis) }

  /// How messages are emphasised.
  package var errorStyle: Style { Style(isOn: errorIsTerminal && allowsEmphasis) }

  /// Whether a progress bar makes sense.
  package var showsProgress: Bool { errorIsTerminal && variable("TERM") != "dumb" }
}

/// Where a command runs: its environment and where its text goes.
package struct Context {
  package let environment: Environment
  /// Results.
  package let output: any TextOutput
  /// Everything else.
  package let error: any TextOutput

  package init(environment: Environment, output: any TextOutput, error: any TextOutput) {
    self.environment = environment
    self.output = output
    self.error = error
  }

  /// Writes a result; a failure ends the command.
  func print(_ text: String) throws(CommandFailure) {
    do throws(OutputFailure) {
      try output.write(text)
    } catch {
      throw .output(error)
    }
  }

  /// Writes a message line about an input that was used all the same.
  func warn(_ name: String, _ message: String) {
    complain("\(name): \(environment.errorStyle.alarming("warning:")) \(message)")
  }

  /// Writes a message line.
  ///
  /// When even that fails there is nobody left to tell.
  func complain(_ text: String) {
    do throws(OutputFailure) {
      try error.write(text + "\n")
      try error.flush()
    } catch {
      return
    }
  }
}
