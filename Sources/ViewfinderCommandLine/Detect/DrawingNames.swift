/// Gives copies of pictures names that no two of them share.
package struct DrawingNames: Sendable {
  /// The names that are taken, in lower case since some file systems tell no more apart, and up to
  /// which number each has been tried.
  private var tried: [String: Int] = [:]

  package init() {}

  /// The name for the next picture, without an extension: that of its file, and from the second on
  /// `photo-2` and so on.
  package mutating func next(for source: String) -> String {
    let stem = Self.parts(of: source).stem
    var number = tried[stem.lowercased(), default: 0]
    while true {
      number += 1
      let name = number == 1 ? stem : "\(stem)-\(number)"
      guard number == 1 || tried[name.lowercased()] == nil else { continue }
      tried[name.lowercased()] = 1
      tried[stem.lowercased()] = number
      return name
    }
  }

  /// The name of a file in two parts, without the folders before.
  static func parts(of source: String) -> (stem: String, fileExtension: String) {
    if source == "-" { return ("stdin", "") }
    let name = source.split(separator: "/").last ?? "picture"
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
      return (String(name), "")
    }
    return (String(name[..<dot]), String(name[name.index(after: dot)...]))
  }
}
