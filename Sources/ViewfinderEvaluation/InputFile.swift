internal import ViewfinderCore
internal import ViewfinderSystem

/// Reads whole files up to a limit, so that a device or a huge file cannot fill the memory.
enum InputFile {
  /// The bytes of the file at `path`.
  ///
  /// - Throws: `notFound` when it cannot be opened or read, `tooLarge` past `limit` bytes.
  static func read(_ path: String, limit: Int) throws(ViewfinderError) -> [UInt8] {
    do throws(SystemError) {
      return try SystemFile.streamed(path, limit: limit)
    } catch {
      if case .tooLarge = error.cause { throw .tooManyBytes(path, limit: limit) }
      throw ViewfinderError(
        .notFound, subject: path, found: "no readable file is there", expected: "a regular file",
        systemErrorNumber: error.number)
    }
  }
}

extension ViewfinderError {
  /// The error for input past `limit` bytes.
  static func tooManyBytes(_ subject: String, limit: Int) -> ViewfinderError {
    ViewfinderError(
      .tooLarge, subject: subject, found: "more than \(limit) bytes",
      expected: "at most \(limit) bytes", remedy: "Split it into parts.")
  }
}
