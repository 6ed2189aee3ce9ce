#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  #error("Reading and writing need a C library this file knows")
#endif

/// Calls on file descriptors.
enum Descriptor {
  static let standardInput: Int32 = 0
  static let standardOutput: Int32 = 1
  static let standardError: Int32 = 2

  /// Writes all bytes.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(OutputFailure) {
    var done = 0
    while done < bytes.count {
      let (count, code) = unsafe bytes.withUnsafeBytes { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[done...])
        #if canImport(Darwin)
          let count = unsafe Darwin.write(descriptor, rest.baseAddress, rest.count)
        #elseif canImport(Glibc)
          let count = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
        #else
          let count = unsafe Musl.write(descriptor, rest.baseAddress, rest.count)
        #endif
        return (count, errno)
      }
      if count >= 0 {
        done += count
      } else if code == EAGAIN {
        waitUntilWritable(descriptor)
      } else if code == EPIPE {
        throw .closedPipe
      } else if code != EINTR {
        throw .cannotWrite(message(code))
      }
    }
  }

  /// A non-blocking descriptor, as a parent process may leave it, is waited for.
  private static func waitUntilWritable(_ descriptor: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = unsafe poll(&request, 1, 1000)
  }

  /// Reads up to `capacity` bytes, none at the end, or fails with the system's words.
  static func read(_ descriptor: Int32, capacity: Int) -> Result<[UInt8], SystemFailure> {
    while true {
      var code: Int32 = 0
      var failed = false
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        #if canImport(Darwin)
          let result = unsafe Darwin.read(descriptor, buffer.baseAddress, capacity)
        #elseif canImport(Glibc)
          let result = unsafe Glibc.read(descriptor, buffer.baseAddress, capacity)
        #else
          let result = unsafe Musl.read(descriptor, buffer.baseAddress, capacity)
        #endif
        failed = result < 0
        code = errno
        count = max(0, result)
      }
      if !failed { return .success(bytes) }
      if code != EINTR || Interruption.isRequested {
        return .failure(SystemFailure(message: message(code)))
      }
    }
  }

  /// Opens a file to read.
  static func open(_ path: String) -> Result<Int32, SystemFailure> {
    #if canImport(Darwin)
      let descriptor = unsafe Darwin.open(path, O_RDONLY | O_CLOEXEC)
    #elseif canImport(Glibc)
      let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
    #else
      let descriptor = unsafe Musl.open(path, O_RDONLY | O_CLOEXEC)
    #endif
    if descriptor >= 0 { return .success(descriptor) }
    return .failure(SystemFailure(message: message(errno)))
  }

  static func close(_ descriptor: Int32) {
    #if canImport(Darwin)
      _ = Darwin.close(descriptor)
    #elseif canImport(Glibc)
      _ = Glibc.close(descriptor)
    #else
      _ = Musl.close(descriptor)
    #endif
  }

  /// Whether a descriptor is a terminal.
  static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }

  /// The width of a terminal.
  static func terminalColumns(_ descriptor: Int32) -> Int? {
    var size = winsize()
    let status = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size)
    return status == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
  }

  /// What the system calls an error number, starting with a lower-case letter.
  static func message(_ code: Int32) -> String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    let words = unsafe String(cString: text)
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}

/// A system call's failure, in the system's words.
package struct SystemFailure: Error {
  let message: String
}
