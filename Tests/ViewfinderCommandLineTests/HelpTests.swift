import Testing
import ViewfinderCommandLine

@Suite("Help")
struct HelpTests {
  private func help(_ arguments: [String], columns: Int) -> String {
    let recorded = RecordedRun(Environment(columns: columns))
    #expect(CommandLineTool.run(arguments, in: recorded.context) == .success)
    return recorded.output.text
  }

  @Test(
    "reads as it did in a terminal of 80 columns",
    arguments: [
      (["--help"], HelpSnapshots.root), (["label", "--help"], HelpSnapshots.label),
      (["detect", "--help"], HelpSnapshots.detect),
      (["evaluate", "--help"], HelpSnapshots.evaluate),
      (["evaluate", "detection", "--help"], HelpSnapshots.evaluateDetection),
      (["evaluate", "tracking", "--help"], HelpSnapshots.evaluateTracking),
      (["model", "--help"], HelpSnapshots.model),
      (["model", "inspect", "--help"], HelpSnapshots.inspect),
      (["models", "--help"], HelpSnapshots.models),
      (["models", "pull", "--help"], HelpSnapshots.modelsPull),
      (["models", "list", "--help"], HelpSnapshots.modelsList),
      (["models", "verify", "--help"], HelpSnapshots.modelsVerify),
      (["models", "remove", "--help"], HelpSnapshots.modelsRemove),
      (["models", "path", "--help"], HelpSnapshots.modelsPath),
      (["completions", "--help"], HelpSnapshots.completions),
      (["help", "--help"], HelpSnapshots.help),
    ])
  func snapshot(_ arguments: [String], _ expected: String) {
    #expect(help(arguments, columns: 80) == expected)
  }

  @Test("is the same however it is asked for")
  func ways() {
    let label = help(["label", "--help"], columns: 80)
    #expect(help(["label", "-h"], columns: 80) == label)
    #expect(help(["help", "label"], columns: 80) == label)
    #expect(help(["label", "--bogus", "--help"], columns: 80) == label)
    #expect(
      help(["help", "model", "inspect"], columns: 80)
        == help(["model", "inspect", "-h"], columns: 80))
    #expect(help(["help"], columns: 80) == help(["--help"], columns: 80))
  }

  @Test("fits the terminal", arguments: [72, 80, 100, 200])
  func width(_ columns: Int) {
    for arguments in [
      ["--help"], ["label", "--help"], ["detect", "--help"], ["evaluate", "detection", "--help"],
      ["evaluate", "tracking", "--help"], ["model", "inspect", "--help"],
      ["models", "pull", "--help"],
    ] {
      let lines = help(arguments, columns: columns).split(separator: "\n")
      for line in lines { #expect(line.count <= min(columns, 100)) }
    }
  }

  @Test(
    "names every option once",
    arguments: [["label"], ["detect"], ["evaluate", "detection"], ["evaluate", "tracking"]])
  func complete(_ path: [String]) throws {
    let lines = help(path + ["--help"], columns: 80).split(separator: "\n")
    var node: CommandNode? = CommandTree.root
    for word in path { node = node?.child(word) }
    let specification = try #require(node).specification
    for option in specification.options {
      let term = option.spelling + (option.value.map { " " + $0.placeholder } ?? "") + "  "
      let starts = ["      ", option.letter.map { "  -\($0), " } ?? "none"].map { $0 + term }
      let count = lines.count { line in
        starts.contains { (line + "  ").hasPrefix($0) }
      }
      #expect(count == 1, "\(option.name)")
    }
    let names = specification.options.map(\.name)
    #expect(Set(names).count == names.count)
    let letters = specification.options.compactMap(\.letter)
    #expect(Set(letters).count == letters.count)
  }

  @Test("emphasises headings on a terminal only")
  func emphasis() {
    let recorded = RecordedRun(Environment(outputIsTerminal: true))
    _ = recorded.run("--help")
    #expect(recorded.output.text.contains("\u{1B}[1mUSAGE\u{1B}[0m"))
    #expect(!help(["--help"], columns: 80).contains("\u{1B}"))
  }
}
