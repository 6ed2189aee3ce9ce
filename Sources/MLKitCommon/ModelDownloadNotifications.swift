public import Foundation

extension Notification.Name {
  /// A model is there and the newest; posted on the main queue, once for each download.
  ///
  /// Observers hear of every model: compare the name of the one under
  /// ``ModelDownloadUserInfoKey/remoteModel``.
  public static let mlkitModelDownloadDidSucceed =
    Notification.Name("MLKModelDownloadDidSucceedNotification")

  /// A download has failed or been cancelled; posted on the main queue, once for each download.
  public static let mlkitModelDownloadDidFail =
    Notification.Name("MLKModelDownloadDidFailNotification")

  /// `mlkitModelDownloadDidSucceed`, as some of ML Kit's guides spell it.
  public static let mlkitMLModelDownloadDidSucceed = mlkitModelDownloadDidSucceed

  /// `mlkitModelDownloadDidFail`, as some of ML Kit's guides spell it.
  public static let mlkitMLModelDownloadDidFail = mlkitModelDownloadDidFail
}

/// The keys of a notification's `userInfo`; use their `rawValue`.
public struct ModelDownloadUserInfoKey: RawRepresentable, Hashable, Sendable {
  /// The key itself.
  public let rawValue: String

  /// Creates a key from its text.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The ``RemoteModel``.
  public static let remoteModel = ModelDownloadUserInfoKey(
    rawValue: "MLKModelDownloadUserInfoKeyRemoteModel")
  /// An ``MLKitError`` as an `NSError`, after a failure.
  public static let error = ModelDownloadUserInfoKey(rawValue: "MLKModelDownloadUserInfoKeyError")
}
