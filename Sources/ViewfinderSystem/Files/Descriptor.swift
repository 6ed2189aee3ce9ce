/// Calls on open descriptors.
///
/// A call that a signal interrupts is made again; a descriptor that does not block, as a parent
/// process may leave it, is waited for.
package enum Descriptor {
  package static let standardInput: CInt = 0
  package static let standardOutput: CInt = 1
  package static let standardError: CInt = 2

  /// Opens what can be read, without waiting; the caller closes it.
  package static func open(_ path: String) throws(SystemError) -> CInt {
    try SystemError.refuseZeroBytes(in: path, .read)
    // Without O_NONBLOCK, opening a pipe would wait for somebody to write to it.
    let descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0)
    guard descriptor >= 0 else { throw SystemError(path, errno, .read) }
    return descriptor
  }

  /// Reads until a buffer is full or the input ends; with `stopsEarly` one read is enough.
  ///
  /// `goesOn` is asked after a signal. The result is the number of bytes.
  package static func fill(
    _ buffer: UnsafeMutableRawBufferPointer, from descriptor: CInt, name: String,
    stopsEarly: Bool = false, goesOn: () -> Bool = { true }
  ) throws(SystemError) -> Int {
    var count = 0
    while count < buffer.count {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
      let received = unsafe systemRead(descriptor, rest.baseAddress, rest.count)
      if received == 0 { return count }
      if received > 0 {
        count += received
        if stopsEarly { return count }
      } else {
        try recover(from: errno, descriptor, POLLIN, name, .read, goesOn)
      }
    }
    return count
  }

  /// Reads up to `capacity` bytes, none at the end.
  package static func read(
    _ descriptor: CInt, capacity: Int, name: String, goesOn: () -> Bool = { true }
  ) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      do throws(SystemError) {
        count = try unsafe fill(
          UnsafeMutableRawBufferPointer(
            rebasing: UnsafeMutableRawBufferPointer(buffer)[..<capacity]),
          from: descriptor, name: name, stopsEarly: true, goesOn: goesOn)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Reads until the end, making room for `expecting` bytes at first.
  ///
  /// - Throws: ``SystemError/Cause/tooLarge(byteCount:limit:)`` past `limit` bytes.
  package static func bytes(
    _ descriptor: CInt, name: String, limit: Int, expecting: Int = 1 << 16,
    goesOn: () -> Bool = { true }
  ) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var failure: SystemError?
    var room = min(expecting, limit) + 1
    while true {
      let start = bytes.count
      bytes.append(addingCapacity: room) { output in
        unsafe output.withUnsafeMutableBufferPointer { buffer, count in
          do throws(SystemError) {
            count = try unsafe fill(
              UnsafeMutableRawBufferPointer(buffer), from: descriptor, name: name, goesOn: goesOn)
          } catch {
            failure = error
          }
        }
      }
      if let failure { throw failure }
      guard bytes.count <= limit else {
        throw SystemError(name, .tooLarge(byteCount: nil, limit: limit), .read)
      }
      guard bytes.count - start == room else { return bytes }
      room = min(max(bytes.count, 1 << 16), limit - bytes.count + 1)
    }
  }

  /// The first bytes of a file, at most `capacity`, wherever it is being read; none where it cannot be.
  package static func start(of descriptor: CInt, capacity: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      count = max(0, unsafe pread(descriptor, buffer.baseAddress, capacity, 0))
    }
  }

  /// Writes all bytes.
  package static func write(
    _ bytes: Span<UInt8>, to descriptor: CInt, name: String
  ) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let (count, code) = unsafe bytes.withUnsafeBytes { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[done...])
        let count = unsafe systemWrite(descriptor, rest.baseAddress, rest.count)
        return (count, errno)
      }
      if count > 0 {
        done += count
      } else {
        try recover(from: count == 0 ? EIO : code, descriptor, POLLOUT, name, .write)
      }
    }
  }

  private static func recover(
    from code: CInt, _ descriptor: CInt, _ event: CInt, _ name: String,
    _ purpose: SystemError.Purpose, _ goesOn: () -> Bool = { true }
  ) throws(SystemError) {
    if code == EAGAIN {
      var waiting = pollfd(fd: descriptor, events: Int16(event), revents: 0)
      _ = unsafe poll(&waiting, 1, 1000)
    } else if code != EINTR {
      throw SystemError(name, code, purpose)
    }
    guard goesOn() else { throw SystemError(name, EINTR, purpose) }
  }

  /// Another descriptor for the same file or pipe.
  package static func duplicate(_ descriptor: CInt, name: String) throws(SystemError) -> CInt {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw SystemError(name, errno, .read) }
    return copy
  }

  package static func close(_ descriptor: CInt) {
    systemClose(descriptor)
  }

  /// Whether a descriptor is a terminal.
  package static func isTerminal(_ descriptor: CInt) -> Bool {
    isatty(descriptor) == 1
  }

  /// The width of a terminal.
  package static func terminalColumns(_ descriptor: CInt) -> Int? {
    var size = winsize()
    let status = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size)
    return status == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
  }
}
