import Foundation

/// A program of Examples/, as the build has left it beside this one.
struct Example {
  let name: String

  struct Outcome {
    let status: Int32
    let output: String
    let error: String
  }

  /// Runs the program to its end.
  func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Outcome {
    let folder = URL(
      filePath: try FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/self/exe")
    ).deletingLastPathComponent()
    let process = Process()
    process.executableURL = folder.appending(path: name)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(environment) { $1 }
    // Files, for a pipe that nobody reads fills up.
    let output = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let error = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    for url in [output, error] { try Data().write(to: url) }
    defer { for url in [output, error] { try? FileManager.default.removeItem(at: url) } }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: error)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
      error: try String(contentsOf: error, encoding: .utf8))
  }
}
