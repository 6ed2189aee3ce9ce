extension CompatibilityReport {
  /// Whether a model serves a task, and what has to be said for it.
  public struct TaskFit: Hashable, Sendable, Encodable {
    /// A task.
    public enum Task: String, Hashable, Sendable, Encodable, CaseIterable {
      /// Labels for whole images: ``ClassifierModel``.
      case label
      /// Boxes: ``DetectorModel``.
      case detect
    }

    /// The task.
    public let task: Task
    /// Whether the model serves it, with the options.
    public let fits: Bool
    /// The options of `viewfinder label` or `viewfinder detect` that the model needs.
    public let options: [String]
    /// What it is known from how pixels become the model's numbers: `metadata`, `graph`, `name` or
    /// `convention`.
    public let because: InputBasis
    /// Why the model does not serve the task, or nothing.
    public let problem: String?
    /// What the model is, such as a family of detectors, or nothing.
    public let family: String?
    /// Why the options are what they are, or nothing.
    public let reason: String?
    /// The number of classes, if it is known.
    public let classCount: Int?

    private enum CodingKeys: String, CodingKey {
      case task, fits, options, because, problem
    }

    /// Encodes the problem also when there is none.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(task, forKey: .task)
      try container.encode(fits, forKey: .fits)
      try container.encode(options, forKey: .options)
      try container.encode(because, forKey: .because)
      try container.encode(problem, forKey: .problem)
    }

    /// The command that runs the model, for a shell.
    public func command(for path: String) -> String {
      let name = Self.quoted(path)
      let start =
        task == .label
        ? "viewfinder label --model \(name)"
        : "viewfinder detect --multiple --classify --detector \(name)"
      return ([start] + options.map(Self.quoted) + ["photo.jpg"]).joined(separator: " ")
    }

    private static func quoted(_ word: String) -> String {
      let plain = word.allSatisfy {
        $0.isASCII && ($0.isLetter || $0.isNumber) || "_-./=:,@%+".contains($0)
      }
      return plain && !word.isEmpty
        ? word
        : "'"
          + word.split(separator: "'", omittingEmptySubsequences: false)
          .joined(separator: "'\\''") + "'"
    }
  }
}
