public import ViewfinderCore

/// A download in progress.
///
/// Letting go of it does not end it.
public final class ModelDownload: Sendable {
  private let shared: SharedDownload
  private let number: Int

  init(_ shared: SharedDownload, _ number: Int) {
    self.shared = shared
    self.number = number
  }

  /// Ends the interest in the download: its completion is called with `cancelled`, unless it has
  /// been called before.
  ///
  /// The transfer itself goes on for others who wait for the same model. What has arrived is kept,
  /// and a later download goes on with it.
  public func cancel() {
    shared.leave(number)
  }

  /// What went wrong last, although the download goes on trying; `nil` when nothing has.
  public var lastProblem: ViewfinderError? { shared.lastProblem }
}
