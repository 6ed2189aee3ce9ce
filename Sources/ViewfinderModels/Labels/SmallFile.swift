internal import ViewfinderCore
internal import ViewfinderSystem

/// Reads text files that lie beside a model.
enum SmallFile {
  /// The bytes of a file.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - limit: The most bytes to accept.
  /// - Returns: All bytes.
  /// - Throws: ``ViewfinderError`` with the code `notFound` or `tooLarge`.
  static func read(_ path: String, limit: Int) throws(ViewfinderError) -> [UInt8] {
    do throws(SystemError) {
      return try SystemFile.bytes(of: path, limit: limit)
    } catch {
      if case .tooLarge = error.cause {
        throw ViewfinderError(
          .tooLarge,
          subject: path,
          found: "more than \(limit) bytes",
          expected: "a text file of at most \(limit) bytes",
          remedy: "Check that this is the right file."
        )
      }
      let (found, remedy) =
        switch error.cause {
        case .kind(.folder): ("this is a folder", "Name the file in the folder.")
        case .kind: ("this is not a regular file", "Check the path.")
        default:
          error.isMissing
            ? ("there is no such file", "Check the path.")
            : ("the file cannot be read", "Check the permissions of the file.")
        }
      throw ViewfinderError(
        .notFound,
        subject: path,
        found: found,
        expected: "a readable file",
        remedy: remedy,
        systemErrorNumber: error.number
      )
    }
  }

  /// Whether there is a regular file, or a link to one, at a path.
  static func exists(_ path: String) -> Bool {
    FileStatus(of: path)?.kind == .file
  }
}
