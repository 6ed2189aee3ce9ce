internal import ViewfinderCore
internal import ViewfinderSystem

/// An open file or pipe that may hold a video; its owner closes it.
struct VideoFile {
  let descriptor: Int32
  /// The first bytes of a regular file; empty for pipes.
  let start: [UInt8]
  /// Nil for pipes.
  let identity: FileIdentity?

  /// Opens a file or a named pipe.
  static func open(path: String) throws(ViewfinderError) -> VideoFile {
    try VideoFile(taking: descriptor(of: path), name: path)
  }

  private static func descriptor(of path: String) throws(ViewfinderError) -> Int32 {
    try ViewfinderError.reading(.picture) { () throws(SystemError) in try Descriptor.open(path) }
  }

  /// Opens the same file or pipe once more.
  static func duplicate(_ descriptor: Int32, name: String) throws(ViewfinderError) -> VideoFile {
    let copy = try ViewfinderError.reading(.picture) { () throws(SystemError) in
      try Descriptor.duplicate(descriptor, name: name)
    }
    return try VideoFile(taking: copy, name: name)
  }

  private init(taking descriptor: Int32, name: String) throws(ViewfinderError) {
    self.descriptor = descriptor
    do throws(ViewfinderError) {
      let status = try Self.status(descriptor, name)
      switch status.kind {
      case .file:
        identity = status.identity
        // A file that cannot be read says so again, and better, when it is opened as a video.
        start = Descriptor.start(of: descriptor, capacity: 512)
      case .pipe, .socket:
        identity = nil
        start = []
      case .folder:
        throw Self.refusal(name, "a directory", remedy: "Name the files in it.")
      default:
        throw Self.refusal(
          name, "a device", remedy: "Open a camera as a camera; give other data as a file or pipe.")
      }
      guard identity == nil || status.byteCount > 0 else {
        throw ViewfinderError(
          .invalidVideo,
          subject: name,
          found: "the file is empty",
          expected: "a video such as MP4, MOV, AVI, MKV or WebM",
          remedy: "Copy or download it again."
        )
      }
    } catch {
      Descriptor.close(descriptor)
      throw error
    }
  }

  /// Closes the descriptor, where nobody else took it over.
  func close() {
    Descriptor.close(descriptor)
  }

  private static func status(
    _ descriptor: Int32, _ name: String
  ) throws(ViewfinderError) -> FileStatus {
    try ViewfinderError.reading(.picture) { () throws(SystemError) in
      try FileStatus(descriptor: descriptor, name: name)
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
    let descriptor = try descriptor(of: path)
    defer { Descriptor.close(descriptor) }
    guard try status(descriptor, path).kind == .characterDevice else {
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
