import Foundation

/// What a program printed and how it ended.
struct ChildProcess {
  let output: String
  let error: String
  let status: Int32

  /// Runs a program to its end, with text from files, so that no pipe of one child can be kept
  /// open by another.
  static func run(
    _ program: String, _ arguments: [String], input: Data = Data(),
    environment: [String: String] = [:], outputPath: String? = nil
  ) throws -> ChildProcess {
    let folder = try TemporaryFolder(["stdout", "stderr"])
    try input.write(to: URL(fileURLWithPath: folder.path + "/stdin"))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle(forReadingAtPath: folder.path + "/stdin")
    process.standardOutput = FileHandle(forWritingAtPath: outputPath ?? folder.path + "/stdout")
    process.standardError = FileHandle(forWritingAtPath: folder.path + "/stderr")
    try process.run()
    process.waitUntilExit()
    return ChildProcess(
      output: try String(contentsOfFile: folder.path + "/stdout", encoding: .utf8),
      error: try String(contentsOfFile: folder.path + "/stderr", encoding: .utf8),
      status: process.terminationStatus)
  }
}
