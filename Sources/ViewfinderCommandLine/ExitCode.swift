internal import Viewfinder

/// How the program ended, in the numbers of `sysexits.h`.
package struct ExitCode: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// All went well.
  package static let success = ExitCode(rawValue: 0)
  /// The machine or the run-time failed.
  package static let failure = ExitCode(rawValue: 1)
  /// The command line is wrong.
  package static let usage = ExitCode(rawValue: 64)
  /// A model or an input is not what it should be.
  package static let badData = ExitCode(rawValue: 65)
  /// A model or an input is missing.
  package static let noInput = ExitCode(rawValue: 66)
  /// The output cannot be written.
  package static let cannotWrite = ExitCode(rawValue: 73)
  /// The user interrupted the run (128 + SIGINT).
  ///
  /// For another signal that ends a run cleanly, the
  /// process ends with 128 and its number instead.
  package static let interrupted = ExitCode(rawValue: 130)
  /// Whoever read the output went away (128 + SIGPIPE).
  package static let closedPipe = ExitCode(rawValue: 141)

  /// The status that an error stands for.
  init(_ error: ViewfinderError) {
    self =
      switch error.code {
      case .notFound, .notDownloaded: .noInput
      case .invalidArgument, .invalidConfiguration: .usage
      case .cannotWrite, .notEnoughSpace: .cannotWrite
      case .cancelled: .interrupted
      case .runtimeUnavailable, .inferenceFailed, .unavailable, .timedOut, .networkFailed,
        .quotaExceeded, .unauthenticated, .permissionDenied:
        .failure
      default: .badData
      }
  }

  /// The status of a run in which one input failed: what a file makes of an option is its data.
  init(inputFailure error: ViewfinderError) {
    let status = ExitCode(error)
    self = status == .usage ? .badData : status
  }

  /// The status to report when both happened: a failing machine before bad data before missing
  /// files before success.
  func combined(with other: ExitCode) -> ExitCode {
    let order: [ExitCode] = [
      .closedPipe, .cannotWrite, .interrupted, .failure, .usage, .badData, .noInput,
    ]
    return order.first { $0 == self || $0 == other } ?? .success
  }
}
