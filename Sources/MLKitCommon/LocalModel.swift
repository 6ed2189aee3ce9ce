public import Foundation
internal import Viewfinder

/// A model that is stored on this machine.
///
/// Nothing is read or checked here, as in ML Kit: a missing or unsuitable file is reported, with
/// its full reason, by the first use of the detector or labeler that is made from it.
#if canImport(ObjectiveC)
  @objc(MLKLocalModel)
#endif
public final class LocalModel: NSObject, Sendable {
  /// The absolute path of the model file.
  public let path: String

  /// The path of the AutoML manifest, when the model was named by one.
  public let manifestPath: String?

  /// Creates a local model from the path of a `.tflite` file.
  ///
  /// - Parameter path: A path; `file:` URLs are accepted and decoded, relative paths are resolved
  ///   against the current directory.
  public init(path: String) {
    self.path = LocalModel.absolute(path)
    manifestPath = nil
  }

  /// Creates a local model from the `manifest.json` of an AutoML folder, or nothing when that is
  /// missing or invalid.
  ///
  /// - Parameter manifestPath: A path, as in ``init(path:)``.
  public init?(manifestPath: String) {
    let resolved = LocalModel.absolute(manifestPath)
    guard let manifest = try? AutoMLManifest(path: resolved) else { return nil }
    path = manifest.modelPath
    self.manifestPath = resolved
  }

  private static func absolute(_ path: String) -> String {
    if path.hasPrefix("file:"), let url = URL(string: path), url.isFileURL { return url.path }
    return URL(fileURLWithPath: path).path
  }
}
