internal import Viewfinder

/// Finds the model that a path stands for.
enum ModelPath {
  private static let manifest = "manifest.json"
  private static let suffix = ".tflite"

  /// The path itself, or for a folder its only model.
  static func resolveFile(_ path: String) throws(ViewfinderError) -> String {
    guard FileSystem.kind(of: path) == .folder else { return path }
    return try onlyModel(in: path, (FileSystem.entries(of: path) ?? []).map(\.name))
  }

  /// The path itself, or for a folder its AutoML manifest or else its only model.
  static func resolve(_ path: String) throws(ViewfinderError) -> String {
    guard FileSystem.kind(of: path) == .folder else { return path }
    let all = (FileSystem.entries(of: path) ?? []).map(\.name)
    if all.contains(manifest) { return FileSystem.joined(path, manifest) }
    // Exports give manifests other names, too.
    let manifests = all.filter { $0.hasSuffix(manifest) }
    if manifests.count == 1 { return FileSystem.joined(path, manifests[0]) }
    return try onlyModel(in: path, all)
  }

  /// The models of a folder that has several and no manifest, sorted by name; nothing otherwise.
  static func several(in path: String) -> [String]? {
    guard FileSystem.kind(of: path) == .folder else { return nil }
    let all = (FileSystem.entries(of: path) ?? []).map(\.name)
    let models = all.filter { $0.hasSuffix(suffix) }.sorted()
    guard models.count > 1, !all.contains(where: { $0.hasSuffix(manifest) }) else { return nil }
    return models.map { FileSystem.joined(path, $0) }
  }

  private static func onlyModel(
    in path: String, _ all: [String]
  ) throws(ViewfinderError) -> String {
    let names = all.filter { $0.hasSuffix(suffix) }
    if names.count == 1 { return FileSystem.joined(path, names[0]) }
    throw ViewfinderError(
      .notFound, subject: path,
      found: names.isEmpty
        ? "a folder without a model" : "a folder with \(names.count) models",
      expected: "a folder with a \(manifest) or one \(suffix) file",
      remedy: names.isEmpty ? "" : "Name one of \(names.joined(separator: ", ")).")
  }
}
