internal import Viewfinder

/// Finds the model that a path stands for.
enum ModelPath {
  private static let manifest = "manifest.json"
  private static let suffix = ".tflite"

  /// The path itself, or for a folder its AutoML manifest or else its only model.
  static func resolve(_ path: String) throws(ViewfinderError) -> String {
    guard FileSystem.kind(of: path) == .folder else { return path }
    let inFolder = FileSystem.joined(path, manifest)
    if FileSystem.kind(of: inFolder) == .file { return inFolder }
    let names = (FileSystem.entries(of: path) ?? []).map(\.name).filter { $0.hasSuffix(suffix) }
    if names.count == 1 { return FileSystem.joined(path, names[0]) }
    throw ViewfinderError(
      .notFound, subject: path,
      found: names.isEmpty
        ? "a folder without a model" : "a folder with \(names.count) models",
      expected: "a folder with a \(manifest) or one \(suffix) file",
      remedy: names.isEmpty ? "" : "Name one of \(names.joined(separator: ", ")).")
  }
}
