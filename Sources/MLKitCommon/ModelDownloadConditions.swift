package import Viewfinder

/// When a model may be downloaded.
///
/// Both conditions have a meaning on Apple platforms only; elsewhere a download always goes ahead.
public final class ModelDownloadConditions: Sendable {
  package let conditions: DownloadConditions

  /// Whether a cellular network will do.
  public var allowsCellularAccess: Bool { conditions.allowsCellularAccess }

  /// Whether the system may go on while the app is in the background.
  public var allowsBackgroundDownloading: Bool { conditions.allowsBackgroundDownloading }

  /// Creates conditions; a cellular network will do and the background will not, unless said.
  public init(allowsCellularAccess: Bool = true, allowsBackgroundDownloading: Bool = false) {
    conditions = DownloadConditions(
      allowsCellularAccess: allowsCellularAccess,
      allowsBackgroundDownloading: allowsBackgroundDownloading)
  }
}
