#if canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#elseif canImport(Darwin)
  package import Darwin
#endif

/// Calls on folders and names.
package enum Folder {
  /// Makes a folder and those around it.
  package static func make(_ path: String, permissions: mode_t = 0o777) throws(SystemError) {
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
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether a folder or file is there; that it cannot be known is an error.
  package static func exists(_ path: String) throws(SystemError) -> Bool {
    var status = stat()
    if unsafe stat(path, &status) == 0 { return true }
    let error = SystemError(path, errno, .read)
    if error.isMissing { return false }
    throw error
  }

  /// The size of a regular file, or nothing when there is none.
  package static func fileSize(_ path: String) -> Int? {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// Gives a file another name in one step, replacing what has that name.
  package static func rename(_ path: String, to newPath: String) throws(SystemError) {
    #if canImport(Glibc)
      let status = unsafe Glibc.rename(path, newPath)
    #elseif canImport(Musl)
      let status = unsafe Musl.rename(path, newPath)
    #else
      let status = unsafe Darwin.rename(path, newPath)
    #endif
    guard status == 0 else { throw SystemError(newPath, errno) }
  }

  /// Takes a name away; that there is none is no error.
  package static func remove(_ path: String) throws(SystemError) {
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

  /// The names in a folder in byte order; none when there is no such folder.
  package static func names(in path: String) throws(SystemError) -> [String] {
    guard let folder = unsafe opendir(path) else {
      if errno == ENOENT { return [] }
      throw SystemError(path, errno, .read)
    }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(folder) else {
        guard errno == 0 else { throw SystemError(path, errno, .read) }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      }
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { start in
        unsafe start.withMemoryRebound(to: CChar.self, capacity: 256) { start in
          unsafe String(cString: start)
        }
      }
      if name != ".", name != ".." { names.append(name) }
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
