/// What a path or a descriptor leads to, symbolic links followed.
package struct FileStatus {
  /// What kinds of things there are.
  package enum Kind: Hashable, Sendable {
    case file, folder, pipe, socket, characterDevice, blockDevice, other
  }

  package let kind: Kind
  package let stamp: FileStamp
  let mode: mode_t
  let owner: uid_t
  let group: gid_t

  init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      case S_IFCHR: .characterDevice
      case S_IFBLK: .blockDevice
      default: .other
      }
    stamp = FileStamp(status)
    mode = status.st_mode & 0o7777
    owner = status.st_uid
    group = status.st_gid
  }

  /// What a path leads to, or nothing when that cannot be found out.
  package init?(of path: String) {
    guard let status = try? FileStatus(path) else { return nil }
    self = status
  }

  /// What a path leads to; with `follows: false` a symbolic link is what it leads to itself.
  package init(_ path: String, follows: Bool = true) throws(SystemError) {
    try SystemError.refuseZeroBytes(in: path, .read)
    var status = stat()
    let failed = unsafe follows ? stat(path, &status) : lstat(path, &status)
    guard failed == 0 else { throw SystemError(path, errno, .read) }
    self.init(status)
  }

  /// What a descriptor leads to; `name` stands for it in errors.
  package init(descriptor: CInt, name: String = "") throws(SystemError) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw SystemError(name, errno, .read) }
    self.init(status)
  }

  /// The number of bytes of a file.
  package var byteCount: Int { Int(stamp.byteCount) }

  package var identity: FileIdentity { stamp.identity }
}

/// What makes two paths the same file.
package struct FileIdentity: Hashable, Sendable {
  package let device: UInt64
  package let inode: UInt64

  init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }

  /// The identity of what a path leads to, if it leads to something.
  package init?(path: String) {
    guard let status = FileStatus(of: path) else { return nil }
    self = status.identity
  }

  /// The identity of what a descriptor leads to.
  package init?(descriptor: CInt) {
    guard let status = try? FileStatus(descriptor: descriptor) else { return nil }
    self = status.identity
  }
}
