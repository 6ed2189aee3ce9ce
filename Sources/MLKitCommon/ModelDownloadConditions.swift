public import Foundation
package import Viewfinder

/// When a model may be downloaded.
///
/// Both conditions have a meaning on Apple platforms only; elsewhere a download always goes ahead.
#if canImport(ObjectiveC)
  @objc(MLKModelDownloadConditions)
#endif
public final class ModelDownloadConditions: NSObject, NSCopying, Sendable {
  package let conditions: DownloadConditions

  /// Whether a cellular network will do.
  public var allowsCellularAccess: Bool { conditions.allowsCellularAccess }

  /// Whether the system may go on while the app is in the background.
  public var allowsBackgroundDownloading: Bool { conditions.allowsBackgroundDownloading }

  /// Creates conditions: a cellular network will do, and the background will not.
  public override convenience init() {
    self.init(allowsCellularAccess: true)
  }

  /// Creates conditions; a cellular network will do and the background will not, unless said.
  public init(allowsCellularAccess: Bool = true, allowsBackgroundDownloading: Bool = false) {
    conditions = DownloadConditions(
      allowsCellularAccess: allowsCellularAccess,
      allowsBackgroundDownloading: allowsBackgroundDownloading)
  }

  /// The conditions themselves, which never change.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether both conditions agree.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? ModelDownloadConditions)?.conditions == conditions
  }

  /// A number that agrees for equal conditions.
  public override var hash: Int { conditions.hashValue }
}
