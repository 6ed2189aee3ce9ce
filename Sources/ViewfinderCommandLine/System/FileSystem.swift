#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The little of a file system that finding inputs needs.
package enum FileSystem {
  /// What a path leads to, symbolic links followed.
  package enum Kind: Sendable {
    case file
    case folder
    /// A pipe or a device, which can be read once from front to back.
    case stream
    case missing

    fileprivate init(entryType: Int32) {
      switch entryType {
      case Int32(DT_DIR): self = .folder
      case Int32(DT_REG): self = .file
      default: self = .stream
      }
    }
  }

  /// An entry of a folder.
  package struct Entry: Sendable {
    package let name: String
    package let isFolder: Bool
    package let isLink: Bool
  }

  /// What a path leads to.
  package static func kind(of path: String) -> Kind {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return .missing }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .folder
    case S_IFREG: return .file
    default: return .stream
    }
  }

  /// The files and folders in a folder in the byte order of their paths, hidden ones left out;
  /// `nil` when it cannot be read.
  ///
  /// Pipes and devices are left out too: a pipe that nobody writes to would hold up the run.
  ///
  /// A folder counts with its closing slash, so that walking folders as they come gives all paths
  /// in byte order.
  package static func entries(of folder: String) -> [Entry]? {
    guard let stream = unsafe opendir(folder) else { return nil }
    defer { unsafe closedir(stream) }
    var entries: [Entry] = []
    while let record = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &record.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      if name.hasPrefix(".") { continue }
      let type = unsafe Int32(record.pointee.d_type)
      // Some file systems do not say; only those cost a further call.
      let isKnown = type != Int32(DT_UNKNOWN) && type != Int32(DT_LNK)
      let kind = isKnown ? Kind(entryType: type) : kind(of: joined(folder, name))
      if kind == .stream { continue }
      entries.append(Entry(name: name, isFolder: kind == .folder, isLink: type == Int32(DT_LNK)))
    }
    return entries.map { (key: $0.name + ($0.isFolder ? "/" : ""), entry: $0) }
      .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map(\.entry)
  }

  /// Which file a path leads to, whatever it is called.
  package struct Identity: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64

    fileprivate init(_ status: stat) {
      device = UInt64(truncatingIfNeeded: status.st_dev)
      number = UInt64(truncatingIfNeeded: status.st_ino)
    }
  }

  /// The file that a path leads to, symbolic links followed; `nil` when there is none.
  package static func identity(of path: String) -> Identity? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Identity(status) : nil
  }

  /// The file behind an open descriptor.
  package static func identity(of descriptor: Int32) -> Identity? {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? Identity(status) : nil
  }

  /// Makes a folder and those above it, where they are missing.
  package static func makeFolder(_ path: String) -> Result<Void, SystemFailure> {
    if kind(of: path) == .folder { return .success(()) }
    if let slash = path.dropLast().lastIndex(of: "/"), slash != path.startIndex,
      case .failure(let failure) = makeFolder(String(path[..<slash]))
    {
      return .failure(failure)
    }
    if unsafe mkdir(path, 0o777) == 0 || kind(of: path) == .folder { return .success(()) }
    return .failure(SystemFailure(message: Descriptor.message(errno)))
  }

  /// A path of a folder and a name in it; the current folder adds nothing.
  package static func joined(_ folder: String, _ name: String) -> String {
    if folder.isEmpty { return name }
    return folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }
}
