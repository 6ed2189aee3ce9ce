internal import ViewfinderCore
internal import ViewfinderSystem

/// Finds the LiteRT library.
///
/// Code is taken only from where somebody has said so, from the folders in which the program is
/// installed, and from the tree in which it was built. What nobody has named must be the very build
/// of LiteRT that this code was made for, and nobody else may be able to exchange it.
package enum LibrarySearch {
  /// The variable that names the library.
  static let variable = "VIEWFINDER_LITERT"

  /// The path of the library, and whether somebody has named it, so that it may be another build.
  static func path() throws(ViewfinderError) -> (path: String, isNamed: Bool) {
    let names = [
      ("RuntimeSettings.current.liteRTPath", RuntimeSettings.current.liteRTPath),
      (variable, Variable.value(variable)),
    ]
    for case (let name, .some(let path)) in names {
      guard exists(path) else {
        throw missing(path, "\(name) names a file that does not exist")
      }
      return (path, true)
    }
    var objections: [String] = []
    let places = Executable.ownFiles.flatMap { candidates(executable: $0) }
    for place in places where exists(place) {
      guard let objection = objection(to: place) else { return (place, false) }
      objections.append(objection)
    }
    throw missing(fileName, notFound(in: places, objections))
  }

  private static func missing(_ subject: String, _ found: String) -> ViewfinderError {
    ViewfinderError(
      .runtimeUnavailable, subject: subject, found: found,
      expected: "LiteRT \(LiteRTRuntime.version)", remedy: LiteRTRuntime.remedy)
  }

  /// The places that were looked at, and what was wrong with what is there.
  static func notFound(in places: [String], _ objections: [String]) -> String {
    if !objections.isEmpty { return objections.joined(separator: "; ") }
    if places.isEmpty { return "it is not known where this program lies" }
    return "there is no such file: " + places.joined(separator: ", ")
  }

  /// Where the library may be, seen from an executable or from the library that this code is in, best
  /// place first.
  package static func candidates(executable: String) -> [String] {
    let folder = Folder.parent(of: executable)
    return ["\(folder)/\(fileName)", "\(folder)/../lib/viewfinder/\(fileName)"]
      + developmentTrees(executable: executable).map { "\($0)/.viewfinder/lib/\(fileName)" }
  }

  /// The folders of packages that may have built an executable: the one whose `.build` or `bin` it is
  /// in, and the one around that, as of a package within a package.
  private static func developmentTrees(executable: String) -> [String] {
    var parts = executable.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    if let build = parts.lastIndex(of: ".build") {
      parts = parts[..<build]
    } else if parts.last == "bin" {
      parts = parts.dropLast()
    } else {
      return []
    }
    let tree = parts.joined(separator: "/")
    return [tree, Folder.parent(of: tree)].filter {
      !$0.isEmpty && $0 != "/" && exists("\($0)/Package.swift")
    }
  }

  /// Why a library that nobody has named is not loaded; nothing where it is.
  private static func objection(to path: String) -> String? {
    if let objection = TrustedPath.objection(to: path) {
      return "\(path) is not loaded, for \(objection)"
    }
    if isPinned(path) { return nil }
    return "\(path) is another build of LiteRT, which is loaded only where \(variable) names it"
  }

  /// Whether a file is the build of LiteRT that this code was made for.
  static func isPinned(_ path: String) -> Bool {
    // A library that cannot be read is one that cannot be loaded either.
    (try? KnownFiles().sha256(of: path)).map(pinnedHashes.contains) ?? false
  }

  /// The libraries of the PyPI wheel ai-edge-litert 2.3.0, as scripts/setup.sh fetches them.
  private static let pinnedHashes: Set = [
    // Linux, x86_64 and aarch64; macOS, arm64.
    "eec47eb35e2924b3166015887e652a58edc9af823ae38e02bf83bef2548300bb",
    "b57687dc234d2b8b0598aef5a9c961ed24263df8f8b3f56adbee1cff618e544b",
    "f3d8b2c3dea5125111de6b005820088629efd13db04b5f157ffd4f2c5dbb318b",
  ]

  private static func exists(_ path: String) -> Bool {
    FileStatus(of: path) != nil
  }
}
