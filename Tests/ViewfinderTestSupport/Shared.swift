public import Foundation

/// The folder of shared cases: real models and photos that are not part of the repository.
///
/// Tests that need it are skipped where it is absent.
public enum Shared {
  /// The folder, or nothing when this machine has none.
  ///
  /// It is named by the environment variable `VIEWFINDER_SHARED` (a name without such a folder stands
  /// for none), or is the folder `shared` beside the package or beside one of the folders around it.
  public static let root: URL? = {
    if let path = ProcessInfo.processInfo.environment["VIEWFINDER_SHARED"] {
      let folder = URL(filePath: path)
      let isThere = FileManager.default.fileExists(atPath: folder.appending(path: "cases").path)
      return isThere ? folder : nil
    }
    var folder = URL(filePath: #filePath)
    while folder.path != "/" {
      folder = folder.deletingLastPathComponent()
      let candidate = folder.appending(path: "shared")
      if FileManager.default.fileExists(atPath: candidate.appending(path: "cases").path) {
        return candidate
      }
    }
    return nil
  }()

  /// Whether the folder is there.
  public static var isPresent: Bool { root != nil }

  /// The path of a file in the folder, such as `cases/models/mlkit/bird.tflite`.
  public static func path(_ name: String) throws -> String {
    struct Absent: Error {}
    guard let root else { throw Absent() }
    return root.appending(path: name).path
  }

  /// The paths of all files below a folder whose names end in a suffix, sorted.
  public static func files(below folder: String, suffix: String) -> [String] {
    guard let start = root?.appending(path: folder).path,
      let names = FileManager.default.enumerator(atPath: start)
    else { return [] }
    return names.compactMap { $0 as? String }
      .filter { $0.hasSuffix(suffix) }
      .map { "\(folder)/\($0)" }
      .sorted()
  }
}

/// Whether the tests are built with optimization, as by `make test CONFIGURATION=release`.
public let isOptimized: Bool = {
  #if DEBUG
    false
  #else
    true
  #endif
}()
