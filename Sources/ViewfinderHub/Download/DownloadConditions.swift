/// When a download may happen.
///
/// Both conditions have a meaning on Apple platforms only, where they are passed on to the system.
/// Elsewhere the system tells neither cellular from other networks nor background from foreground,
/// and a download always goes ahead.
public struct DownloadConditions: Hashable, Sendable {
  /// Whether a cellular network will do.
  public var allowsCellularAccess: Bool
  /// Whether the system may go on while the app is in the background.
  public var allowsBackgroundDownloading: Bool

  /// Creates conditions with ML Kit's defaults: cellular yes, background no.
  public init(allowsCellularAccess: Bool = true, allowsBackgroundDownloading: Bool = false) {
    self.allowsCellularAccess = allowsCellularAccess
    self.allowsBackgroundDownloading = allowsBackgroundDownloading
  }
}
