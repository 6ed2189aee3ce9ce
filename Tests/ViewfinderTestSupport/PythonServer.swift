internal import Foundation
internal import ViewfinderSystem

/// A server in Python below `Tests/Support`: it prints its port, takes one line of JSON at a time,
/// answers each with a line, and ends with the tests.
final class PythonServer: Sendable {
  /// The port on this machine, or 0 when the server could not be started.
  let port: Int
  private let pipes: Mutex<(input: FileHandle, output: FileHandle)>

  static var folder: String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path
      + "/Support"
  }

  init(_ script: String, _ arguments: String...) {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "\(Self.folder)/\(script)"] + arguments
    process.standardInput = input
    process.standardOutput = output
    do {
      try process.run()
    } catch {
      fatalError("The tests need python3: \(error)")
    }
    let handles = (input: input.fileHandleForWriting, output: output.fileHandleForReading)
    port = Int(Self.line(handles.output)) ?? 0
    pipes = Mutex(handles)
  }

  func ask(_ command: [String: Any]) -> String {
    guard let data = try? JSONSerialization.data(withJSONObject: command) else { return "" }
    return pipes.withLock { pipes in
      pipes.input.write(data + Data("\n".utf8))
      return Self.line(pipes.output)
    }
  }

  private static func line(_ output: FileHandle) -> String {
    var bytes = Data()
    while bytes.last != UInt8(ascii: "\n") {
      let part = output.availableData
      if part.isEmpty { break }
      bytes += part
    }
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }
}
