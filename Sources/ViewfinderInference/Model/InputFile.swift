internal import ViewfinderCore
internal import ViewfinderSystem

/// A regular file that is open for reading.
struct InputFile {
  /// The number of bytes at the time the file was opened.
  let byteCount: Int

  private let file: SystemFile

  /// Opens a file.
  init(path: String) throws(ViewfinderError) {
    do throws(SystemError) {
      (file, byteCount) = try SystemFile.openRegular(path)
    } catch {
      throw Self.failure(error)
    }
  }

  /// Fills a buffer from the start of the file, and returns the number of bytes there were.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ViewfinderError) -> Int {
    do throws(SystemError) {
      return try unsafe Descriptor.fill(buffer, from: file.descriptor, name: file.path)
    } catch {
      throw Self.failure(error)
    }
  }

  private static func failure(_ error: SystemError) -> ViewfinderError {
    if case .kind(let kind) = error.cause {
      return ViewfinderError(
        .invalidModel,
        subject: error.path,
        found: kind == .folder ? "the path is a directory" : "the path is not a regular file",
        expected: "a TensorFlow Lite model file"
      )
    }
    return ViewfinderError(
      .notFound,
      subject: error.path,
      found: error.isMissing
        ? "there is no such file" : "the file cannot be read (\(error.words))",
      expected: "a readable TensorFlow Lite model file",
      remedy: error.isMissing ? "Check the path." : "Check the permissions.",
      systemErrorNumber: error.number
    )
  }
}
