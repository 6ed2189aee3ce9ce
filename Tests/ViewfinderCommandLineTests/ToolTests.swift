import Testing
import ViewfinderCommandLine

@Suite("Tool")
struct ToolTests {
  @Test(
    "prints its version and help to standard output",
    arguments: ["--version", "--help", "-h", "help"])
  func information(_ argument: String) {
    let recorded = RecordedRun()
    #expect(recorded.run(argument) == .success)
    #expect(recorded.output.text.hasSuffix("\n"))
    #expect(recorded.error.text.isEmpty)
  }

  @Test("names its version by semver.org")
  func version() {
    let recorded = RecordedRun()
    _ = recorded.run("--version")
    #expect(recorded.output.text.wholeMatch(of: /viewfinder \d+\.\d+\.\d+\n/) != nil)
  }

  @Test(
    "answers misuse with a sentence, a hint and 64",
    arguments: [
      ([], "viewfinder: error: a command is missing\nTry 'viewfinder --help'.\n"),
      (
        ["lable", "a.jpg"],
        "viewfinder: error: unknown command 'lable'; did you mean 'label'?\n"
          + "Try 'viewfinder --help'.\n"
      ),
      (
        ["label", "--jsn", "a.jpg"],
        "viewfinder label: error: unknown option '--jsn'; did you mean '--json'?\n"
          + "Try 'viewfinder label --help'.\n"
      ),
      (
        ["label"],
        "viewfinder label: error: INPUT is missing\nTry 'viewfinder label --help'.\n"
      ),
      (
        ["model", "inspct", "x"],
        "viewfinder model: error: unknown command 'inspct'; did you mean 'inspect'?\n"
          + "Try 'viewfinder model --help'.\n"
      ),
      (
        ["model"], "viewfinder model: error: a command is missing\nTry 'viewfinder model --help'.\n"
      ),
      (
        ["model", "inspect", "a", "b"],
        "viewfinder model inspect: error: unexpected argument 'b'\n"
          + "Try 'viewfinder model inspect --help'.\n"
      ),
      (
        ["completions", "csh"],
        "viewfinder completions: error: 'csh' is no shell known here; choose from bash, zsh\n"
          + "Try 'viewfinder completions --help'.\n"
      ),
      (
        ["help", "lable"],
        "viewfinder help: error: unknown command 'lable'; did you mean 'label'?\n"
          + "Try 'viewfinder help --help'.\n"
      ),
      (
        ["--verson"],
        "viewfinder: error: unknown option '--verson'; did you mean '--version'?\n"
          + "Try 'viewfinder --help'.\n"
      ),
    ])
  func misuse(_ arguments: [String], _ message: String) {
    let recorded = RecordedRun()
    #expect(CommandLineTool.run(arguments, in: recorded.context) == .usage)
    #expect(recorded.error.text == message)
    #expect(recorded.output.text.isEmpty)
  }

  @Test("says when the output cannot be written, and nothing when its reader left")
  func unwritable() {
    let full = RecordedRun()
    full.output.failure = (0, .cannotWrite("no space left on device"))
    #expect(full.run("--help") == .cannotWrite)
    #expect(
      full.error.text
        == "viewfinder: error: cannot write the output: no space left on device\n")
    let closed = RecordedRun()
    closed.output.failure = (0, .closedPipe)
    #expect(closed.run("--help") == .closedPipe)
    #expect(closed.error.text.isEmpty)
  }

  @Test("uses the numbers of sysexits.h")
  func statuses() {
    let statuses: [ExitCode] = [
      .success, .failure, .usage, .badData, .noInput, .cannotWrite, .interrupted, .closedPipe,
    ]
    #expect(statuses.map(\.rawValue) == [0, 1, 64, 65, 66, 73, 130, 141])
  }
}
