internal import ViewfinderSystem

/// Keeps the line off the error stream that LiteRT prints with a process's first model.
///
/// LiteRT has no setting for it. A library must not turn descriptors about under its program; this
/// program may. Everything else that is written meanwhile is passed on.
enum RuntimeNotice {
  private static let notice = "INFO: Created TensorFlow Lite XNNPACK delegate for CPU.\n"

  /// Runs a closure that may create the first model.
  static func withheld<Value, Failure: Error>(
    during body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    #if os(Linux)
      let error = Descriptor.standardError
      guard let stream = unsafe tmpfile() else { return try body() }
      defer { _ = unsafe fclose(stream) }
      let file = unsafe fileno(stream)
      let saved = fcntl(error, F_DUPFD_CLOEXEC, 3)
      guard saved >= 0 else { return try body() }
      defer { Descriptor.close(saved) }
      guard dup2(file, error) == error else { return try body() }
      defer {
        _ = dup2(saved, error)
        passOn(file)
      }
      // What LiteRT says before it ends the process must not end in the file.
      return try AbortRescue.copying(from: file, to: saved, during: body)
    #else
      return try body()
    #endif
  }

  private static func passOn(_ file: Int32) {
    guard lseek(file, 0, SEEK_SET) == 0 else { return }
    var bytes: [UInt8] = []
    while let part = try? Descriptor.read(file, capacity: 4096, name: ""), !part.isEmpty {
      bytes += part
    }
    let rest = withoutNotice(String(decoding: bytes, as: UTF8.self))
    StandardError.write(rest)
  }

  /// The text without the notice.
  static func withoutNotice(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { $0 + "\n" != notice }
      .joined(separator: "\n")
  }
}
