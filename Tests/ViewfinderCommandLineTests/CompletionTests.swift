import Foundation
import Testing
import ViewfinderCommandLine

@Suite("Completions", .serialized)
struct CompletionTests {
  /// Runs a script, or returns `nil` when there is no such shell.
  private func run(_ shell: String, _ arguments: [String], script: String) throws -> String? {
    guard FileManager.default.isExecutableFile(atPath: shell) else { return nil }
    let folder = try TemporaryFolder()
    try folder.write(script, to: "script")
    let run = try ChildProcess.run(shell, arguments + [folder.path + "/script"])
    return run.status == 0 ? run.output + run.error : "status \(run.status): \(run.error)"
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
    let answer = try run(program, ["-n"], script: script(shell))
    #expect(answer == nil || answer == "")
  }

  @Test(
    "offer commands, options and words in bash",
    arguments: [
      (["viewfinder", ""], "label detect track model models evaluate completions help"),
      (["viewfinder", "l"], "label"),
      (["viewfinder", "--"], "--version --help"),
      (["viewfinder", "model", ""], "inspect add-metadata"),
      (["viewfinder", "evaluate", ""], "detection tracking"),
      (["viewfinder", "evaluate", "tracking", "--rules", "m"], "mot17 mot20"),
      (["viewfinder", "detect", "--format", ""], "table json coco"),
      (["viewfinder", "track", "--format", ""], "table json mot"),
      (["viewfinder", "track", "--de"], "--detector --detect-every --detections"),
      (["viewfinder", "detect", "--max"], "--max-objects --max-labels"),
      (["viewfinder", "model", "inspect", "--j"], "--json"),
      (["viewfinder", "label", "--th"], "--threads --threshold"),
      (["viewfinder", "label", "--json", "--sc"], "--scaling"),
      (["viewfinder", "label", "--scaling", ""], "stretch letterbox"),
      (["viewfinder", "label", "--scaling", "=", "l"], "letterbox"),
      (["viewfinder", "label", "--scaling", "="], "stretch letterbox"),
      (["viewfinder", "label", "--model", ""], ""),
      (["viewfinder", "label", ""], ""),
      (["viewfinder", "completions", ""], "bash zsh"),
      (["viewfinder", "help", "mo"], "model models"),
      (["viewfinder", "models", ""], "pull list verify remove path"),
      (["viewfinder", "models", "pull", "--s"], "--sha256"),
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
    guard let answer = try run("/bin/bash", ["--norc"], script: driver) else { return }
    #expect(answer == expected + "\n")
  }

  @Test("name every option and command in zsh")
  func zsh() throws {
    let text = script("zsh")
    #expect(text.hasPrefix("#compdef viewfinder\n"))
    for name in ["label", "detect", "track"] {
      let command = try #require(CommandTree.root.child(name))
      for option in command.specification.options {
        #expect(text.contains(option.spelling + (option.value == nil ? "[" : "=[")))
      }
    }
    for function in [
      "_viewfinder()", "_viewfinder_label()", "_viewfinder_evaluate_detection()",
      "_viewfinder_model_inspect()",
    ] {
      #expect(text.contains(function))
    }
  }
}
