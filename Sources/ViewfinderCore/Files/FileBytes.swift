#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  #error("This platform's C library is not known here")
#endif

/// Whole files in memory.
///
/// Files are read, not mapped: one that another program cuts short meanwhile would end this
/// process.
package enum FileBytes {
  /// Reads a regular file.
  package static func read(path: String, limit: Int) throws(ViewfinderError) -> [UInt8] {
    let descriptor = try openForReading(path: path)
    defer { close(descriptor) }
    let size = try sizeOfRegularFile(descriptor, path: path)
    guard size <= limit else {
      throw tooLarge("the file has \(size) bytes", limit, path)
    }
    return try read(descriptor: descriptor, name: path, limit: limit, expected: size)
  }

  /// Opens anything that can be read, without waiting; the caller closes it.
  package static func openForReading(path: String) throws(ViewfinderError) -> Int32 {
    guard !path.utf8.contains(0) else {
      throw ViewfinderError(
        .notFound,
        subject: path,
        found: "the path has a zero byte in it",
        expected: "the path of a file"
      )
    }
    // Without O_NONBLOCK, opening a pipe would wait for somebody to write to it.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw cannotRead(path, errno) }
    return descriptor
  }

  /// Reads until the end, making room for `expected` bytes at first.
  package static func read(
    descriptor: Int32,
    name: String,
    limit: Int,
    expected: Int = 1 << 16
  ) throws(ViewfinderError) -> [UInt8] {
    var bytes: [UInt8] = []
    var failure: Int32 = 0
    var room = min(expected, limit) + 1
    while true {
      let start = bytes.count
      bytes.append(addingCapacity: room) { output in
        unsafe output.withUnsafeMutableBufferPointer { buffer, count in
          (count, failure) = unsafe fill(buffer, from: descriptor)
        }
      }
      guard failure == 0 else { throw cannotRead(name, failure) }
      guard bytes.count <= limit else {
        throw tooLarge("there are more than \(limit) bytes", limit, name)
      }
      guard bytes.count - start == room else { return bytes }
      room = min(max(bytes.count, 1 << 16), limit - bytes.count + 1)
    }
  }

  /// Reads until the buffer is full or the input ends; gives the count and an error number.
  private static func fill(
    _ buffer: UnsafeMutableBufferPointer<UInt8>,
    from descriptor: Int32
  ) -> (Int, Int32) {
    var count = 0
    while count < buffer.count {
      let rest = unsafe UnsafeMutableRawBufferPointer(
        rebasing: UnsafeMutableRawBufferPointer(buffer)[count...]
      )
      #if canImport(Darwin)
        let received = unsafe Darwin.read(descriptor, rest.baseAddress, rest.count)
      #elseif canImport(Glibc)
        let received = unsafe Glibc.read(descriptor, rest.baseAddress, rest.count)
      #else
        let received = unsafe Musl.read(descriptor, rest.baseAddress, rest.count)
      #endif
      if received == 0 { return (count, 0) }
      if received > 0 {
        count += received
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&waiting, 1, -1)
      } else if errno != EINTR {
        return (count, errno)
      }
    }
    return (count, 0)
  }

  private static func tooLarge(
    _ found: String, _ limit: Int, _ name: String
  ) -> ViewfinderError {
    ViewfinderError(
      .tooLarge, subject: name, found: found, expected: "at most \(limit)",
      remedy: "Save the photo smaller; a program that trusts it can raise its DecodeLimits.")
  }

  private static func sizeOfRegularFile(
    _ descriptor: Int32,
    path: String
  ) throws(ViewfinderError) -> Int {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw cannotRead(path, errno) }
    let kind: String
    switch status.st_mode & S_IFMT {
    case S_IFREG: return Int(status.st_size)
    case S_IFDIR: kind = "a directory"
    case S_IFIFO: kind = "a pipe"
    case S_IFSOCK: kind = "a socket"
    case S_IFCHR, S_IFBLK: kind = "a device"
    default: kind = "no regular file"
    }
    throw ViewfinderError(
      .invalidImage,
      subject: path,
      found: "the path leads to \(kind)",
      expected: "a regular file",
      remedy: kind == "a directory"
        ? "Name the files in it." : "Save the data to a file, or give it as standard input."
    )
  }

  package static func cannotRead(_ path: String, _ number: Int32) -> ViewfinderError {
    switch number {
    case ENOENT, ENOTDIR:
      return ViewfinderError(
        .notFound,
        subject: path,
        found: "there is no such file",
        remedy: "Check the path; relative ones start at the current directory.",
        systemErrorNumber: number
      )
    case EACCES, EPERM:
      return ViewfinderError(
        .notFound,
        subject: path,
        found: "the file may not be read",
        expected: "permission to read it",
        remedy: "Check its owner and mode.",
        systemErrorNumber: number
      )
    default:
      let reason = unsafe String(cString: strerror(number))
      return ViewfinderError(
        .notFound,
        subject: path,
        found: "the file cannot be read (\(reason))",
        systemErrorNumber: number
      )
    }
  }
}
