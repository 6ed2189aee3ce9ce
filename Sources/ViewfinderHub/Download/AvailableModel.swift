public import ViewfinderCore
internal import ViewfinderSystem

/// A model to use now, and where it is from; see ``ModelHub/model(at:waiting:orBundled:updating:whenLate:progress:)``.
public struct AvailableModel: Hashable, Sendable {
  /// Where a model is from.
  public enum Origin: Hashable, Sendable {
    /// It was in the cache.
    case cache
    /// It has just been downloaded.
    case download
    /// It came with the program.
    case bundle
  }

  /// The path of the file.
  public let path: String
  /// Where the model is from.
  public let origin: Origin
  /// What is known about the model in the cache; nothing for one that came with the program.
  public let model: CachedModel?
  /// Why this is not the newest version from the server, when that was waited for in vain.
  public let problem: ViewfinderError?

  init(_ model: CachedModel, _ origin: Origin, problem: ViewfinderError? = nil) {
    path = model.path
    self.origin = origin
    self.model = model
    self.problem = problem
  }

  /// The model that came with the program, if there is one; throws the problem if not.
  init(_ bundled: String?, because problem: ViewfinderError) throws(ViewfinderError) {
    guard let bundled else { throw problem }
    guard Folder.fileSize(bundled) != nil else {
      throw ViewfinderError(
        .notFound, subject: bundled,
        found: "there is no such file, and the hosted model cannot be had: \(problem.found)",
        remedy: "Check the path of the model that comes with the program.", cause: problem)
    }
    path = bundled
    origin = .bundle
    model = nil
    self.problem = problem
  }
}
