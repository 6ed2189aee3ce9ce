internal import ViewfinderCore

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#else
  #error("LibrarySearch needs access and getenv.")
#endif

/// Finds the LiteRT library.
package enum LibrarySearch {
  /// The variable that names the library.
  static let variable = "VIEWFINDER_LITERT"

  /// The path of the library, or its bare name when only the system's loader can know it.
  static func path() throws(ViewfinderError) -> String {
    if let named = unsafe getenv(variable).map({ unsafe String(cString: $0) }), !named.isEmpty {
      guard exists(named) else {
        throw ViewfinderError(
          .runtimeUnavailable,
          subject: named,
          found: "\(variable) names a file that does not exist",
          expected: "LiteRT \(LiteRTRuntime.version)",
          remedy: LiteRTRuntime.remedy
        )
      }
      return named
    }
    let places = Executable.path.map { candidates(executable: $0) } ?? []
    return places.first(where: exists) ?? fileName
  }

  /// Where the library may be, seen from an executable, best place first.
  package static func candidates(executable: String) -> [String] {
    var folder = Executable.parent(of: executable)
    var paths = ["\(folder)/\(fileName)", "\(folder)/../lib/viewfinder/\(fileName)"]
    // A test in .build/<triple>/debug finds the library of its package.
    for _ in 0...6 {
      paths.append("\(folder == "/" ? "" : folder)/.viewfinder/lib/\(fileName)")
      if folder == "/" { break }
      folder = Executable.parent(of: folder)
    }
    return paths
  }

  private static func exists(_ path: String) -> Bool {
    unsafe access(path, F_OK) == 0
  }
}
