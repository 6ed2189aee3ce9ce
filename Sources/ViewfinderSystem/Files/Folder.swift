/// Calls on folders and names.
package enum Folder {
  /// Makes a folder and those around it, where they are missing.
  package static func make(_ path: String, permissions: mode_t = 0o777) throws(SystemError) {
    try SystemError.refuseZeroBytes(in: path, .write)
    if unsafe mkdir(path, permissions) == 0 { return }
    let code = errno
    if code == EEXIST, isFolder(path) { return }
    let parent = parent(of: path)
    guard code == ENOENT, !parent.isEmpty, parent != path else { throw SystemError(path, code) }
    try make(parent)
    guard unsafe mkdir(path, permissions) == 0 || (errno == EEXIST && isFolder(path)) else {
      throw SystemError(path, errno)
    }
  }

  /// The folder that a path lies in; `/` has none but itself.
  package static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  package static func isFolder(_ path: String) -> Bool {
    FileStatus(of: path)?.kind == .folder
  }

  /// Whether a folder or file is there; that it cannot be known is an error.
  package static func exists(_ path: String) throws(SystemError) -> Bool {
    do throws(SystemError) {
      _ = try FileStatus(path)
      return true
    } catch {
      if error.isMissing { return false }
      throw error
    }
  }

  /// The size of a regular file, or nothing when there is none.
  package static func fileSize(_ path: String) -> Int? {
    guard let status = FileStatus(of: path), status.kind == .file else { return nil }
    return status.byteCount
  }

  /// Gives a file another name in one step, replacing what has that name.
  package static func rename(_ path: String, to newPath: String) throws(SystemError) {
    for path in [path, newPath] { try SystemError.refuseZeroBytes(in: path, .write) }
    guard systemRename(path, newPath) == 0 else { throw SystemError(newPath, errno) }
  }

  /// The path without symbolic links in it, or nothing when it leads nowhere.
  package static func resolved(_ path: String) -> String? {
    guard !path.utf8.contains(0), let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// Takes a name away; that there is none is no error.
  package static func remove(_ path: String) throws(SystemError) {
    try SystemError.refuseZeroBytes(in: path, .write)
    if unsafe unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR { return }
    throw SystemError(path, errno)
  }

  /// Takes an empty folder away, if it is one.
  package static func removeFolder(_ path: String) {
    _ = unsafe rmdir(path)
  }

  /// Has the disk keep the names in a folder.
  package static func synchronize(_ path: String) throws(SystemError) {
    try SystemFile.open(path, .read).synchronize()
  }

  /// Something in a folder.
  package struct Entry: Sendable {
    package let name: String
    /// What it is; nothing for symbolic links, and where the file system does not say.
    package let kind: FileStatus.Kind?
    package let isLink: Bool
  }

  /// The names in a folder in byte order; none when there is no such folder.
  package static func names(in path: String) throws(SystemError) -> [String] {
    do throws(SystemError) {
      let names = try entries(in: path).map(\.name)
      return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    } catch {
      if error.code == ENOENT { return [] }
      throw error
    }
  }

  /// What is in a folder, in any order.
  package static func entries(in path: String) throws(SystemError) -> [Entry] {
    try SystemError.refuseZeroBytes(in: path, .read)
    guard let folder = unsafe opendir(path) else { throw SystemError(path, errno, .read) }
    defer { unsafe closedir(folder) }
    var entries: [Entry] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(folder) else {
        guard errno == 0 else { throw SystemError(path, errno, .read) }
        return entries
      }
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { start in
        unsafe start.withMemoryRebound(to: CChar.self, capacity: 256) { start in
          unsafe String(cString: start)
        }
      }
      if name == "." || name == ".." { continue }
      let kind: FileStatus.Kind? =
        switch unsafe Int32(entry.pointee.d_type) {
        case Int32(DT_UNKNOWN), Int32(DT_LNK): nil
        case Int32(DT_DIR): .folder
        case Int32(DT_REG): .file
        default: .other
        }
      let isLink = unsafe Int32(entry.pointee.d_type) == Int32(DT_LNK)
      entries.append(Entry(name: name, kind: kind, isLink: isLink))
    }
  }

  /// Writes a small file so that it is there whole or not at all, whatever happens.
  package static func write(
    _ bytes: [UInt8], to path: String, permissions: mode_t = 0o666
  ) throws(SystemError) {
    let temporary = path + ".new"
    let file = try SystemFile.open(temporary, .replace(permissions: permissions))
    do throws(SystemError) {
      try file.write(bytes.span)
      try file.synchronize()
      try rename(temporary, to: path)
    } catch {
      try? remove(temporary)
      throw error
    }
    try synchronize(parent(of: path))
  }

  /// Reads a small file; nothing when there is none.
  package static func read(_ path: String, limit: Int = 1 << 20) throws(SystemError) -> [UInt8]? {
    let file: SystemFile
    do throws(SystemError) {
      file = try SystemFile.open(path, .read)
    } catch {
      if error.isMissing { return nil }
      throw error
    }
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let part = try file.read(capacity: min(1 << 16, limit - bytes.count))
      if part.isEmpty { break }
      bytes += part
    }
    return bytes
  }
}
