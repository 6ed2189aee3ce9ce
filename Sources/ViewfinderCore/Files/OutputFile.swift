package import ViewfinderSystem

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  #error("This platform's C library is not known here")
#endif

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
    guard let status = Self.status(of: name) else {
      // Nothing there, or a link to nothing, which would be replaced.
      (path, isReplaced) = (name, true)
      return
    }
    for input in inputs where !input.utf8.contains(0) {
      guard FileIdentity(path: input) != FileIdentity(status) else {
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
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      (path, isReplaced) = (Self.resolved(name) ?? name, true)
    case S_IFDIR:
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
      let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
      guard descriptor >= 0 else { throw cannotWrite(errno) }
      defer { close(descriptor) }
      try write(file, descriptor)
    }
  }

  private func writeBesideAndRename(_ file: some EncodedFile) throws(ViewfinderError) {
    let temporary = try makeTemporary()
    do throws(ViewfinderError) {
      try write(file, temporary.descriptor)
      try take(temporary)
    } catch {
      try? Folder.remove(temporary.path)
      throw error
    }
  }

  /// Creates a file beside the target, unless what is there may not be written to.
  package func makeTemporary() throws(ViewfinderError) -> SystemFile {
    do throws(SystemError) {
      try SystemFile.checkReplaceable(path)
      return try SystemFile.makeTemporary(beside: path)
    } catch {
      throw cannotWrite(error.code)
    }
  }

  /// Puts a file that is whole in place of the target.
  package func take(_ file: SystemFile) throws(ViewfinderError) {
    do throws(SystemError) {
      try file.replace(path)
    } catch {
      throw cannotWrite(error.code)
    }
  }

  private func write(_ file: some EncodedFile, _ descriptor: Int32) throws(ViewfinderError) {
    let number = file.withBytes { span in
      unsafe span.withUnsafeBytes { bytes in
        var done = 0
        while done < bytes.count {
          let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
          #if canImport(Darwin)
            let count = unsafe Darwin.write(descriptor, rest.baseAddress, rest.count)
          #elseif canImport(Glibc)
            let count = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
          #else
            let count = unsafe Musl.write(descriptor, rest.baseAddress, rest.count)
          #endif
          if count > 0 {
            done += count
          } else if count == 0 || errno != EINTR {
            return count == 0 ? EIO : errno
          }
        }
        return Int32(0)
      }
    }
    guard number == 0 else { throw cannotWrite(number) }
  }

  // MARK: The file system

  private static func status(of path: String) -> stat? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status : nil
  }

  private static func resolved(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  package func cannotWrite(_ number: Int32) -> ViewfinderError {
    let (found, remedy) =
      switch number {
      case ENOENT, ENOTDIR:
        ("there is no such folder", "Create the folder first.")
      case EACCES, EPERM:
        ("the file may not be written", "Check the owner and mode of the file and its folder.")
      case EROFS:
        ("the file system cannot be written to", "Write to another folder.")
      case ENOSPC, EDQUOT:
        ("there is no space left to write to", "Make room, or write to another disk.")
      case ENAMETOOLONG:
        ("the name is too long", "Choose a shorter one.")
      default:
        ("the file cannot be written (\(unsafe String(cString: strerror(number))))", "")
      }
    return ViewfinderError(
      .cannotWrite, subject: name, found: found, remedy: remedy, systemErrorNumber: number)
  }
}
