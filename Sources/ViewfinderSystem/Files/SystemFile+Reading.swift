/// Whole files in memory.
///
/// Files are read, not mapped: one that another program cuts short meanwhile would end this
/// process.
extension SystemFile {
  /// Opens a regular file to read; nothing else is waited for.
  ///
  /// - Throws: ``SystemError/Cause/kind(_:)`` for folders, pipes and devices.
  package static func openRegular(
    _ path: String
  ) throws(SystemError) -> (file: SystemFile, byteCount: Int) {
    let file = try open(path, .read)
    let status = try file.status()
    guard status.kind == .file else { throw SystemError(path, .kind(status.kind), .read) }
    return (file, status.byteCount)
  }

  /// The bytes of a regular file, at most `limit`.
  ///
  /// - Throws: ``SystemError/Cause/tooLarge(byteCount:limit:)`` when there are more.
  package static func bytes(of path: String, limit: Int) throws(SystemError) -> [UInt8] {
    let (file, byteCount) = try openRegular(path)
    guard byteCount <= limit else {
      throw SystemError(path, .tooLarge(byteCount: byteCount, limit: limit), .read)
    }
    return try Descriptor.bytes(file.descriptor, name: path, limit: limit, expecting: byteCount)
  }

  /// All bytes of a file, or of a pipe or a device, at most `limit`.
  ///
  /// - Throws: ``SystemError/Cause/tooLarge(byteCount:limit:)`` when there are more.
  package static func streamed(
    _ path: String, limit: Int, goesOn: () -> Bool = { true }
  ) throws(SystemError) -> [UInt8] {
    let file = try open(path, .stream)
    let status = try file.status()
    guard status.byteCount <= limit else {
      throw SystemError(path, .tooLarge(byteCount: status.byteCount, limit: limit), .read)
    }
    return try Descriptor.bytes(
      file.descriptor, name: path, limit: limit, expecting: max(status.byteCount, 1 << 16),
      goesOn: goesOn)
  }
}
