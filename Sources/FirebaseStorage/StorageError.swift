public import Foundation
public import Viewfinder

/// The domain of the errors of Cloud Storage.
public let StorageErrorDomain = "FIRStorageErrorDomain"

/// The numbers of the errors of Cloud Storage.
public enum StorageErrorCode: Int, Hashable, Sendable {
  /// Something else.
  case unknown = -13000
  /// There is no such object.
  case objectNotFound = -13010
  /// There is no such bucket.
  case bucketNotFound = -13011
  /// There is no such project.
  case projectNotFound = -13012
  /// The quota is used up.
  case quotaExceeded = -13013
  /// The server wants to know who asks.
  case unauthenticated = -13020
  /// The rules do not allow it.
  case unauthorized = -13021
  /// The time for attempts is over.
  case retryLimitExceeded = -13030
  /// The bytes are not those that were promised.
  case nonMatchingChecksum = -13031
  /// The object is larger than allowed.
  case downloadSizeExceeded = -13032
  /// The download was cancelled.
  case cancelled = -13040
  /// An argument that the caller must change.
  case invalidArgument = -13050
  /// The object is in another bucket.
  case bucketMismatch = -13051
  /// A fault of the program.
  case internalError = -13052
  /// A URL that is none of Cloud Storage.
  case pathError = -13053
}

/// An error of Cloud Storage: a code, and the full reason.
public struct StorageError: Error, Hashable, Sendable {
  /// What kind of failure this is.
  public let code: StorageErrorCode
  /// The failure below, which names what was found, what was expected, and the remedy.
  public let reason: ViewfinderError

  init(_ code: StorageErrorCode, _ reason: ViewfinderError) {
    self.code = code
    self.reason = reason
  }

  init(_ reason: ViewfinderError) {
    let code: StorageErrorCode =
      switch reason.code {
      case .notFound: .objectNotFound
      case .quotaExceeded: .quotaExceeded
      case .unauthenticated: .unauthenticated
      case .permissionDenied: .unauthorized
      case .networkFailed: .retryLimitExceeded
      case .hashMismatch: .nonMatchingChecksum
      case .tooLarge: .downloadSizeExceeded
      case .cancelled: .cancelled
      case .invalidArgument, .invalidConfiguration: .invalidArgument
      default: .unknown
      }
    self.init(code, reason)
  }
}

extension StorageError: CustomNSError, LocalizedError {
  /// ``StorageErrorDomain``.
  public static var errorDomain: String { StorageErrorDomain }

  /// The number of the code.
  public var errorCode: Int { code.rawValue }

  /// The reason under `NSLocalizedDescriptionKey`.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: reason.description] }

  /// Found, expected and remedy in one text.
  public var errorDescription: String? { reason.description }
}

extension StorageError: CustomStringConvertible {
  /// Found, expected and remedy in one text.
  public var description: String { reason.description }
}
