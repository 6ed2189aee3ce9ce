package import Viewfinder

/// One thing to read a picture from.
package enum Input: Sendable {
  /// A file, or a pipe that has a path.
  case file(path: String)
  /// The bytes on standard input.
  case standardInput
  /// Something that was named but cannot be read.
  case unusable(source: String, ViewfinderError)

  /// What results call it: the path, or `-`.
  package var source: String {
    switch self {
    case .file(let path): path
    case .standardInput: "-"
    case .unusable(let source, _): source
    }
  }
}
