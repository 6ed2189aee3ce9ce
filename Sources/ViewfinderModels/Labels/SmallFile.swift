internal import Foundation
internal import ViewfinderCore

/// Reads text files that lie beside a model.
enum SmallFile {
  /// The bytes of a file.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - limit: The most bytes to accept.
  /// - Returns: All bytes.
  /// - Throws: ``ViewfinderError`` with the code `notFound` or `tooLarge`.
  static func read(_ path: String, limit: Int) throws(ViewfinderError) -> [UInt8] {
    func refuse(_ found: String, _ remedy: String) -> ViewfinderError {
      ViewfinderError(
        .notFound,
        subject: path,
        found: found,
        expected: "a readable file",
        remedy: remedy
      )
    }
    switch kind(of: path) {
    case .typeRegular: break
    case .typeDirectory: throw refuse("this is a folder", "Name the file in the folder.")
    case nil: throw refuse("there is no such file", "Check the path.")
    // Opening a pipe could wait for ever.
    default: throw refuse("this is not a regular file", "Check the path.")
    }
    let bytes: Data
    do {
      guard let handle = FileHandle(forReadingAtPath: path) else {
        throw CocoaError(.fileReadNoPermission)
      }
      defer { try? handle.close() }
      bytes = try handle.read(upToCount: limit + 1) ?? Data()
    } catch {
      throw refuse("the file cannot be read", "Check the permissions of the file.")
    }
    guard bytes.count <= limit else {
      throw ViewfinderError(
        .tooLarge,
        subject: path,
        found: "more than \(limit) bytes",
        expected: "a text file of at most \(limit) bytes",
        remedy: "Check that this is the right file."
      )
    }
    return [UInt8](bytes)
  }

  /// Whether there is a regular file, or a link to one, at a path.
  static func exists(_ path: String) -> Bool {
    kind(of: path) == .typeRegular
  }

  private static func kind(of path: String) -> FileAttributeType? {
    let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    return try? FileManager.default.attributesOfItem(atPath: resolved)[.type] as? FileAttributeType
  }
}
