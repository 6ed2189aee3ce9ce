/// A download in progress.
///
/// Letting go of it does not end it.
public final class ModelDownload: Sendable {
  private let leave: @Sendable () -> Void

  init(leave: @escaping @Sendable () -> Void) {
    self.leave = leave
  }

  /// Ends the interest in the download: its completion is called with `cancelled`, unless it has
  /// been called before.
  ///
  /// The transfer itself goes on for others who wait for the same model. What has arrived is kept,
  /// and a later download goes on with it.
  public func cancel() {
    leave()
  }
}
