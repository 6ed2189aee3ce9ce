public import Foundation
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

extension DownloadError: LocalizedError, CustomStringConvertible {
  /// What happened, in a sentence.
  public var description: String {
    switch self {
    case .notFound: "There is no such model."
    case .permissionDenied: "The server does not allow it: check the API key and the app."
    case .invalidArgument: "The name is not one that a model can have."
    case .failedPrecondition: "The app's configuration is missing or incomplete."
    case .resourceExhausted: "The server has had too many questions: try again later."
    case .notEnoughSpace: "The disk is full."
    case .expiredDownloadURL: "The address of the file is no longer valid: try again."
    case .internalError(let description): description
    }
  }

  /// The description.
  public var errorDescription: String? { description }
}

extension DownloadedModelError: LocalizedError, CustomStringConvertible {
  /// What happened, in words.
  public var description: String {
    switch self {
    case .fileIOError(let description), .internalError(let description): description
    }
  }

  /// The description.
  public var errorDescription: String? { description }
}
