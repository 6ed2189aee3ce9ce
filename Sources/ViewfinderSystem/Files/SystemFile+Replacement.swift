/// The one way in which a file takes the place of another: written under a hidden name in the same
/// folder, with the mode and owner of the old file, kept by the disk, and renamed in one step.
extension SystemFile {
  private static let prefix = ".viewfinder-"

  /// Refuses a path whose file may not be written to, though its folder lets it be replaced.
  package static func checkReplaceable(_ path: String) throws(SystemError) {
    guard let status = FileStatus(of: path) else { return }
    // Root may write to every file; one that nobody may write to is meant to stay all the same.
    if status.mode & 0o222 == 0 { throw SystemError(path, EACCES) }
    guard unsafe faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 else {
      throw SystemError(path, errno)
    }
  }

  /// Makes the hidden file, which is locked as long as it is open.
  ///
  /// The first in a folder takes away those that ended processes have left.
  package static func makeTemporary(
    beside path: String, permissions: mode_t = 0o666
  ) throws(SystemError) -> SystemFile {
    let folder = Folder.parent(of: path)
    clearOnce(folder)
    while true {
      let name = "\(folder)/\(prefix)\(String(UInt64.random(in: .min ... .max), radix: 36))"
      let file: SystemFile
      do throws(SystemError) {
        file = try open(name, .create(permissions: permissions))
      } catch {
        if error.code == EEXIST || error.code == EINTR { continue }
        throw error.about(path)
      }
      // Where files cannot be locked nothing is cleared either.
      _ = try? file.tryLock()
      return file
    }
  }

  /// Gives the file another name, in place of what has that name.
  package func replace(_ target: String) throws(SystemError) {
    adopt(target)
    do throws(SystemError) {
      try synchronize()
    } catch {
      // Some file systems and devices know of no such thing.
      if error.code != EINVAL, error.code != ENOTSUP { throw error.about(target) }
    }
    try Folder.rename(path, to: target)
    // The file is there; that the disk may forget its name is no failure of the replacement.
    try? Folder.synchronize(Folder.parent(of: target))
  }

  /// Takes the mode of an older file, and its owner and group as far as the system allows it.
  private func adopt(_ target: String) {
    guard let status = FileStatus(of: target), status.kind == .file else { return }
    var mode = status.mode
    if fchown(descriptor, status.owner, status.group) != 0 {
      // Rights that were another's are nobody's now.
      mode &= 0o777
      if fchown(descriptor, uid_t.max, status.group) != 0 {
        // What the old group might do is not for the new one.
        mode = mode & 0o707 | min(mode & 0o070, (mode & 0o007) << 3)
      }
    }
    _ = fchmod(descriptor, mode)
  }

  // MARK: What others have left

  private static let cleared = Mutex<Set<String>>([])

  private static func clearOnce(_ folder: String) {
    let isFirst = cleared.withLock { $0.insert(folder).inserted }
    if isFirst { clear(folder) }
  }

  /// Takes away hidden files of this user that no process holds.
  static func clear(_ folder: String) {
    guard let names = try? Folder.names(in: folder) else { return }
    for name in names where name.hasPrefix(prefix) {
      // A name of ours has letters and digits only.
      let isOurs = name.utf8.dropFirst(prefix.utf8.count).allSatisfy { byte in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      }
      let path = "\(folder)/\(name)"
      guard isOurs, let status = try? FileStatus(path, follows: false), status.kind == .file,
        status.owner == geteuid(), let file = try? open(path, .change),
        (try? file.tryLock()) == true, file.isAtItsPath
      else { continue }
      try? Folder.remove(path)
    }
  }
}
