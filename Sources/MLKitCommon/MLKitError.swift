public import Foundation
public import Viewfinder

/// The domain of every error that the ML Kit façade reports.
///
/// ML Kit publishes no error domain on iOS; the code numbers are those of its Android API, which
/// are documented.
public let MLKitErrorDomain = "com.google.mlkit"

/// An error of the ML Kit façade: a domain and code as `NSError` has them, and the full reason.
public struct MLKitError: Error, Hashable, Sendable {
  /// What kind of failure this is.
  public let code: Code

  /// The failure below, which names what was found, what was expected, and the remedy.
  public let reason: ViewfinderError

  /// Wraps a failure.
  public init(_ reason: ViewfinderError) {
    self.reason = reason
    code = Code(reason.code)
  }
}

extension MLKitError {
  /// The numbers of ML Kit's error codes.
  public enum Code: Int, Hashable, Sendable {
    /// The work was cancelled.
    case cancelled = 1
    /// An unknown failure.
    case unknown = 2
    /// An argument, image or model that the caller must change.
    case invalidArgument = 3
    /// A file that is not there.
    case notFound = 5
    /// Something larger than the limits allow.
    case resourceExhausted = 8
    /// A server that does not allow it.
    case permissionDenied = 7
    /// A call that is not allowed here, such as a synchronous one on the main thread, or the use of
    /// a model that has not been downloaded.
    case failedPrecondition = 9
    /// A feature this build lacks.
    case unimplemented = 12
    /// LiteRT failed.
    case `internal` = 13
    /// LiteRT is not there.
    case unavailable = 14
    /// A server that cannot be reached, or does not answer as it should.
    case networkIssue = 17
    /// A model that cannot be used for this task.
    case modelIncompatibleWithTFLite = 100
    /// A full disk.
    case notEnoughSpace = 101
    /// A download whose bytes are not those that were promised.
    case modelHashMismatch = 102

    init(_ code: ViewfinderError.Code) {
      switch code {
      case .notFound: self = .notFound
      case .tooLarge, .quotaExceeded: self = .resourceExhausted
      case .invalidImage, .unsupportedImage, .invalidArgument, .invalidManifest,
        .invalidConfiguration:
        self = .invalidArgument
      case .invalidModel, .unsupportedModel, .missingNormalization, .invalidMetadata:
        self = .modelIncompatibleWithTFLite
      case .runtimeUnavailable: self = .unavailable
      case .inferenceFailed: self = .internal
      case .unavailable: self = .unimplemented
      case .cancelled: self = .cancelled
      case .calledOnMainThread, .notDownloaded: self = .failedPrecondition
      case .unauthenticated, .permissionDenied: self = .permissionDenied
      case .networkFailed, .invalidReply: self = .networkIssue
      case .notEnoughSpace: self = .notEnoughSpace
      case .hashMismatch: self = .modelHashMismatch
      default: self = .unknown
      }
    }
  }
}

extension MLKitError: CustomNSError {
  /// ``MLKitErrorDomain``.
  public static var errorDomain: String { MLKitErrorDomain }

  /// The number of the code.
  public var errorCode: Int { code.rawValue }

  /// The reason under `NSLocalizedDescriptionKey`.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: reason.description] }
}

extension MLKitError: LocalizedError {
  /// Found, expected and remedy in one text.
  public var errorDescription: String? { reason.description }
}

extension MLKitError: CustomStringConvertible {
  /// Found, expected and remedy in one text.
  public var description: String { reason.description }
}
