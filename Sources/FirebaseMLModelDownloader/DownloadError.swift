internal import Viewfinder

/// Why a model could not be had.
public enum DownloadError: Error, Equatable, Sendable {
  /// There is no such model.
  case notFound
  /// The server does not allow it.
  case permissionDenied
  /// The name cannot be one.
  case invalidArgument
  /// The app's configuration is missing or incomplete.
  case failedPrecondition
  /// The server has too much to do.
  case resourceExhausted
  /// The disk is full.
  case notEnoughSpace
  /// The address of the file is no longer valid.
  case expiredDownloadURL
  /// Anything else, in words.
  case internalError(description: String)

  init(_ error: ViewfinderError) {
    self =
      switch error.code {
      case .notFound: .notFound
      case .permissionDenied, .unauthenticated: .permissionDenied
      case .invalidArgument: .invalidArgument
      case .invalidConfiguration: .failedPrecondition
      case .quotaExceeded: .resourceExhausted
      case .notEnoughSpace: .notEnoughSpace
      default: .internalError(description: error.description)
      }
  }
}

/// Why the models that are here could not be listed or removed.
public enum DownloadedModelError: Error, Equatable, Sendable {
  /// A file could not be read or removed.
  case fileIOError(description: String)
  /// Anything else, in words.
  case internalError(description: String)
}
