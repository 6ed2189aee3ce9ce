/// The program that is running, and the folders around it.
package enum Executable {
  /// The folder that holds a file or folder; `/` holds itself.
  package static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
