package import ViewfinderSystem

/// Photo files in memory, and what is wrong with files that cannot be read.
package enum FileBytes {
  /// Reads a regular file.
  package static func read(path: String, limit: Int) throws(ViewfinderError) -> [UInt8] {
    try inWords { () throws(SystemError) in try SystemFile.bytes(of: path, limit: limit) }
  }

  /// Reads a descriptor until the end.
  package static func read(
    descriptor: Int32,
    name: String,
    limit: Int
  ) throws(ViewfinderError) -> [UInt8] {
    try inWords { () throws(SystemError) in
      try Descriptor.bytes(descriptor, name: name, limit: limit)
    }
  }

  /// Runs calls that read a file, and says in the package's words what failed.
  package static func inWords<Value>(
    _ body: () throws(SystemError) -> Value
  ) throws(ViewfinderError) -> Value {
    do throws(SystemError) {
      return try body()
    } catch {
      throw cannotRead(error)
    }
  }

  private static func cannotRead(_ error: SystemError) -> ViewfinderError {
    let path = error.path
    switch error.cause {
    case .zeroByte:
      return ViewfinderError(
        .notFound, subject: path, found: "the path has a zero byte in it",
        expected: "the path of a file")
    case .tooLarge(let byteCount, let limit):
      return ViewfinderError(
        .tooLarge, subject: path,
        found: byteCount.map { "the file has \($0) bytes" }
          ?? "there are more than \(limit) bytes",
        expected: "at most \(limit)",
        remedy: "Save the photo smaller; a program that trusts it can raise its DecodeLimits.")
    case .kind(let kind):
      return ViewfinderError(
        .invalidImage, subject: path, found: "the path leads to \(kind.words)",
        expected: "a regular file",
        remedy: kind == .folder
          ? "Name the files in it." : "Save the data to a file, or give it as standard input.")
    case .call: break
    }
    switch error.meaning {
    case .missing:
      return ViewfinderError(
        .notFound, subject: path, found: "there is no such file",
        remedy: "Check the path; relative ones start at the current directory.",
        systemErrorNumber: error.number)
    case .notPermitted:
      return ViewfinderError(
        .notFound, subject: path, found: "the file may not be read",
        expected: "permission to read it", remedy: "Check its owner and mode.",
        systemErrorNumber: error.number)
    default:
      return ViewfinderError(
        .notFound, subject: path, found: "the file cannot be read (\(error.words))",
        systemErrorNumber: error.number)
    }
  }
}

extension FileStatus.Kind {
  /// The kind as a noun phrase.
  package var words: String {
    switch self {
    case .file: "a file"
    case .folder: "a directory"
    case .pipe: "a pipe"
    case .socket: "a socket"
    case .characterDevice, .blockDevice: "a device"
    case .other: "no regular file"
    }
  }
}
