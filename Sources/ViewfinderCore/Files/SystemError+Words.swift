package import ViewfinderSystem

/// What a file is read or written for, as far as that decides what its errors say.
package struct FileUse: Sendable {
  /// The code of the error when the path leads to no file.
  var kindCode = ViewfinderError.Code.notFound
  var expected = "a regular file"
  var kindRemedy = "Name a file."
  var sizeRemedy: String

  /// A photo or a video; pipes may be read by descriptor.
  package static let picture = FileUse(
    kindCode: .invalidImage,
    kindRemedy: "Save the data to a file, or give it as standard input.",
    sizeRemedy: "Save the photo smaller; a program that trusts it can raise its DecodeLimits.")

  /// A model.
  package static let model = FileUse(
    kindCode: .invalidModel, expected: "a TensorFlow Lite model file",
    sizeRemedy: "Check that this is the right file.")

  /// A text beside a model, or one that configures an app.
  package static let text = FileUse(sizeRemedy: "Check that this is the right file.")

  /// What detections and tracks are compared with.
  package static let annotations = FileUse(sizeRemedy: "Split it into parts.")
}

/// Whole files in memory.
package enum WholeFile {
  /// The bytes of a regular file, at most `limit`.
  package static func bytes(
    of path: String, limit: Int, for use: FileUse
  ) throws(ViewfinderError) -> [UInt8] {
    try ViewfinderError.reading(use) { () throws(SystemError) in
      try SystemFile.bytes(of: path, limit: limit)
    }
  }

  /// The bytes of a file, a pipe or a device, at most `limit`.
  package static func streamed(
    _ path: String, limit: Int, for use: FileUse
  ) throws(ViewfinderError) -> [UInt8] {
    try ViewfinderError.reading(use) { () throws(SystemError) in
      try SystemFile.streamed(path, limit: limit)
    }
  }
}

extension ViewfinderError {
  /// Runs calls that read a file, and says in the package's words what failed.
  package static func reading<Value>(
    _ use: FileUse, _ body: () throws(SystemError) -> Value
  ) throws(ViewfinderError) -> Value {
    do throws(SystemError) {
      return try body()
    } catch {
      throw ViewfinderError(error, reading: use)
    }
  }

  /// Why a file could not be read.
  package init(_ error: SystemError, reading use: FileUse) {
    var (code, expected, remedy) = (Code.notFound, use.expected, "")
    let found: String
    switch error.cause {
    case .zeroByte:
      found = "the path has a zero byte in it"
    case .tooLarge(let byteCount, let limit):
      code = .tooLarge
      found = byteCount.map { "the file has \($0) bytes" } ?? "there are more than \(limit) bytes"
      expected = "at most \(limit)"
      remedy = use.sizeRemedy
    case .kind(let kind):
      code = use.kindCode
      found = "the path leads to \(kind.words)"
      remedy = kind == .folder ? "Name the files in it." : use.kindRemedy
    case .call where error.meaning == .missing:
      found = "there is no such file"
      remedy = "Check the path; relative ones start at the current directory."
    case .call where error.meaning == .notPermitted:
      found = "the file may not be read"
      expected = "permission to read it"
      remedy = "Check its owner and mode."
    case .call:
      found = "the file cannot be read (\(error.words))"
    }
    if error.meaning == .missing { expected = "" }
    self.init(
      code, subject: error.path, found: found, expected: expected, remedy: remedy,
      systemErrorNumber: error.number)
  }

  /// Why a file could not be written; `name` is the path as the caller spelled it.
  package init(_ error: SystemError, writing name: String) {
    let (found, remedy) =
      switch error.meaning {
      case .missing: ("there is no such folder", "Create the folder first.")
      case .notPermitted:
        ("the file may not be written", "Check the owner and mode of the file and its folder.")
      case .readOnly: ("the file system cannot be written to", "Write to another folder.")
      case .full:
        ("there is no space left to write to", "Make room, or write to another disk.")
      case .nameTooLong: ("the name is too long", "Choose a shorter one.")
      case .other: ("the file cannot be written (\(error.words))", "")
      }
    self.init(
      .cannotWrite, subject: name, found: found, remedy: remedy, systemErrorNumber: error.number)
  }
}

extension FileStatus.Kind {
  /// The kind as a noun phrase.
  package var words: String {
    switch self {
    case .file: "a file"
    case .folder: "a directory"
    case .pipe: "a pipe"
    case .socket: "a socket"
    case .characterDevice, .blockDevice: "a device"
    case .other: "no regular file"
    }
  }
}
