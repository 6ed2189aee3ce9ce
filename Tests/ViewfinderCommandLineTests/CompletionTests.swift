import Foundation
import Testing
import ViewfinderCommandLine

@Suite("Completions")
struct CompletionTests {
  /// Runs a program with text on its standard input, or returns `nil` when there is no such program.
  private func run(_ program: String, _ arguments: [String], input: String) throws -> String? {
    guard FileManager.default.isExecutableFile(atPath: program) else { return nil }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    let (stdin, stdout) = (Pipe(), Pipe())
    process.standardInput = stdin
    process.standardOutput = stdout
    process.standardError = stdout
    try process.run()
    stdin.fileHandleForWriting.write(Data(input.utf8))
    try stdin.fileHandleForWriting.close()
    let data = try stdout.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let text = String(decoding: data, as: UTF8.self)
    return process.terminationStatus == 0 ? text : "status \(process.terminationStatus): \(text)"
  }

  private func script(_ shell: String) -> String {
    let recorded = RecordedRun()
    #expect(recorded.run("completions", shell) == .success)
    return recorded.output.text
  }

  @Test(
    "parse in their shell",
    arguments: [("bash", "/bin/bash"), ("zsh", "/bin/zsh"), ("zsh", "/usr/bin/zsh")])
  func parse(_ shell: String, _ program: String) throws {
    let answer = try run(program, ["-n"], input: script(shell))
    #expect(answer == nil || answer == "")
  }

  @Test(
    "offer commands, options and words in bash",
    arguments: [
      (["viewfinder", ""], "label model completions help"),
      (["viewfinder", "l"], "label"),
      (["viewfinder", "--"], "--version --help"),
      (["viewfinder", "model", ""], "inspect"),
      (["viewfinder", "model", "inspect", "--j"], "--json"),
      (["viewfinder", "label", "--th"], "--threads --threshold"),
      (["viewfinder", "label", "--json", "--sc"], "--scaling"),
      (["viewfinder", "label", "--scaling", ""], "stretch letterbox"),
      (["viewfinder", "label", "--scaling", "=", "l"], "letterbox"),
      (["viewfinder", "label", "--scaling", "="], "stretch letterbox"),
      (["viewfinder", "label", "--model", ""], ""),
      (["viewfinder", "label", ""], ""),
      (["viewfinder", "completions", ""], "bash zsh"),
      (["viewfinder", "help", "mo"], "model"),
      (["viewfinder", "label", "--model", "label", "--jo"], "--jobs"),
    ])
  func bash(_ words: [String], _ expected: String) throws {
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    let driver = """
      \(script("bash"))
      COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count - 1)
      _viewfinder
      echo "${COMPREPLY[*]}"
      """
    guard let answer = try run("/bin/bash", ["--norc"], input: driver) else { return }
    #expect(answer == expected + "\n")
  }

  @Test("name every option and command in zsh")
  func zsh() throws {
    let text = script("zsh")
    #expect(text.hasPrefix("#compdef viewfinder\n"))
    let label = try #require(CommandTree.root.child("label"))
    for option in label.specification.options {
      #expect(text.contains(option.spelling + (option.value == nil ? "[" : "=[")))
    }
    for function in ["_viewfinder()", "_viewfinder_label()", "_viewfinder_model_inspect()"] {
      #expect(text.contains(function))
    }
  }
}
