/// A failure that has to do with data or with the machine, never with a programming mistake.
///
/// Every error says what was looked at (``subject``), what was found, what was expected and what
/// to do about it. The ``code`` is stable: it appears in the command line's JSON and may be
/// switched over. Programming mistakes trap instead.
public struct ViewfinderError: Error, Hashable, Sendable {
  /// What kind of failure this is.
  public let code: Code

  /// The file, tensor or option that the failure is about, if there is one.
  public private(set) var subject: String?

  /// What was found, as a clause that starts with a lower-case letter or a quotation.
  public let found: String

  /// What was expected instead; empty when ``found`` says it all.
  public let expected: String

  /// What the reader can do about it, as an imperative sentence; empty when nothing is known.
  public private(set) var remedy: String

  /// The status of the reply, such as 503, when a server's reply is the failure.
  public let httpStatus: Int?

  /// The system's number (`errno`), such as 28 for a full disk on Linux, when a call of the system
  /// failed.
  public let systemErrorNumber: Int32?

  /// LiteRT's status, such as 500, when a call of LiteRT failed.
  public let runtimeStatus: Int32?

  // An array, for a struct cannot hold itself; at most one element.
  private let causes: [ViewfinderError]

  /// The failure that led to this one, when that was reported in its own words.
  public var cause: ViewfinderError? { causes.first }

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: What kind of failure this is.
  ///   - subject: The file, tensor or option that the failure is about.
  ///   - found: What was found, as a clause.
  ///   - expected: What was expected instead.
  ///   - remedy: What the reader can do about it, as a sentence.
  ///   - httpStatus: The status of a server's reply.
  ///   - systemErrorNumber: The system's number (`errno`).
  ///   - runtimeStatus: LiteRT's status.
  ///   - cause: The failure that led to this one.
  public init(
    _ code: Code, subject: String? = nil, found: String, expected: String = "",
    remedy: String = "", httpStatus: Int? = nil, systemErrorNumber: Int32? = nil,
    runtimeStatus: Int32? = nil, cause: ViewfinderError? = nil
  ) {
    self.code = code
    self.subject = subject
    self.found = found
    self.expected = expected
    self.remedy = remedy
    self.httpStatus = httpStatus
    self.systemErrorNumber = systemErrorNumber
    self.runtimeStatus = runtimeStatus
    causes = cause.map { [$0] } ?? []
  }

  /// The same error, naming another subject.
  public func about(_ subject: String) -> ViewfinderError {
    var copy = self
    copy.subject = subject
    return copy
  }

  /// The same error, with another remedy.
  package func advising(_ remedy: String) -> ViewfinderError {
    var copy = self
    copy.remedy = remedy
    return copy
  }

  /// The sentence without the subject: found, expected, remedy.
  public var message: String {
    var text = found
    if !expected.isEmpty { text += "; expected " + expected }
    if !text.hasSuffix(".") { text += "." }
    if !remedy.isEmpty { text += " " + remedy }
    return text
  }
}

extension ViewfinderError {
  /// What an `async` call throws when its task is cancelled.
  package static let cancelled = ViewfinderError(.cancelled, found: "the task was cancelled")
}

extension ViewfinderError: CustomStringConvertible {
  /// Subject and message on one line.
  public var description: String {
    guard let subject else { return message }
    return "\(subject): \(message)"
  }
}
