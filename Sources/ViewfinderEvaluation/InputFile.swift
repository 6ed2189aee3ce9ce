internal import Foundation
internal import ViewfinderCore

/// Reads whole files up to a limit, so that a device or a huge file cannot fill the memory.
enum InputFile {
  /// The bytes of the file at `path`.
  ///
  /// - Throws: `notFound` when it cannot be opened or read, `tooLarge` past `limit` bytes.
  static func read(_ path: String, limit: Int) throws(ViewfinderError) -> Data {
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw ViewfinderError(.notFound, subject: path, found: "no readable file is there")
    }
    defer { try? handle.close() }
    var data = Data()
    do {
      while data.count <= limit, let chunk = try handle.read(upToCount: 1 << 20), !chunk.isEmpty {
        data.append(chunk)
      }
    } catch {
      throw ViewfinderError(
        .notFound, subject: path, found: "the file cannot be read", expected: "a regular file")
    }
    guard data.count <= limit else {
      throw .tooManyBytes(path, limit: limit)
    }
    return data
  }
}

extension ViewfinderError {
  /// The error for input past `limit` bytes.
  static func tooManyBytes(_ subject: String, limit: Int) -> ViewfinderError {
    ViewfinderError(
      .tooLarge, subject: subject, found: "more than \(limit) bytes",
      expected: "at most \(limit) bytes", remedy: "Split it into parts.")
  }
}
