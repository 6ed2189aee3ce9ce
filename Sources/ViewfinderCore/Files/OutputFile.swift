package import ViewfinderSystem

/// A path that is to be written to, checked beforehand.
package struct OutputFile {
  /// As the caller spelled it.
  private let name: String
  /// The file itself, symbolic links followed.
  package let path: String
  /// Whether a file is put in place of what is there, if anything; devices and pipes are written to.
  package let isReplaced: Bool

  /// Finds out where a path leads, and refuses when that is one of `inputs`.
  package init(path name: String, protecting inputs: [String]) throws(ViewfinderError) {
    self.name = name
    guard !name.utf8.contains(0) else {
      throw ViewfinderError(
        .cannotWrite, subject: name, found: "the path has a zero byte in it",
        expected: "the path of a file")
    }
    guard let status = FileStatus(of: name) else {
      // Nothing there, or a link to nothing, which would be replaced.
      (path, isReplaced) = (name, true)
      return
    }
    for input in inputs where !input.utf8.contains(0) {
      guard FileIdentity(path: input) != status.identity else {
        throw ViewfinderError(
          .cannotWrite,
          subject: name,
          found: name == input
            ? "the file is an input as well" : "the file is the same as the input \(input)",
          expected: "an output that is no input",
          remedy: "Write to another name or folder."
        )
      }
    }
    switch status.kind {
    case .file:
      (path, isReplaced) = (Folder.resolved(name) ?? name, true)
    case .folder:
      throw ViewfinderError(
        .cannotWrite,
        subject: name,
        found: "the path leads to a directory",
        expected: "the path of a file",
        remedy: "Name a file in it."
      )
    default:
      (path, isReplaced) = (name, false)
    }
  }

  /// Writes a whole file.
  package func replace(with file: some EncodedFile) throws(ViewfinderError) {
    if isReplaced {
      try writeBesideAndRename(file)
    } else {
      try inWords { () throws(SystemError) in
        try write(file, to: SystemFile.open(path, .overwrite))
      }
    }
  }

  private func writeBesideAndRename(_ file: some EncodedFile) throws(ViewfinderError) {
    let temporary = try makeTemporary()
    do throws(ViewfinderError) {
      try inWords { () throws(SystemError) in try write(file, to: temporary) }
      try take(temporary)
    } catch {
      try? Folder.remove(temporary.path)
      throw error
    }
  }

  /// Creates a file beside the target, unless what is there may not be written to.
  package func makeTemporary() throws(ViewfinderError) -> SystemFile {
    try inWords { () throws(SystemError) in
      try SystemFile.checkReplaceable(path)
      return try SystemFile.makeTemporary(beside: path)
    }
  }

  /// Puts a file that is whole in place of the target.
  package func take(_ file: SystemFile) throws(ViewfinderError) {
    try inWords { () throws(SystemError) in try file.replace(path) }
  }

  private func write(_ file: some EncodedFile, to target: SystemFile) throws(SystemError) {
    try file.withBytes { (bytes) throws(SystemError) in try target.write(bytes) }
  }

  private func inWords<Value>(
    _ body: () throws(SystemError) -> Value
  ) throws(ViewfinderError) -> Value {
    do throws(SystemError) {
      return try body()
    } catch {
      throw ViewfinderError(error, writing: name)
    }
  }
}
