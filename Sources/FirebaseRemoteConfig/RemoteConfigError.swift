public import Foundation
public import Viewfinder

/// The domain of Remote Config's errors.
public let RemoteConfigErrorDomain = "com.google.remoteconfig.ErrorDomain"

/// An error of Remote Config: a code, and the full reason.
public struct RemoteConfigError: Error, Hashable, Sendable {
  /// The numbers of the codes.
  public enum Code: Int, Hashable, Sendable {
    /// An unknown failure.
    case unknown = 8001
    /// The server is asked too often.
    case throttled = 8002
    /// The app, the server or the network.
    case internalError = 8003
  }

  /// What kind of failure this is.
  public let code: Code
  /// The failure below, which names what was found, what was expected, and the remedy.
  public let reason: ViewfinderError

  init(_ reason: ViewfinderError) {
    self.reason = reason
    code =
      switch reason.code {
      case .quotaExceeded: .throttled
      case .cancelled: .unknown
      default: .internalError
      }
  }
}

extension RemoteConfigError: CustomNSError, LocalizedError {
  /// ``RemoteConfigErrorDomain``.
  public static var errorDomain: String { RemoteConfigErrorDomain }

  /// The number of the code.
  public var errorCode: Int { code.rawValue }

  /// The reason under `NSLocalizedDescriptionKey`.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: reason.description] }

  /// Found, expected and remedy in one text.
  public var errorDescription: String? { reason.description }
}

extension RemoteConfigError: CustomStringConvertible {
  /// Found, expected and remedy in one text.
  public var description: String { reason.description }
}
