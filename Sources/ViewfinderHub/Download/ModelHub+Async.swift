internal import ViewfinderCore
internal import ViewfinderSystem

extension ModelHub {
  /// Fetches a model, or looks whether there is a newer version of one that is here.
  ///
  /// Cancelling the task cancels the download, as ``ModelDownload/cancel()`` does. To wait for a limited
  /// time, or to have another model in place of one that cannot be had, see
  /// ``model(at:waiting:orBundled:updating:whenLate:progress:)``.
  ///
  /// - Parameters:
  ///   - source: Where the model comes from.
  ///   - conditions: When the download may happen.
  ///   - progress: Called on a thread of the hub as bytes arrive, ten times a second at most, and with
  ///     the last of them.
  /// - Returns: The newest version, in the cache.
  /// - Throws: `CancellationError` when the task is cancelled; ``ViewfinderError`` saying what failed.
  ///   An older version stays in place and usable.
  @discardableResult
  public func download(
    _ source: ModelSource, conditions: DownloadConditions = DownloadConditions(),
    progress: @escaping @Sendable (DownloadProgress) -> Void = { _ in }
  ) async throws -> CachedModel {
    try await callbackResult(
      start: { callback in
        startDownload(
          source, conditions: conditions, progress: progress,
          completion: { result in callback(result.mapError { $0 }) })
      }, cancel: { $0.cancel() })
  }
}
