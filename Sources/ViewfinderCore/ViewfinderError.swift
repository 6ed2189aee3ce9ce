/// A failure that has to do with data or with the machine, never with a programming mistake.
///
/// Every error says what was looked at (``subject``), what was found, what was expected and what
/// to do about it. The ``code`` is stable: it appears in the command line's JSON and may be
/// switched over. Programming mistakes trap instead.
public struct ViewfinderError: Error, Hashable, Sendable {
  /// What kind of failure this is.
  public let code: Code

  /// The file, tensor or option that the failure is about, if there is one.
  public let subject: String?

  /// What was found, as a clause that starts with a lower-case letter or a quotation.
  public let found: String

  /// What was expected instead; empty when ``found`` says it all.
  public let expected: String

  /// What the reader can do about it, as an imperative sentence; empty when nothing is known.
  public let remedy: String

  /// Creates an error.
  public init(
    _ code: Code, subject: String? = nil, found: String, expected: String = "",
    remedy: String = ""
  ) {
    self.code = code
    self.subject = subject
    self.found = found
    self.expected = expected
    self.remedy = remedy
  }

  /// The same error, naming another subject.
  public func about(_ subject: String) -> ViewfinderError {
    ViewfinderError(code, subject: subject, found: found, expected: expected, remedy: remedy)
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
