public import ViewfinderCore
internal import ViewfinderSystem

extension ModelHub {
  /// What a call does about newer versions of a model that is here.
  public enum Updating: Hashable, Sendable {
    /// Nothing: no server is asked, for a model that is not here either.
    case never
    /// Starts a download in the background, for the next call; this one does not wait for it.
    case inBackground
    /// Looks first, and waits for the newer version as it would for a model that is not here.
    case first
  }

  /// What becomes of a download that is not waited for any longer.
  public enum LateDownload: Hashable, Sendable {
    /// It goes on in the background, for the next call.
    case goesOn
    /// It ends; what has arrived is kept, and the next download goes on with it.
    case ends
  }

  /// A model to use: the hosted one if it is here or comes in time, else the one that came with the
  /// program.
  ///
  /// No thread is held up meanwhile.
  ///
  /// - Parameters:
  ///   - source: The hosted model.
  ///   - limit: How long to wait for a download; zero does not wait at all.
  ///   - bundled: The path of the model to use otherwise; `nil` when there is none.
  ///   - updating: What to do about newer versions of a model that is here.
  ///   - whenLate: What becomes of a download that takes longer.
  ///   - progress: Called on a thread of the hub while the download is waited for, ten times a second
  ///     at most.
  /// - Returns: The model, where it is from and, when something was waited for in vain, why.
  /// - Throws: `CancellationError` when the task is cancelled, which ends this call's interest in the
  ///   download; ``ViewfinderError`` when there is no bundled model and the hosted one cannot be
  ///   had: what the download throws, or `timedOut` whose `cause` is what went wrong last.
  public func model(
    at source: ModelSource, waiting limit: Duration, orBundled bundled: String? = nil,
    updating: Updating = .inBackground, whenLate: LateDownload = .goesOn,
    progress: @escaping @Sendable (DownloadProgress) -> Void = { _ in }
  ) async throws -> AvailableModel {
    if Task.isCancelled { throw CancellationError() }
    let known = try cachedModel(source)
    if let model = try modelNow(known, source, bundled, updating) { return model }
    let wait = DownloadWait(self, source, progress: progress)
    let end = await withTaskCancellationHandler {
      await wait.end(upTo: limit)
    } onCancel: {
      wait.settle(.cancelled)
    }
    if Task.isCancelled {
      wait.leave()
      throw CancellationError()
    }
    return try wait.model(end, known, bundled, whenLate)
  }

  /// A model to use, as ``model(at:waiting:orBundled:updating:whenLate:progress:)`` gives it, on the
  /// calling thread, which waits.
  ///
  /// - Parameters:
  ///   - source: The hosted model.
  ///   - limit: How long to wait for a download; zero does not wait at all.
  ///   - bundled: The path of the model to use otherwise; `nil` when there is none.
  ///   - updating: What to do about newer versions of a model that is here.
  ///   - whenLate: What becomes of a download that takes longer.
  ///   - progress: Called on a thread of the hub while the download is waited for.
  /// - Returns: The model, where it is from and, when something was waited for in vain, why.
  /// - Throws: What the other form throws, `CancellationError` excepted.
  public func waitForModel(
    at source: ModelSource, upTo limit: Duration, orBundled bundled: String? = nil,
    updating: Updating = .inBackground, whenLate: LateDownload = .goesOn,
    progress: @escaping @Sendable (DownloadProgress) -> Void = { _ in }
  ) throws(ViewfinderError) -> AvailableModel {
    let known = try cachedModel(source)
    if let model = try modelNow(known, source, bundled, updating) { return model }
    let wait = DownloadWait(self, source, progress: progress)
    return try wait.model(wait.blockingEnd(upTo: limit), known, bundled, whenLate)
  }

  /// The model to use when nothing has to be waited for.
  private func modelNow(
    _ known: CachedModel?, _ source: ModelSource, _ bundled: String?, _ updating: Updating
  ) throws(ViewfinderError) -> AvailableModel? {
    switch (known, updating) {
    case (let known?, .never): return AvailableModel(known, .cache)
    case (let known?, .inBackground):
      startDownload(source, completion: { _ in })
      return AvailableModel(known, .cache)
    case (nil, .never): return try AvailableModel(bundled, because: Self.notDownloaded(source))
    case (_, .first), (nil, .inBackground): return nil
    }
  }

  /// The model of a source in the cache, which must have been downloaded.
  ///
  /// - Throws: `notDownloaded` when it has not.
  public func downloadedModel(_ source: ModelSource) throws(ViewfinderError) -> CachedModel {
    if let model = try cachedModel(source) { return model }
    throw Self.notDownloaded(source)
  }

  private static func notDownloaded(_ source: ModelSource) -> ViewfinderError {
    ViewfinderError(
      .notDownloaded, subject: source.description, found: "the model has not been downloaded",
      remedy: "Download it first, or use a model that comes with the app until it is there.")
  }
}
