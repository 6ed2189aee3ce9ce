package import ViewfinderSystem

/// The little of a file system that finding inputs needs.
package enum FileSystem {
  /// What a path leads to, symbolic links followed.
  package enum Kind: Sendable {
    case file
    case folder
    /// A pipe or a device, which can be read once from front to back.
    case stream
    case missing

    fileprivate init(_ kind: FileStatus.Kind?) {
      switch kind {
      case .folder: self = .folder
      case .file: self = .file
      case nil: self = .missing
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
    Kind(FileStatus(of: path)?.kind)
  }

  /// The files and folders in a folder in the byte order of their paths, hidden ones left out;
  /// `nil` when it cannot be read.
  ///
  /// Pipes and devices are left out too: a pipe that nobody writes to would hold up the run.
  ///
  /// A folder counts with its closing slash, so that walking folders as they come gives all paths
  /// in byte order.
  package static func entries(of folder: String) -> [Entry]? {
    guard let found = try? Folder.entries(in: folder) else { return nil }
    let entries = found.compactMap { entry -> Entry? in
      if entry.name.hasPrefix(".") { return nil }
      // Some file systems do not say what it is; only those cost a further call.
      let kind = entry.kind.map { Kind($0) } ?? kind(of: joined(folder, entry.name))
      if kind == .stream { return nil }
      return Entry(name: entry.name, isFolder: kind == .folder, isLink: entry.isLink)
    }
    return entries.map { (key: $0.name + ($0.isFolder ? "/" : ""), entry: $0) }
      .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map(\.entry)
  }

  /// A path of a folder and a name in it; the current folder adds nothing.
  package static func joined(_ folder: String, _ name: String) -> String {
    if folder.isEmpty { return name }
    return folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }
}

extension SystemError {
  /// What the system calls the failure, starting with a lower-case letter.
  package var clause: String { words.prefix(1).lowercased() + words.dropFirst() }
}
