internal import ViewfinderCore

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#else
  #error("InputFile needs open, fstat and read.")
#endif

/// A regular file that is open for reading.
struct InputFile: ~Copyable {
  /// The number of bytes at the time the file was opened.
  let byteCount: Int

  private let path: String
  private let descriptor: CInt

  /// Opens a file.
  init(path: String) throws(ViewfinderError) {
    // Not blocking, so that a named pipe without a writer cannot hang the program.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw InputFile.failure(path, errno) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      let error = InputFile.failure(path, errno)
      close(descriptor)
      throw error
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw ViewfinderError(
        .invalidModel,
        subject: path,
        found: status.st_mode & S_IFMT == S_IFDIR
          ? "the path is a directory" : "the path is not a regular file",
        expected: "a TensorFlow Lite model file"
      )
    }
    self.path = path
    self.descriptor = descriptor
    byteCount = Int(status.st_size)
  }

  deinit {
    close(descriptor)
  }

  /// Fills a buffer from the start of the file, and returns the number of bytes there were.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ViewfinderError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      #if canImport(Glibc)
        let count = unsafe Glibc.read(descriptor, rest.baseAddress, rest.count)
      #elseif canImport(Musl)
        let count = unsafe Musl.read(descriptor, rest.baseAddress, rest.count)
      #else
        let count = unsafe Darwin.read(descriptor, rest.baseAddress, rest.count)
      #endif
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw InputFile.failure(path, errno) }
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  private static func failure(_ path: String, _ code: CInt) -> ViewfinderError {
    let missing = code == ENOENT || code == ENOTDIR
    let reason = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    return ViewfinderError(
      .notFound,
      subject: path,
      found: missing ? "there is no such file" : "the file cannot be read (\(reason))",
      expected: "a readable TensorFlow Lite model file",
      remedy: missing ? "Check the path." : "Check the permissions.",
      systemErrorNumber: code
    )
  }
}
