internal import Viewfinder
package import ViewfinderSystem

/// Which model a detector or labeler uses.
package enum ModelPlace: Hashable, Sendable {
  /// The bundled models.
  case bundled
  /// A `.tflite` file.
  case model(path: String)
  /// The manifest of an AutoML folder.
  case manifest(path: String)

  /// The states of the files that it is made of, without reading the model: when they change, it is
  /// another model.
  ///
  /// - Throws: `ViewfinderError` for a manifest that cannot be used.
  package func stamps() throws -> [FileStamp?] {
    switch self {
    case .bundled: return []
    case .model(let path): return [FileStamp(of: path)]
    case .manifest(let path):
      let manifest = try AutoMLManifest(path: path)
      return [path, manifest.modelPath, manifest.labelsPath].map { FileStamp(of: $0) }
    }
  }
}

extension LocalModel {
  /// The model's files.
  package var place: ModelPlace {
    manifestPath.map { .manifest(path: $0) } ?? .model(path: path)
  }
}
