internal import ViewfinderCore

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  #error("This platform's C library is not known here")
#endif

/// An open file or pipe that may hold a video; whoever gets it closes it.
struct VideoFile {
  let descriptor: Int32
  /// The first bytes of a regular file; empty for pipes.
  let start: [UInt8]
  /// Nil for pipes.
  let identity: FileIdentity?

  /// Opens a file or a named pipe.
  static func open(path: String) throws(ViewfinderError) -> VideoFile {
    let descriptor = try FileBytes.openForReading(path: path)
    return try VideoFile(taking: descriptor, name: path)
  }

  /// Opens the same file or pipe once more.
  static func duplicate(_ descriptor: Int32, name: String) throws(ViewfinderError) -> VideoFile {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw FileBytes.cannotRead(name, errno) }
    return try VideoFile(taking: copy, name: name)
  }

  private init(taking descriptor: Int32, name: String) throws(ViewfinderError) {
    self.descriptor = descriptor
    do throws(ViewfinderError) {
      var status = stat()
      guard unsafe fstat(descriptor, &status) == 0 else {
        throw FileBytes.cannotRead(name, errno)
      }
      switch status.st_mode & S_IFMT {
      case S_IFREG:
        identity = FileIdentity(status)
        start = Self.firstBytes(descriptor)
      case S_IFIFO, S_IFSOCK:
        identity = nil
        start = []
      case S_IFDIR:
        throw Self.refusal(name, "a directory", remedy: "Name the files in it.")
      default:
        throw Self.refusal(
          name, "a device", remedy: "Open a camera as a camera; give other data as a file or pipe.")
      }
      guard identity == nil || status.st_size > 0 else {
        throw ViewfinderError(
          .invalidVideo,
          subject: name,
          found: "the file is empty",
          expected: "a video such as MP4, MOV, AVI, MKV or WebM",
          remedy: "Copy or download it again."
        )
      }
    } catch {
      Self.close(descriptor)
      throw error
    }
  }

  /// Closes the descriptor, where nobody else took it over.
  func close() {
    Self.close(descriptor)
  }

  private static func close(_ descriptor: Int32) {
    #if canImport(Darwin)
      Darwin.close(descriptor)
    #elseif canImport(Glibc)
      Glibc.close(descriptor)
    #else
      Musl.close(descriptor)
    #endif
  }

  private static func firstBytes(_ descriptor: Int32) -> [UInt8] {
    [UInt8](capacity: 512) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, count in
        // A file that cannot be read says so again, and better, when it is opened as a video.
        count = max(0, unsafe pread(descriptor, buffer.baseAddress, 512, 0))
      }
    }
  }

  private static func refusal(
    _ name: String, _ kind: String, remedy: String
  ) -> ViewfinderError {
    ViewfinderError(
      .invalidVideo,
      subject: name,
      found: "the path leads to \(kind)",
      expected: "a file or a pipe",
      remedy: remedy
    )
  }

  /// Checks that a path leads to a device that may be opened.
  static func checkCamera(path: String) throws(ViewfinderError) {
    let descriptor = try FileBytes.openForReading(path: path)
    defer { Self.close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw FileBytes.cannotRead(path, errno) }
    guard status.st_mode & S_IFMT == S_IFCHR else {
      throw ViewfinderError(
        .notFound,
        subject: path,
        found: "the path leads to no device",
        expected: "the device of a camera, such as /dev/video0",
        remedy: "Give a file as a video, not as a camera."
      )
    }
  }
}
