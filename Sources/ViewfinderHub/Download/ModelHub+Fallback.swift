public import ViewfinderCore

extension ModelHub {
  /// What a call does about newer versions.
  public enum Updating: Hashable, Sendable {
    /// Nothing: no server is asked.
    case never
    /// Starts a download in the background, for the next call; this one does not wait for it.
    case inBackground
  }

  /// The path of a hosted model if it has been downloaded, else of one that is here anyway.
  ///
  /// This is what ML Kit's guides advise: ship a model with the app, and use the hosted one when it
  /// is there. The call returns at once.
  ///
  /// - Parameters:
  ///   - source: The hosted model.
  ///   - bundled: The path of the other model.
  ///   - updating: Whether to fetch the hosted model or a newer version meanwhile.
  ///   - completion: Told how the update ended, on a thread of the hub; not called without one.
  /// - Returns: The path of a whole model.
  /// - Throws: `cannotWrite` when the cache cannot be read.
  public func path(
    of source: ModelSource, orBundled bundled: String, updating: Updating = .inBackground,
    completion: @escaping @Sendable (Result<CachedModel, ViewfinderError>) -> Void = { _ in }
  ) throws(ViewfinderError) -> String {
    let path = try cachedModel(source)?.path ?? bundled
    if updating == .inBackground { startDownload(source, completion: completion) }
    return path
  }

  /// The model of a source in the cache, which must have been downloaded.
  ///
  /// - Throws: `notDownloaded` when it has not.
  public func downloadedModel(_ source: ModelSource) throws(ViewfinderError) -> CachedModel {
    if let model = try cachedModel(source) { return model }
    throw ViewfinderError(
      .notDownloaded, subject: source.description, found: "the model has not been downloaded",
      remedy: "Download it first, or use a model that comes with the app until it is there.")
  }
}
