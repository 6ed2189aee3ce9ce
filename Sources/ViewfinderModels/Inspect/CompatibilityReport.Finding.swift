internal import ViewfinderCore

extension CompatibilityReport {
  /// One thing that is in the way of using a model, or is worth knowing about it.
  public struct Finding: Hashable, Sendable, Encodable {
    /// How much a finding matters.
    public enum Level: String, Hashable, Sendable, Encodable, CaseIterable {
      /// Neither Viewfinder nor ML Kit can use the model.
      case unusable
      /// Viewfinder can use the model, ML Kit cannot.
      case notMLKit
      /// The model works; this is worth knowing.
      case note
    }

    /// How much this matters.
    public let level: Level
    /// The name of the error, such as `unsupportedModel`.
    public let code: String
    /// The tensor or file it is about.
    public let subject: String
    /// What was found.
    public let found: String
    /// What was expected; may be empty.
    public let expected: String
    /// What to do; may be empty.
    public let remedy: String

    init(_ level: Level, _ error: ViewfinderError) {
      self.level = level
      code = error.code.rawValue
      subject = error.subject ?? ""
      found = error.found
      expected = error.expected
      remedy = error.remedy
    }

    /// The finding as a sentence or two.
    public var message: String {
      ViewfinderError(
        .init(rawValue: code),
        subject: subject.isEmpty ? nil : subject,
        found: found,
        expected: expected,
        remedy: remedy
      ).description
    }
  }
}
